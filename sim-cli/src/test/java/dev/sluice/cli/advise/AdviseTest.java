// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Advice through the real command line and the real simulator, on streams whose best barriers are known. */
final class AdviseTest extends AdvisedStreams {

    @Test
    void a_wide_barrier_becomes_what_copy_and_kernel_need() {
        String wide =
                "        - pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_READ, MEMORY_WRITE], dstStage: [ALL_COMMANDS], dstAccess: [MEMORY_READ, MEMORY_WRITE]}]}\n";
        JsonNode advice = advise(stream(UPLOAD + wide + TWICE + READBACK));
        assertThat(row(advice, 0).get("advice").stringValue())
                .startsWith("COPY/TRANSFER_WRITE > COMPUTE_SHADER/SHADER_STORAGE_READ");
        assertThat(row(advice, 0).get("why").stringValue())
                .contains("only COPY writes before, COMPUTE_SHADER reads after");
        assertThat(text()).isEqualTo(HEAD + UPLOAD + NEEDED + TWICE + READBACK + TAIL);
        assertThat(advice.get("verified").get("compared").booleanValue()).isTrue();
        assertThat(advice.get("verified").get("differences")).isEmpty();
    }

    @Test
    void barriers_that_are_needed_stay() {
        String file = stream(UPLOAD + NEEDED + TWICE + READBACK);
        JsonNode advice = advise(file);
        advice.get("barriers")
                .forEach(row -> assertThat(row.get("advice").stringValue()).isEqualTo("keep"));
        assertThat(text()).isEqualTo(HEAD + UPLOAD + NEEDED + TWICE + READBACK + TAIL);
    }

    @Test
    void a_barrier_before_which_nothing_writes_goes() {
        JsonNode advice = advise(stream(NEEDED + UPLOAD + NEEDED + TWICE + READBACK));
        assertThat(row(advice, 0).get("advice").stringValue()).isEqualTo("removed");
        assertThat(row(advice, 0).get("why").stringValue()).isEqualTo("no command before it writes");
        assertThat(text()).isEqualTo(HEAD + UPLOAD + NEEDED + TWICE + READBACK + TAIL);
    }

    @Test
    void a_barrier_stays_before_which_something_may_have_written_that_the_stream_lacks() {
        String midway = HEAD.replace("sluice: 1\n", "sluice: 1\nmidway: true\n");
        JsonNode advice = advise(write("t.yaml", midway + NEEDED + UPLOAD + NEEDED + TWICE + READBACK + TAIL)
                .toString());

        assertThat(row(advice, 0).get("advice").stringValue()).isEqualTo("keep");
        assertThat(row(advice, 0).get("why").stringValue()).contains("what it orders may have gone before");
    }

    @Test
    void barriers_stay_that_may_be_for_what_an_import_did_not_understand() {
        String some = HEAD.replace(
                "sluice: 1\n",
                "sluice: 1\nleftOut: {notUnderstood: [{call: vkGetDescriptorEXT, count: 1, change: resources,"
                        + " reason: not known, captureIndex: 3}]}\n");
        JsonNode advice = advise(write("t.yaml", some + NEEDED + UPLOAD + NEEDED + TWICE + READBACK + TAIL)
                .toString());

        assertThat(row(advice, 0).get("advice").stringValue()).isEqualTo("keep");
        assertThat(row(advice, 0).get("why").stringValue()).contains("what the import did not understand");
    }

    @Test
    void barriers_stay_that_take_over_from_outside_or_hand_over_to_there() {
        String acquire =
                "        - pipelineBarrier: {buffers: [{buffer: up, srcQueueFamily: EXTERNAL, dstQueueFamily: universal, srcStage: [NONE], srcAccess: [], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}\n";
        String release =
                "        - pipelineBarrier: {buffers: [{buffer: c, srcQueueFamily: universal, dstQueueFamily: FOREIGN_EXT, srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE], dstStage: [NONE], dstAccess: []}]}\n";
        JsonNode advice = advise(stream(acquire + NEEDED + UPLOAD + NEEDED + TWICE + READBACK + release));

        for (int row : new int[] {0, 5}) {
            assertThat(row(advice, row).get("advice").stringValue()).isEqualTo("keep");
            assertThat(row(advice, row).get("why").stringValue()).contains("the other side of its ownership transfer");
        }
        assertThat(Cli.run("check", rewritten().toString()).out()).doesNotContain("unbatched");
    }

