// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.page.Page;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

final class PageDataTest {
    private static final int PLAIN = 8;

    private static String page(String... parts) throws IOException {
        PageData data = new PageData(PLAIN);
        try (data) {
            for (String part : parts) {
                data.write(part);
            }
        }
        Page page = new Page("title", "sluice/report/main.js");
        data.addTo(page);
        StringWriter out = new StringWriter();
        page.write(out);
        return out.toString();
    }

    private static String unpacked(String page) throws IOException {
        Matcher packed = Pattern.compile("id=\"packed\">([^<]*)<").matcher(page);
        assertThat(packed.find()).isTrue();
        byte[] bytes = Base64.getDecoder().decode(packed.group(1));
        return new String(new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void data_as_long_as_allowed_stay_text() throws IOException {
        assertThat(page("[12", "345]")).contains("id=\"data\">[12345]<").doesNotContain("id=\"packed\"");
    }

    @Test
    void data_longer_by_one_are_packed_from_their_start() throws IOException {
        String page = page("[123", "4567", "]");
        assertThat(page).doesNotContain("id=\"data\"");
        assertThat(unpacked(page)).isEqualTo("[1234567]");
    }

    @Test
    void data_that_were_too_long_once_stay_packed() throws IOException {
        assertThat(unpacked(page("[123456789,", "1", "]"))).isEqualTo("[123456789,1]");
    }
}
