// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
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

/** {@code advise --barrier ID --as FORM} through the real command line and the real simulator. */
final class AskingTest {
    private static final String OVER = "over-synchronized";
    private static final String TO_COPY = "barrier COMPUTE_SHADER/SHADER_STORAGE_WRITE>COPY/TRANSFER_READ\n";

    @TempDir
    private Path folder;

    private Cli ask(String file, String barrier, String form, String... more) {
        List<String> all = new ArrayList<>(List.of("advise", file, "--barrier", barrier, "--as", form));
        all.addAll(List.of(more));
        return Cli.run(all.toArray(String[]::new));
    }

    private JsonNode json(String file, String barrier, String form) {
        return JsonMapper.shared().readTree(ask(file, barrier, form, "--json").out());
    }

    private String compact(String text) throws IOException {
        return Files.writeString(folder.resolve("t.cmds"), text).toString();
    }

    @Test
    void a_needless_barrier_is_removed_and_what_that_saves_is_measured() {
        JsonNode root = json(OVER, "submit0.0", "remove");

        JsonNode device = root.get("devices").get("seed-discrete-l2");
        assertThat(root.get("safe").booleanValue()).isTrue();
        assertThat(device.get("savedCycles").longValue())
                .isPositive()
                .isEqualTo(device.get("now").get("cycles").longValue()
                        - device.get("then").get("cycles").longValue());
        assertThat(device.get("then").get("stallCycles").longValue()).isZero();
        assertThat(root.get("edit")).hasSize(1);
        assertThat(root.get("edit").get(0).get("removed").get(0).asString()).contains("ALL_COMMANDS");
    }

