// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.config.Presets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code barrier} through the real command line and the real simulator. */
final class BarrierCommandTest {
    private static final String TO_HOST = "COMPUTE_SHADER/SHADER_WRITE > HOST/HOST_READ";

    @TempDir
    private Path folder;

    private static JsonNode price(String spec, String... options) {
        List<String> all = new ArrayList<>(List.of("barrier", spec, "--json"));
        all.addAll(List.of(options));
        Cli cli = Cli.run(all.toArray(String[]::new));
        assertThat(cli.err()).isEmpty();
        assertThat(cli.code()).isZero();
        return JsonMapper.shared().readTree(cli.out()).get("devices").get(0);
    }

    @Test
    void a_flush_writes_back_what_was_left_dirty() {
        JsonNode price = price(TO_HOST, "--dirty", "16KiB");

        assertThat(price.get("dirtyBytes").longValue()).isEqualTo(16 << 10);
        assertThat(price.get("writtenBackBytes").longValue()).isEqualTo(16 << 10);
        assertThat(price.get("actions").get(0).get("kind").asString()).isEqualTo("flush:L2");
    }

    /** Rows of 64 words, then of 128, as many as make the image nearly square. */
    @Test
    void more_groups_than_a_device_takes_in_one_dimension_stand_in_two() {
        JsonNode price = price("COMPUTE_SHADER>COMPUTE_SHADER", "--dirty", "17MiB", "--device", "adreno-6xx");

        assertThat(price.get("dirtyBytes").longValue()).isGreaterThanOrEqualTo(17 << 20);
        assertThat(price.get("totalCycles").isIntegralNumber()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"1, 256", "64, 256", "256, 256", "257, 512", "16KiB, 16384", "16388, 16896"})
    void dirty_bytes_are_rounded_up_to_whole_rows(String asked, long bytes) {
        JsonNode price = price(TO_HOST, "--dirty", asked);

        assertThat(price.get("dirtyBytes").longValue()).isEqualTo(bytes);
        assertThat(price.get("writtenBackBytes").longValue()).isEqualTo(bytes);
    }

    @Test
    void the_total_is_what_the_program_takes_longer_with_the_barrier() {
        JsonNode price = price(TO_HOST, "--dirty", "16KiB");

        assertThat(price.get("totalCycles").longValue())
                .isPositive()
                .isEqualTo(price.get("cyclesWith").longValue()
                        - price.get("cyclesWithout").longValue());
        assertThat(price.get("stallCycles").longValue())
                .isEqualTo(price.get("drainCycles").longValue()
                        + price.get("actionCycles").longValue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "COMPUTE_SHADER/SHADER_WRITE>COPY/TRANSFER_READ",
                "COPY/TRANSFER_WRITE>COMPUTE_SHADER/SHADER_READ",
                "COLOR_ATTACHMENT_OUTPUT/COLOR_ATTACHMENT_WRITE>FRAGMENT_SHADER/SHADER_SAMPLED_READ",
            })
    void the_producer_is_as_busy_as_is_asked(String spec) {
        assertThat(price(spec, "--dirty", "4KiB", "--busy", "20us")
                        .get("drainNs")
                        .doubleValue())
                .isBetween(19_000.0, 24_000.0);
    }

    @Test
    void a_transition_is_priced_with_its_layouts() {
        JsonNode price = price(
                "COLOR_ATTACHMENT_OUTPUT/COLOR_ATTACHMENT_WRITE>FRAGMENT_SHADER/SHADER_SAMPLED_READ"
                        + " @ COLOR_ATTACHMENT_OPTIMAL:SHADER_READ_ONLY_OPTIMAL",
                "--dirty",
                "16KiB");

        assertThat(price.get("actions"))
                .anySatisfy(action -> assertThat(action.get("kind").asString()).startsWith("transition:"));
    }

    @Test
    void what_an_execution_dependency_costs_is_its_drain_alone() {
        JsonNode price = price("COMPUTE_SHADER>COPY", "--dirty", "16KiB");

        assertThat(price.get("actionCycles").longValue()).isZero();
        assertThat(price.get("drainCycles").longValue()).isPositive();
    }

