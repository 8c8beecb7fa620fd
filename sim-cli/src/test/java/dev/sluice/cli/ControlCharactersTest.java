// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.report.Style;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Names and labels with control characters, also those that turn the direction of a text, which no terminal may get to see, in everything that people read. */
final class ControlCharactersTest {
    private static final String STREAM = """
            sluice: 1
            name: "na\\e[31mme"
            device: tiny-1
            memory:
              - {name: "mem\\aory\\u2067", size: 64KiB, properties: [DEVICE_LOCAL]}
            buffers:
              - {name: "x\\e[1m\\ny", memory: "mem\\aory\\u2067", size: 4KiB}
            kernels:
              "ker\\e[2Jnel": {localSize: [32, 1, 1], bindings: {x: storage}, code: "a = load.u32 x[gid]"}
            notes: ["a note\\rwith an end\\u2028, and one\\u2029"]
            program:
              - beginStatistics: "re\\tgion"
              - queueSubmit:
                  commands:
                    - fillBuffer: {dst: "x\\e[1m\\ny", data: 7}
                      label: "one\\ntwo\\e]0;title\\a"
                    - pipelineBarrier: {memory: [{srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}
                      label: "a barrier\\u009b31m \\u202eturned\\u200f"
                    - dispatch: {kernel: "ker\\e[2Jnel", groups: [4, 1, 1], bind: {x: "x\\e[1m\\ny"}}
                  fence: done
              - waitForFences: [done]
              - endStatistics
            """;

    private static final String OURS = "\u001b\\[(0|1|2|1;31|32|36)m";

    @TempDir
    private Path folder;

    private String stream = "";

    @BeforeEach
    void write() throws IOException {
        stream = Files.writeString(folder.resolve("s.yaml"), STREAM).toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run S --all --strict --analyze",
                "run S -q",
                "run S --barriers",
                "run S --explain all",
                "run S --show l2",
                "check S --all --simulate",
                "check S -q",
                "advise S --simulations 2",
                "advise S --barrier submit0.1 --as event",
                "compare S S",
                "validate S"
            })
    void should_stand_written_out_in_what_people_read(String words) {
        Cli plain = Cli.run(arguments(words));
        Cli coloured = Cli.run(Style.COLOURED, arguments(words));

        assertThat(plain.out() + plain.err()).contains("\\u00").satisfies(ControlCharactersTest::harmless);
        assertThat(coloured.out().replaceAll(OURS, "") + coloured.err()).satisfies(ControlCharactersTest::harmless);
    }

    @Test
    void should_stand_written_out_in_the_stepper() throws IOException {
        Path script =
                Files.writeString(folder.resolve("script"), "info commands\nend\nshow l2\nwhere\nshow copies 0x0:4\n");

        String out = Cli.run("step", stream, "--commands", script.toString()).out();

        assertThat(out).startsWith("na\\u001b[31mme on tiny-1: ").satisfies(ControlCharactersTest::harmless);
        assertThat(out.lines()).anyMatch(line -> line.contains("fillBuffer x\\u001b[1m\\u000ay"));
    }

    @Test
    void should_leave_a_name_with_an_end_of_line_on_its_line() {
        assertThat(Cli.run("run", stream).out().lines())
                .anyMatch(line -> line.contains("submit0.0 fillBuffer 'one\\u000atwo"));
    }

    @Test
    void should_take_room_in_tables() {
        String out = Cli.run("run", stream).out();
        String head = out.lines()
                .filter(line -> line.startsWith("command "))
                .findFirst()
                .orElseThrow();
        String row = out.lines()
                .filter(line -> line.startsWith("submit0.0 "))
                .findFirst()
                .orElseThrow();

        assertThat(row.substring(0, head.indexOf("start")).stripTrailing()).startsWith("submit0.0 fillBuffer 'one");
        assertThat(row.substring(head.indexOf("start")).strip()).matches("[0-9,]+ .*");
    }

    @Test
    void should_stand_written_out_in_the_report_file() throws IOException {
        Cli.run("run", stream, "--out", folder.resolve("out").toString());

        assertThat(Files.readString(folder.resolve("out/report.txt")))
                .contains("\\u001b")
                .satisfies(ControlCharactersTest::harmless);
    }

    @Test
    void should_stand_written_out_in_the_title_of_a_page() throws IOException {
        Path page = folder.resolve("page.html");
        Cli.run("run", stream, "--quiet", "--html", page.toString());

        assertThat(Files.readString(page)).contains("na\\u001b[31mme").doesNotContain("\u001b");
    }

    @Test
    void should_stay_what_they_are_in_json() {
        JsonNode result = JsonMapper.builder()
                .build()
                .readTree(Cli.run("run", stream, "--json").out());

        assertThat(result.get("stream").stringValue()).isEqualTo("na\u001b[31mme");
        assertThat(result.at("/commands/0/label").stringValue()).isEqualTo("one\ntwo\u001b]0;title\u0007");
    }

    private static void harmless(String text) {
        assertThat(text.chars().filter(c -> Character.isISOControl(c) && c != '\n'))
                .isEmpty();
        assertThat(text).doesNotContainPattern("[\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]");
    }

    private String[] arguments(String words) {
        String[] each = words.split(" ");
        for (int i = 0; i < each.length; i++) {
            each[i] = each[i].equals("S") ? stream : each[i];
        }
        return each;
    }
}