    @Test
    void a_needed_barrier_is_not_removed_and_the_hazards_have_the_streams_own_ids() {
        Cli cli = ask(OVER, "submit0.5", "remove");

        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.out())
                .contains("refused: it is needed", "read after write: submit0.4 dispatch, submit0.7 copyBuffer, b");
        assertThat(json(OVER, "submit0.5", "remove").get("hazards")).isNotEmpty();
    }

    @Test
    void a_form_with_which_other_bytes_are_left_is_not_safe_and_not_written() {
        Path out = folder.resolve("other.yaml");
        Cli cli = ask("scenarios/line-sharing-cured", "submit0.3", "remove", "-o", out.toString());

        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.out())
                .contains("✗ not safe: removed", "the hazard checker finds no fault", "✗ x has other bytes")
                .doesNotContain("✓", "written to");
        assertThat(out).doesNotExist();
        JsonNode root = json("scenarios/line-sharing-cured", "submit0.3", "remove");
        assertThat(root.get("safe").booleanValue()).isFalse();
        assertThat(root.get("edit")).isNotEmpty();
    }

    @Test
    void a_layout_transition_is_not_removed() throws IOException {
        String file = compact("""
                image i 32 32 UNDEFINED
                barrier TOP_OF_PIPE>CLEAR/TRANSFER_WRITE@i:UNDEFINED:TRANSFER_DST_OPTIMAL
                clear i
                """);

        assertThat(ask(file, "submit0.0", "remove").out())
                .contains("refused: it brings i from UNDEFINED to TRANSFER_DST_OPTIMAL");
    }

    @Test
    void the_narrowest_form_of_a_wide_barrier_has_fewer_stages_and_ranges() {
        JsonNode root = json(OVER, "submit0.2", "narrow");

        assertThat(root.get("safe").booleanValue()).isTrue();
        assertThat(root.get("edit").get(0).get("added").toString())
                .contains("COPY", "COMPUTE_SHADER", "buffer: a")
                .doesNotContain("ALL_COMMANDS");
    }

    @Test
    void neighbours_are_merged() {
        JsonNode root = json(OVER, "submit0.6", "merge");

        assertThat(root.get("safe").booleanValue()).isTrue();
        assertThat(root.get("change").asString()).contains("submit0.5");
    }

    @Test
    void stalls_of_merged_barriers_that_overlap_count_once() {
        JsonNode run =
                JsonMapper.shared().readTree(Cli.run("run", OVER, "--json").out());
        long reached = Long.MAX_VALUE;
        long released = 0;
        long sum = 0;
        for (JsonNode barrier : run.get("barriers")) {
            if (List.of("submit0.5", "submit0.6").contains(barrier.get("id").asString())) {
                reached = Math.min(reached, barrier.get("reachedCycle").longValue());
                released = Math.max(released, barrier.get("releasedCycle").longValue());
                sum += barrier.get("stallCycles").longValue();
            }
        }

        JsonNode now = json(OVER, "submit0.5", "merge")
                .get("devices")
                .get("seed-discrete-l2")
                .get("now");

        assertThat(now.get("stallCycles").longValue())
                .isEqualTo(released - reached)
                .isLessThan(sum);
        assertThat(now.get("drainCycles").longValue() + now.get("actionCycles").longValue())
                .isEqualTo(released - reached);
    }

    @Test
    void barriers_that_follow_each_other_for_a_purpose_are_not_merged() throws IOException {
        String file = compact("""
                buffer a 4096
                buffer b 4096
                fill a
                barrier CLEAR/TRANSFER_WRITE>COMPUTE_SHADER/SHADER_STORAGE_READ
                barrier COMPUTE_SHADER>COPY/TRANSFER_WRITE
                copy b a
                """);
        Cli cli = ask(file, "submit0.1", "merge");

        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.out())
                .contains("refused: one of them comes after the other", "write after write: submit0.0", "submit0.3");
    }

    @Test
    void two_transitions_of_an_image_are_not_merged() throws IOException {
        String file = compact("""
                image i 32 32 UNDEFINED
                barrier TOP_OF_PIPE>COPY/TRANSFER_WRITE@i:UNDEFINED:GENERAL
                barrier COPY>CLEAR/TRANSFER_WRITE@i:GENERAL:TRANSFER_DST_OPTIMAL
                clear i
                """);

        assertThat(ask(file, "submit0.0", "merge").out()).contains("change the layout of i");
    }

    @Test
    void an_event_is_set_after_the_last_source_and_waited_for_before_the_first_dependent() throws IOException {
        String file = compact("""
                buffer a 4096
                buffer b 4096
                buffer c 4096
                buffer d 4096
                dispatch sw=a
                fill c
                %sfill d
                copy a b
                """.formatted(TO_COPY));
        JsonNode root = json(file, "submit0.2", "event");

        assertThat(root.get("safe").booleanValue()).isTrue();
        assertThat(root.get("change").asString()).isEqualTo("setEvent after submit0.0, waitEvents before submit0.4");
        assertThat(root.get("differences")).isEmpty();
        JsonNode device = root.get("devices").get("seed-discrete-l2");
        assertThat(device.get("then").get("stallCycles").longValue())
                .as("nothing waits behind the set, which waits as long as the barrier did")
                .isLessThan(device.get("now").get("stallCycles").longValue());
    }

    @ParameterizedTest
    @CsvSource({
        "'barrier COPY/TRANSFER_WRITE>HOST/HOST_READ\n', submit0.1, names the stage HOST",
        "'barrier COPY>COPY\n', submit0.1, no command waits for another by it",
    })
    void what_no_event_can_be_is_refused(String barrier, String id, String reason) throws IOException {
        String file = compact("buffer a 4096\nbuffer b 4096\ncopy a b\n" + barrier + "hostread b\n");

        assertThat(ask(file, id, "event").out()).contains("refused", reason);
    }

    @Test
    void a_barrier_that_is_carried_out_twice_is_no_event() throws IOException {
        String file = compact("""
                buffer a 4096
                buffer b 4096
                cb one
                dispatch sw=a
                %scopy a b
                end
                submit one
                idle
                submit one
                """.formatted(TO_COPY));

        assertThat(ask(file, "submit0.1", "event").out()).contains("it is carried out 2 times");
    }

    @Test
    void a_barrier_that_takes_part_in_a_hazard_keeps_its_form() throws IOException {
        String file = compact("""
                buffer a 4096
                buffer b 4096
                dispatch sw=a
                barrier COMPUTE_SHADER>COPY
                copy a b
                """);

        assertThat(ask(file, "submit0.1", "narrow").out()).contains("refused: it takes part in a hazard");
    }

    @Test
    void the_rewritten_stream_is_written_and_clean() {
        Path better = folder.resolve("better.yaml");

        assertThat(ask(OVER, "submit0.5", "merge", "-o", better.toString()).code())
                .isZero();
        assertThat(Cli.run("check", better.toString()).code()).isZero();
    }

    @Test
    void a_refused_form_writes_nothing() {
        Path better = folder.resolve("better.yaml");

        ask(OVER, "submit0.5", "remove", "-o", better.toString());

        assertThat(better).doesNotExist();
    }

    @Test
    void a_capture_is_asked_by_the_ids_of_its_import() {
        String capture = Path.of(System.getProperty("sluice.root", "."), "configs/streams/captures/fillcopy-good.jsonl")
                .toString();

        assertThat(ask(capture, "submit0.1", "remove").out()).contains("refused", "submit0.0 writes buffer5");
        assertThat(json(capture, "submit0.1", "narrow").get("safe").booleanValue())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"submit0.99", "submit0.1"})
    void what_is_no_barrier_is_said(String id) {
        Cli cli = ask(OVER, id, "remove");

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains(id).hasLineCount(1);
    }

    @Test
    void a_barrier_without_a_form_is_refused() {
        Cli cli = Cli.run("advise", OVER, "--barrier", "submit0.0");

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("--barrier and --as go together");
    }
}