    @Test
    void guessed_costs_are_added_and_told() {
        JsonNode plain = price(TO_HOST, "--dirty", "16KiB");
        JsonNode guessed = price(TO_HOST, "--dirty", "16KiB", "--variant", "guessed-costs");

        assertThat(guessed.get("actionCycles").longValue())
                .isEqualTo(plain.get("actionCycles").longValue() + 100);
        assertThat(guessed.get("assumptions").toString()).contains("guess");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALL_COMMANDS/MEMORY_WRITE>ALL_COMMANDS/MEMORY_READ",
                "VERTEX_SHADER/SHADER_WRITE>FRAGMENT_SHADER/SHADER_READ",
                "FRAGMENT_SHADER/SHADER_WRITE>VERTEX_SHADER/UNIFORM_READ",
                "COPY/TRANSFER_WRITE>INDEX_INPUT/INDEX_READ",
                "CLEAR/TRANSFER_WRITE>DRAW_INDIRECT/INDIRECT_COMMAND_READ",
                "BLIT/TRANSFER_WRITE>BLIT/TRANSFER_READ",
                "RESOLVE/TRANSFER_WRITE>FRAGMENT_SHADER/SHADER_SAMPLED_READ",
                "FRAGMENT_SHADER/SHADER_SAMPLED_READ>RESOLVE/TRANSFER_WRITE",
                "EARLY_FRAGMENT_TESTS/DEPTH_STENCIL_ATTACHMENT_WRITE>LATE_FRAGMENT_TESTS/DEPTH_STENCIL_ATTACHMENT_READ",
                "COLOR_ATTACHMENT_OUTPUT/COLOR_ATTACHMENT_WRITE>COLOR_ATTACHMENT_OUTPUT/COLOR_ATTACHMENT_READ",
                "COLOR_ATTACHMENT_OUTPUT/COLOR_ATTACHMENT_WRITE>FRAGMENT_SHADER/INPUT_ATTACHMENT_READ",
                "HOST/HOST_WRITE>VERTEX_ATTRIBUTE_INPUT/VERTEX_ATTRIBUTE_READ",
                "TOP_OF_PIPE>BOTTOM_OF_PIPE",
                "NONE>COPY/TRANSFER_WRITE@UNDEFINED:TRANSFER_DST_OPTIMAL",
                "BOTTOM_OF_PIPE>TOP_OF_PIPE",
            })
    void every_pair_of_stages_with_commands_has_a_price(String spec) {
        assertThat(price(spec, "--dirty", "4KiB").get("stallCycles").longValue())
                .isNotNegative();
    }

    @Test
    void the_stream_that_was_run_is_written_with_its_device_and_runs() {
        Path file = folder.resolve("pair.yaml");

        JsonNode price = price(TO_HOST, "--dirty", "4KiB", "--device", "adreno-6xx", "-o", file.toString());

        Cli run = Cli.run("run", file.toString(), "--json");
        assertThat(run.code()).isZero();
        JsonNode result = JsonMapper.shared().readTree(run.out());
        assertThat(result.get("device").asString()).isEqualTo("adreno-6xx");
        assertThat(result.get("cycles").longValue())
                .isEqualTo(price.get("cyclesWith").longValue());
    }

    @Test
    void the_stream_says_first_what_was_asked_for() throws IOException {
        Path file = folder.resolve("pair.yaml");

        price(
                TO_HOST,
                "--dirty",
                "4KiB",
                "--set",
                "caches.l2.size=2MiB",
                "--variant",
                "guessed-costs",
                "-o",
                file.toString());

        assertThat(Files.readAllLines(file).get(0))
                .isEqualTo("# sluice barrier 'COMPUTE_SHADER/SHADER_WRITE>HOST/HOST_READ' --variant guessed-costs"
                        + " --set caches.l2.size=2MiB");
    }

    @Test
    void the_stream_of_the_first_device_that_could_is_written() throws IOException {
        Path file = folder.resolve("pair.yaml");
        Path small = folder.resolve("small device.yaml");
        byte[] tiny = Presets.onClasspath()
                .find(Presets.Kind.DEVICES, "tiny-1")
                .orElseThrow()
                .bytes();
        String text = new String(tiny, StandardCharsets.UTF_8);
        Files.writeString(
                small, text.replace("size: 1GiB, flags: [DEVICE_LOCAL]", "size: 64KiB, flags: [DEVICE_LOCAL]"));

        Cli cli = Cli.run("barrier", "COPY>COPY", "-d", small.toString(), "-d", "tiny-1", "-o", file.toString());

        assertThat(cli.out()).contains("do not fit");
        assertThat(cli.code()).isZero();
        assertThat(Files.readString(file)).contains("device: \"tiny-1\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "COPPY/TRANSFER_WRITE>COPY # did you mean COPY",
                "COPY/TRANSFER_WRIT>COPY # did you mean TRANSFER_WRITE",
                "COMPUTE_SHADER/TRANSFER_WRITE>COPY # no stage of its first half, COMPUTE_SHADER, makes TRANSFER_WRITE; COPY",
                "COPY>TOP_OF_PIPE/SHADER_READ # no stage of its second half",
                "COPY>COPY/INDEX_READ # makes INDEX_READ; INDEX_INPUT makes it",
                "COPY # expected STAGE[/ACCESS]>STAGE[/ACCESS]",
                "COPY > COPY COPY # one barrier is expected",
                "COPY>COPY@GENERAL # expected @OLD:NEW",
                "COPY>COPY@GENERAL:TRANSFER_DST # did you mean 'TRANSFER_DST_OPTIMAL'",
                "COPY>COPY@GENERAL:UNDEFINED # no image can be transitioned to UNDEFINED",
                "COPY/TRANSFER_WRITE>COPY@COLOR_ATTACHMENT_OPTIMAL:GENERAL # no command is known for its first half",
                "COPY>TRANSFORM_FEEDBACK_EXT # no command is known for its second half",
            })
    void what_is_no_barrier_is_refused_in_one_line(String spec, String said) {
        Cli cli = Cli.run("barrier", spec);

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains(said).hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({
        "--dirty, 0, is not from 1 B",
        "--dirty, 1TiB, is not from 1 B",
        "--dirty, 4Mb, is not a size",
        "--busy, 50, has no unit",
        "--busy, 1s, is more than 10ms",
        "--busy, soon, is not a time",
    })
    void impossible_sizes_and_times_are_refused(String option, String value, String said) {
        Cli cli = Cli.run("barrier", TO_HOST, option, value);

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains(said);
    }
}
