// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {

    @Test
    void modules_libraries_and_data_work_from_one_file(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("page.html");
        try (Writer out = Files.newBufferedWriter(file)) {
            new Page("a < b", "sluice/trial/main.js")
                    .json("words", "{\"text\":\"</script><!--\"}")
                    .bytes("numbers", new byte[] {1, 2, -1})
                    .write(out);
        }

        try (Browser browser = new Browser(file, "", 800, 600)) {
            assertThat(browser.driver().getTitle()).isEqualTo("a < b");
            assertThat(browser.evaluate("return document.getElementById('out').textContent"))
                    .isEqualTo("</script><!-- 1,2,255 7.9.0 1 sankey");
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @Test
    void nothing_is_fetched() throws IOException {
        StringWriter out = new StringWriter();

        new Page("page", "sluice/trial/main.js").write(out);

        assertThat(out.toString()).doesNotContain("src=\"").doesNotContain("href=\"http");
    }

    @Test
    void a_page_without_javascript_is_not_blank() throws IOException {
        StringWriter out = new StringWriter();

        new Page("page", "sluice/trial/main.js").write(out);

        assertThat(out.toString())
                .contains("<body>\n<noscript>This page draws what it shows with JavaScript, which is off.</noscript>");
    }

    @Test
    void a_module_that_is_not_there_is_named() {
        assertThatThrownBy(() -> new Page("page", "sluice/trial/lost.js").write(new StringWriter()))
                .hasMessageContaining("trial/lost.js");
    }
}
