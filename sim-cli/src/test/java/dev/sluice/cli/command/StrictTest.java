// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code run --strict}: a stream that gets away with it on the machine, and is wrong all the same. */
final class StrictTest {
    /** Two fills of the same bytes with nothing between them. */
    private static final String LUCKY = """
            sluice: 1
            name: lucky
            device: seed-discrete-l2
            memory: [{name: local, size: 1MiB, properties: [DEVICE_LOCAL]}]
            buffers: [{name: x, memory: local, offset: 0, size: 4KiB, usage: [TRANSFER_DST]}]
            program:
              - queueSubmit:
                  commands:
                    - fillBuffer: {dst: x, offset: 0, size: 1KiB, data: 1}
                    - fillBuffer: {dst: x, offset: 512, size: 1KiB, data: 1}
            """;

    private static final String CLEAN = "upload-scale-readback";

    @TempDir
    private Path dir;

    private String lucky = "";

    @BeforeEach
    void write() throws IOException {
        lucky = Files.writeString(dir.resolve("lucky.yaml"), LUCKY).toString();
    }

    private static JsonNode parse(String text) {
        return JsonMapper.builder().build().readTree(text);
    }

    @Test
    void without_it_a_lucky_run_is_clean() {
        Cli cli = Cli.run("run", lucky, "--json");

        assertThat(cli.code()).isZero();
        assertThat(parse(cli.out()).path("hazards").isEmpty()).isTrue();
    }

    @Test
    void with_it_a_hazard_exits_with_1_and_stands_in_the_result() {
        Cli cli = Cli.run("run", lucky, "--strict", "--json");

        assertThat(cli.code()).isEqualTo(1);
        JsonNode result = parse(cli.out());
        assertThat(result.path("staleReads").isEmpty()).isTrue();
        assertThat(result.path("hazards").size()).isEqualTo(1);
        JsonNode hazard = result.path("hazards").get(0);
        assertThat(hazard.path("kind").stringValue()).isEqualTo("WRITE_AFTER_WRITE");
        assertThat(hazard.path("prior").stringValue()).isEqualTo("submit0.0");
        assertThat(hazard.path("current").stringValue()).isEqualTo("submit0.1");
        assertThat(hazard.path("resource").stringValue()).isEqualTo("x");
        assertThat(hazard.path("offset").longValue()).isEqualTo(512);
        assertThat(hazard.path("size").longValue()).isEqualTo(512);
        assertThat(hazard.path("missing").stringValue()).startsWith("an execution dependency");
        assertThat(hazard.path("suggestion").stringValue()).contains("pipelineBarrier");
        assertThat(hazard.path("currentAccess").path("where").stringValue()).endsWith("lucky.yaml:10:11");
    }

    @Test
    void the_hazards_are_those_of_check() {
        JsonNode run = parse(Cli.run("run", lucky, "--strict", "--json").out()).path("hazards");
        JsonNode check = parse(Cli.run("check", lucky, "--json").out()).path("hazards");

        assertThat(run.isEmpty()).isFalse();
        assertThat(run).isEqualTo(check);
    }

    @Test
    void the_report_shows_both_commands_and_the_cure() {
        Cli cli = Cli.run("run", lucky, "--strict");

        assertThat(cli.out())
                .contains("✗ 1 hazard")
                .contains("write after write   x bytes 512..1,023")
                .contains("first    submit0.0 fillBuffer")
                .contains("then     submit0.1 fillBuffer")
                .contains("add      - pipelineBarrier");
        assertThat(Cli.run("run", lucky, "--strict", "--quiet").out())
                .contains("lucky on seed-discrete-l2: ✗ 1 hazard");
    }

    @Test
    void a_stream_without_hazards_says_so() {
        Cli cli = Cli.run("run", CLEAN, "--strict", "--timing-only", "--json");

        assertThat(cli.code()).isZero();
        assertThat(parse(cli.out()).path("hazards").isEmpty()).isTrue();
    }

    @Test
    void a_long_list_of_hazards_is_cut_unless_all_are_asked_for() throws IOException {
        StringBuilder fills = new StringBuilder(LUCKY);
        for (int i = 0; i < 22; i++) {
            String fill = "        - fillBuffer: {dst: x, offset: " + (1536 + 64 * i) + ", size: 64, data: 1}\n";
            fills.append(fill).append(fill);
        }
        Path file = Files.writeString(dir.resolve("many.yaml"), fills);
        Path out = dir.resolve("all");

        String cut = Cli.run("run", file.toString(), "--strict").out();
        String all = Cli.run("run", file.toString(), "--strict", "--all", "--out", out.toString())
                .out();

        assertThat(cut).contains("✗ 23 hazards", "… and 3 more, see --json or --all");
        assertThat(cut.lines().filter(line -> line.startsWith("  write after write")))
                .hasSize(20);
        assertThat(all.lines().filter(line -> line.startsWith("  write after write")))
                .hasSize(23);
        assertThat(all).doesNotContain("more, see --json or --all");
        assertThat(out.resolve("report.txt")).content().doesNotContain("more, see --json or --all");
    }

    @Test
    void csv_has_a_file_of_hazards() {
        Path csv = dir.resolve("csv");

        assertThat(Cli.run("run", lucky, "--strict", "--csv", csv.toString()).code())
                .isEqualTo(1);
        assertThat(csv.resolve("hazards.csv"))
                .content()
                .startsWith("kind,prior,current,resource,offset,size,bytes,half,")
                .contains("WRITE_AFTER_WRITE,submit0.0,submit0.1,x,512,512,512,");
    }

    @Test
    void the_written_report_has_them_too() {
        Path out = dir.resolve("out");

        assertThat(Cli.run("run", lucky, "--strict", "--out", out.toString()).code())
                .isEqualTo(1);
        assertThat(out.resolve("report.txt")).content().contains("✗ 1 hazard").contains("submit0.1 fillBuffer");
        assertThat(out.resolve("result.json")).content().contains("WRITE_AFTER_WRITE");
    }

    @Test
    void timing_only_sees_hazards_too() {
        Cli cli = Cli.run("run", lucky, "--strict", "--timing-only");

        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.out()).contains("✗ 1 hazard");
    }
}
