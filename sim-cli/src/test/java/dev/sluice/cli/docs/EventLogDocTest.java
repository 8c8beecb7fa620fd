// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The example of an event log in docs/formats.md: a byte on its path. */
final class EventLogDocTest {
    private static final String PAGE = Documents.text(Documents.ROOT.resolve("docs/formats.md"));
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([\\d,]+) \\| `(\\w+)`[^|]* \\| `([^`]+)` \\|");
    private static final Pattern LATE = Pattern.compile("the `writeBack` comes only at cycle ([\\d,]+),");

    private static String log(String stream) {
        return Cli.run("run", "-q", "scenarios/" + stream, "--log", "-", "--log-address", "x:64:4")
                .out();
    }

    private static String event(String cycle, String name, String component) {
        return "{\"cycle\":" + cycle.replace(",", "") + ",\"event\":\"" + name + "\",\"component\":\"" + component
                + "\"";
    }

    @Test
    void every_event_of_the_table_is_in_the_log() {
        String log = log("shader-write-transfer-read-cured");
        List<MatchResult> rows = ROW.matcher(PAGE).results().toList();

        assertThat(rows)
                .hasSizeGreaterThan(5)
                .allSatisfy(row -> assertThat(log).contains(event(row.group(1), row.group(2), row.group(3))));
    }

    @Test
    void without_the_barrier_the_bytes_come_when_the_page_says() {
        MatchResult late = LATE.matcher(PAGE).results().findFirst().orElseThrow();

        assertThat(log("shader-write-transfer-read-broken")).contains(event(late.group(1), "writeBack", "l2[0]"));
    }
}