    @Test
    void a_stream_that_stays_as_it_is_has_its_hazards_still() {
        Cli cli = Cli.run("advise", "graphics/input-attachment-broken", "--json");
        JsonNode advice = JsonMapper.shared().readTree(cli.out());

        assertThat(advice.get("hazardsLeft").intValue()).isEqualTo(1);
        assertThat(advice.at("/verified/hazards").intValue()).isEqualTo(1);
    }

    @Test
    void of_two_equal_barriers_one_is_left() {
        advise(stream(UPLOAD + NEEDED + NEEDED + TWICE + READBACK));
        assertThat(text()).isEqualTo(HEAD + UPLOAD + NEEDED + TWICE + READBACK + TAIL);
    }

    @Test
    void two_barriers_of_which_each_is_needed_become_one_command() {
        JsonNode advice = advise(stream(CLEAR_FIRST + UPLOAD + NEEDED + CLEARED + TWICE + READBACK));
        assertThat(row(advice, 0).get("advice").stringValue()
                        + row(advice, 1).get("advice").stringValue())
                .contains("merged into");
        assertThat(text().split("pipelineBarrier", -1)).hasSize(4);
        assertThat(advice.get("verified").get("differences")).isEmpty();
    }

    @Test
    void work_that_does_not_depend_is_not_held_up() {
        JsonNode advice = advise(stream(UPLOAD + NEEDED + INDEPENDENT + TWICE + READBACK));
        assertThat(row(advice, 0).get("advice").stringValue()).containsAnyOf("moved later", "setEvent");
        JsonNode total = advice.get("devices").get("seed-discrete-l2");
        assertThat(total.get("cyclesBest").longValue())
                .isLessThan(total.get("cyclesNow").longValue());
        assertThat(advice.get("verified").get("differences")).isEmpty();
    }

    @Test
    void a_barrier_to_the_host_is_never_an_event_which_a_queue_cannot_set_for_it() {
        JsonNode advice = advise(
                stream(UPLOAD + NEEDED + TWICE + READBACK.replace(TO_HOST, INDEPENDENT + TO_HOST) + INDEPENDENT),
                "--simulations",
                "2");

        JsonNode host = row(advice, advice.get("barriers").size() - 1);
        assertThat(host.get("untried").toString()).contains("moved").doesNotContain("setEvent");
    }

    @Test
    void the_rewritten_stream_is_clean_with_the_same_bytes_on_several_devices() {
        String wide =
                "        - pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE], dstStage: [ALL_COMMANDS], dstAccess: [MEMORY_READ]}]}\n";
        JsonNode advice = advise(stream(UPLOAD + wide + TWICE + READBACK), "-d", "seed-discrete-vram", "-d", "uma-apu");
        assertThat(advice.get("verified").get("devices")).hasSize(2);
        assertThat(advice.get("verified").get("differences")).isEmpty();
        Cli run = Cli.run("run", rewritten().toString(), "-d", "nvidia-v100", "--quiet");
        assertThat(run.code()).isZero();
        assertThat(Cli.run("check", rewritten().toString()).code()).isZero();
    }

    @Test
    void what_no_barrier_cures_is_called_as_in_the_stream_that_was_given() {
        String late = "        - copyBuffer: {src: up, dst: c}\n";
        String race = "  - hostWrite: {buffer: up, data: {type: u32, values: [7]}}\n";
        String file = write("t.yaml", HEAD + UPLOAD + TWICE + late + race + "  - deviceWaitIdle\n")
                .toString();
        String report = Cli.run("advise", file, "--simulations", "2").out();
        assertThat(report)
                .as("a barrier is put before submit0.1")
                .contains("(new) at submit0.1")
                .contains("submit0.2, host.2, up")
                .contains("at the submission of submit0.2")
                .doesNotContain("submit0.3, host.2");
    }

    @Test
    void a_missing_barrier_is_added_first() {
        JsonNode advice = advise(stream(UPLOAD + TWICE + READBACK));
        assertThat(advice.get("hazards")).hasSize(1);
        assertThat(advice.get("hazardsLeft").intValue()).isZero();
        assertThat(row(advice, 0).get("advice").stringValue())
                .isEqualTo("add COPY/TRANSFER_WRITE > COMPUTE_SHADER/SHADER_STORAGE_READ of a");
        assertThat(Cli.run("check", rewritten().toString()).code()).isZero();
    }

    @Test
    void the_table_says_what_is_saved_and_why_it_is_safe() {
        Cli cli = Cli.run("advise", stream(NEEDED + UPLOAD + NEEDED + TWICE + READBACK));
        assertThat(cli.code()).isZero();
        assertThat(cli.out())
                .contains("removed", "safe: no command before it writes", "whole stream on seed-discrete-l2: ")
                .contains("✓ the rewritten stream has no hazard, and leaves the same bytes in 5 buffers and images");
    }

