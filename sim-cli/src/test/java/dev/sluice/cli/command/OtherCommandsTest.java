// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

final class OtherCommandsTest {
    @TempDir
    private Path dir;

    @Test
    void list_names_devices_with_a_line_each() {
        Cli cli = Cli.run("list", "devices");

        assertThat(cli.code()).isZero();
        assertThat(cli.out().lines())
                .anyMatch(l -> l.startsWith("seed-discrete-l2 ") && l.contains("L2 as the level of coherency"))
                .noneMatch(l -> l.startsWith("dram/"));
    }

    @Test
    void list_names_profiles_and_their_variants() {
        assertThat(Cli.run("list", "profiles").out().lines())
                .anyMatch(l -> l.startsWith("l2 "))
                .anyMatch(l -> l.startsWith("turnip+"));
    }

    @Test
    void list_names_policies_and_streams() {
        assertThat(Cli.run("list", "policies").out().lines().map(l -> l.substring(0, l.indexOf(' '))))
                .contains("brrip", "drrip", "fifo", "lfu", "lru", "nru", "plru", "random", "ship", "srrip");
        assertThat(Cli.run("list", "streams").out()).contains("upload-scale-readback");
    }

    @Test
    void list_corrects_a_misspelled_kind() {
        Cli cli = Cli.run("list", "device");

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("did you mean 'devices'?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"device", "dram", "energy", "profile", "stream", "sweep", "result"})
    void schema_prints_json(String kind) {
        Cli cli = Cli.run("schema", kind);

        assertThat(cli.code()).isZero();
        assertThat(JsonMapper.builder().build().readTree(cli.out()).path("$id").stringValue())
                .isEqualTo("urn:sluice:schema:" + kind);
    }

    @Test
    void schema_corrects_a_misspelled_kind() {
        assertThat(Cli.run("schema", "resutl").err()).contains("did you mean 'result'?");
    }

    @Test
    void validate_tells_files_by_their_content() throws IOException {
        Path stream =
                Files.writeString(dir.resolve("a.yaml"), "sluice: 1\nname: s\ndevice: seed-discrete-l2\nprogram: []\n");
        Cli cli = Cli.run("validate", stream.toString(), "seed-discrete-vram", "radv-gfx10");

        assertThat(cli.err()).isEmpty();
        assertThat(cli.code()).isZero();
        assertThat(cli.out())
                .contains("a.yaml: ok, stream s on seed-discrete-l2")
                .contains("seed-discrete-vram: ok, device seed-discrete-vram")
                .contains("radv-gfx10: ok, barrier profile radv-gfx10");
    }

    @Test
    void validate_goes_on_after_a_bad_file_and_exits_with_2() throws IOException {
        Path bad = Files.writeString(dir.resolve("bad.yaml"), "sluice: 1\nname: s\nprogram: {}\n");
        Path empty = Files.writeString(dir.resolve("empty.yaml"), "");
        Cli cli = Cli.run("validate", bad.toString(), empty.toString(), "l2");

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("bad.yaml:3:", "empty.yaml: ");
        assertThat(cli.out()).contains("l2: ok");
    }

    @Test
    void validate_says_what_a_file_is_not() throws IOException {
        Path odd = Files.writeString(dir.resolve("odd.yaml"), "shopping: [milk]\n");

        assertThat(Cli.run("validate", odd.toString()).err()).contains("neither a device");
    }

    @Test
    void compare_shows_both_streams_and_the_difference() {
        AtomicInteger turn = new AtomicInteger();
        Cli cli = Cli.runGiving(
                () -> turn.getAndIncrement() == 0 ? Results.broken() : Results.crowded(0, 2),
                "compare",
                "upload-scale-readback",
                "upload-scale-readback");

        assertThat(cli.code()).isZero();
        assertThat(cli.out())
                .contains("✗ 1 stale read, 1 lost write, 1 failed expect", "✓ clean")
                .contains("barrier before dispatch 'double'", "total cycles", "l1 read hits");
        assertThat(cli.out().lines()).anyMatch(l -> l.matches("findings +3 +0 +-3 \\(-100 %\\)"));
    }

    @Test
    void compare_counts_findings_only_when_strict() {
        assertThat(Cli.runGiving(Results::broken, "compare", "upload-scale-readback", "upload-scale-readback")
                        .code())
                .isZero();
        assertThat(Cli.runGiving(
                                Results::broken,
                                "compare",
                                "upload-scale-readback",
                                "upload-scale-readback",
                                "--strict")
                        .code())
                .isEqualTo(1);
    }

    @Test
    void import_of_a_missing_capture_writes_nothing() {
        Path out = dir.resolve("out.yaml");
        Cli cli = Cli.run("import", dir.resolve("none.jsonl").toString(), "-o", out.toString());

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("no such file");
        assertThat(out).doesNotExist();
    }
}