    @Test
    void csv_has_a_line_for_each_barrier_and_device() throws IOException {
        Path csv = folder.resolve("csv");
        assertThat(Cli.run("advise", stream(UPLOAD + NEEDED + TWICE + READBACK), "--csv", csv.toString())
                        .code())
                .isZero();
        assertThat(Files.readAllLines(csv.resolve("advice.csv"))).hasSize(4);
    }

    @Test
    void a_hazard_within_a_render_pass_gets_no_barrier_before_the_pass() {
        Cli cli = Cli.run("advise", "graphics/input-attachment-broken", "-d", "seed-discrete-l2");

        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.out())
                .contains("1 of them cannot be cured by a barrier")
                .contains("let a dependency from subpass 0 to subpass 1 say")
                .doesNotContain("added");
    }

    @Test
    void a_hazard_that_is_left_is_named_apart_from_what_cures_it() {
        Path file = write("t.cmds", """
                buffer h 4096
                image i 8 8
                render i CLEAR STORE
                draw vb=h
                draw sw=h[0]
                endrender
                """);
        Cli cli = Cli.run("advise", file.toString(), "--simulations", "1");

        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.out())
                .containsPattern("(?m)^    submit0.1, submit0.2, h$")
                .contains("# before submit0.2, if");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "copy a c\n"})
    void transitions_of_one_image_stay_one_after_the_other(String between) {
        Path file = write("t.cmds", """
                buffer a 4KiB
                buffer b 4KiB
                buffer c 4KiB
                image i 128 128 GENERAL
                copy a b
                barrier ALL_COMMANDS/MEMORY_WRITE>ALL_COMMANDS/MEMORY_READ|MEMORY_WRITE@i:GENERAL:TRANSFER_DST_OPTIMAL
                """ + between + """
                barrier ALL_COMMANDS/MEMORY_WRITE>ALL_COMMANDS/MEMORY_READ|MEMORY_WRITE@i:TRANSFER_DST_OPTIMAL:SHADER_READ_ONLY_OPTIMAL
                dispatch tex=i[3]
                """);
        JsonNode advice = advise(file.toString(), "-d", "gcn-vega", "--try-all");

        assertThat(advice.get("barriers")).hasSize(2);
        assertThat(advice.get("barriers")
                        .valueStream()
                        .map(row -> row.path("advice").stringValue()))
                .noneMatch(words -> words.contains("merged"));
        assertThat(Cli.run("check", rewritten().toString(), "-d", "gcn-vega").code())
                .isZero();
    }

    @Test
    void a_capture_is_advised_on_as_the_stream_that_is_made_of_it() {
        String capture = Path.of(System.getProperty("sluice.root", "."), "configs/streams/captures/fillcopy-good.jsonl")
                .toString();
        JsonNode advice = advise(capture);
        assertThat(advice.get("barriers")).isNotEmpty();
        assertThat(advice.get("verified").get("differences")).isEmpty();
        assertThat(Cli.run("check", rewritten().toString(), "-d", "seed-discrete-l2")
                        .code())
                .isZero();
    }

    @Test
    void a_compact_stream_is_advised_on_as_the_stream_that_is_made_of_it() {
        Path compact = write("t.cmds", """
                buffer a 256
                buffer b 256
                fill a
                barrier CLEAR/TRANSFER_WRITE>ALL_COMMANDS/MEMORY_READ
                copy a b
                """);
        JsonNode advice = advise(compact.toString());
        assertThat(row(advice, 0).get("advice").stringValue()).isEqualTo("CLEAR/TRANSFER_WRITE > COPY/TRANSFER_READ");
    }

    @Test
    void bad_usage_is_one_line() {
        String file = stream(UPLOAD + NEEDED + TWICE + READBACK);
        String[][] bad = {
            {"advise", "nosuch"},
            {"advise", file, "--device", "nosuch"},
            {"advise", file, "--device", "uma-apu", "--all-devices"},
            {"advise", file, "--simulations", "0"},
            {"advise", file, "--simulations", "2", "--try-all"},
            {"advise", file, "--barrier", "submit0.1", "--as", "event", "--try-all"},
            {"advise", file, "-o", folder.toString()},
            {"advise", file, "--json", "-o", "-"},
        };
        for (String[] arguments : bad) {
            Cli cli = Cli.run(arguments);
            assertThat(cli.code()).as(String.join(" ", arguments)).isEqualTo(2);
            assertThat(cli.out()).isEmpty();
            assertThat(cli.errorLines()).as(cli.err()).isEqualTo(1);
        }
    }
}
