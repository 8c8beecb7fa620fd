// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Sluice;
import dev.sluice.cli.Cli;
import dev.sluice.cli.Main;
import dev.sluice.cli.Results;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.Simulation;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.sync.BarrierProfile;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How many runs advice takes, and what is made of what they price. */
final class AdviseRunsTest extends AdvisedStreams {

    @Test
    void changes_that_together_make_the_stream_slower_are_tried_one_by_one() {
        String stream = "src/test/resources/advise/slower-together.yaml";
        JsonNode tiny = advise(stream, "-d", "tiny-2", "--simulations", "20").at("/devices/tiny-2");
        assertThat(tiny.at("/savedCycles").asLong()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void only_what_was_priced_is_taken_where_all_changes_together_are_slower(int runs) {
        String stream = "src/test/resources/advise/slower-together.yaml";
        JsonNode advice = advise(stream, "-d", "tiny-2", "--simulations", String.valueOf(runs));

        int untried = 0;
        for (JsonNode row : advice.get("barriers")) {
            assertThat(row.get("priced").booleanValue()).isTrue();
            untried += row.get("untried").size();
        }
        assertThat(untried).isPositive();
        assertThat(advice.at("/devices/tiny-2/savedCycles").asLong()).isNotNegative();
        assertThat(advice.get("notes").toString()).contains("more safe change").doesNotContain("priced together");
    }

    private static long cycles(String stream) {
        return JsonMapper.builder()
                .build()
                .readTree(Cli.run("run", stream, "-d", "nvidia-v100", "--json").out())
                .get("cycles")
                .asLong();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void a_change_that_no_run_was_left_to_price_is_taken_back_where_all_together_take_longer(int runs) {
        String stream = "src/test/resources/advise/slower-merged.yaml";
        advise(stream, "-d", "nvidia-v100", "--simulations", String.valueOf(runs));

        assertThat(cycles(rewritten().toString())).isLessThanOrEqualTo(cycles(stream));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void no_more_runs_are_made_than_were_allowed(int runs) {
        String stream = "src/test/resources/advise/slower-merged.yaml";
        JsonNode advice = advise(stream, "-d", "nvidia-v100", "--simulations", String.valueOf(runs));

        assertThat(advice.get("simulations").intValue()).isLessThanOrEqualTo(runs);
    }

    @Test
    void few_runs_narrow_all_barriers_together() {
        JsonNode advice = advise(stream(NEEDED + UPLOAD + NEEDED + TWICE + READBACK), "--simulations", "2");
        assertThat(row(advice, 0).get("advice").stringValue()).isEqualTo("removed");
        assertThat(row(advice, 0).get("priced").booleanValue()).isFalse();
        assertThat(text()).isEqualTo(HEAD + UPLOAD + NEEDED + TWICE + READBACK + TAIL);
    }

    @Test
    void changes_for_which_there_is_no_run_are_counted_with_the_reason() {
        JsonNode advice = advise(stream(UPLOAD + NEEDED + INDEPENDENT + TWICE + READBACK), "--simulations", "2");
        assertThat(row(advice, 0).get("untried").get(0).stringValue())
                .isEqualTo("setEvent after submit0.0, waitEvents before submit0.3");
        int untried = 0;
        for (JsonNode row : advice.get("barriers")) {
            untried += row.get("untried").size();
        }
        assertThat(advice.get("notes").get(0).stringValue())
                .startsWith(untried + " more safe change")
                .contains("submit0.1", "--simulations allows 2 runs", "--try-all tries each by itself");
    }

    @Test
    void with_try_all_no_safe_change_is_left_out() {
        String file = stream(UPLOAD + NEEDED + INDEPENDENT + TWICE + READBACK);
        JsonNode advice = advise(file, "--try-all");
        advice.get("barriers").forEach(row -> {
            assertThat(row.get("untried")).isEmpty();
            assertThat(row.get("priced").booleanValue()).isTrue();
        });
        assertThat(advice.get("notes")).isEmpty();
        assertThat(advice.get("simulations").intValue())
                .isGreaterThan(
                        advise(file, "--simulations", "2").get("simulations").intValue());
    }

    @Test
    void neighbours_become_one_command_before_all_is_priced_if_runs_are_few() {
        JsonNode advice =
                advise(stream(CLEAR_FIRST + UPLOAD + NEEDED + CLEARED + TWICE + READBACK), "--simulations", "1");
        assertThat(row(advice, 0).get("advice").stringValue()
                        + row(advice, 1).get("advice").stringValue())
                .contains("merged into");
        assertThat(advice.get("devices")
                        .get("seed-discrete-l2")
                        .get("cyclesBest")
                        .longValue())
                .isEqualTo(cycles(rewritten()));
    }

    private static long cycles(Path stream) {
        Cli run = Cli.run("run", stream.toString(), "--json");
        return JsonMapper.builder().build().readTree(run.out()).get("cycles").longValue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_stream_that_was_run_when_it_was_priced_is_not_run_again_to_compare_bytes(boolean read) {
        String wide =
                "        - pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE], dstStage: [ALL_COMMANDS], dstAccess: [MEMORY_READ]}]}\n";
        String byBytes = HEAD.replace(
                "v = load.u32 src[gid]\n", "w = load.u32 src[gid]\n          v = load.u32 src[w & 4095]\n");
        String tail = read ? TAIL : TAIL.replaceAll("(?m)^.*hostRead.*\n", "");
        String file = write("t.yaml", byBytes + UPLOAD + wide + TWICE + READBACK + tail)
                .toString();
        JsonNode advice = advise(file, "--simulations", "2");
        assertThat(text()).isNotEqualTo(byBytes + UPLOAD + wide + TWICE + READBACK + tail);
        assertThat(advice.get("simulations").intValue()).isEqualTo(2);
        assertThat(advice.get("verified").get("compared").booleanValue()).isTrue();
        assertThat(advice.get("verified").get("differences")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void what_there_is_when_it_is_stopped_is_reported_and_written(int whole) {
        int[] machines = {0};
        StringWriter out = new StringWriter();
        int code = Main.run(
                new String[] {
                    "advise",
                    stream(NEEDED + UPLOAD + NEEDED + TWICE + READBACK),
                    "-o",
                    rewritten().toString()
                },
                new PrintWriter(out),
                new PrintWriter(new StringWriter()),
                (device, profile, stream, options) -> {
                    machines[0]++;
                    return machines[0] > whole
                            ? stopped(device, profile, stream, options)
                            : Sluice.simulation(device, profile, stream, options);
                });
        assertThat(code).isEqualTo(130);
        assertThat(out.toString()).contains("stopped early").contains("keep");
        assertThat(text().contains(NEEDED + UPLOAD)).isEqualTo(whole == 1);
        assertThat(Cli.run("check", rewritten().toString()).code()).isZero();
    }

    /** A machine that is stopped as soon as something happens on it. */
    private static Simulation stopped(
            GpuSpec device, BarrierProfile profile, StreamProgram stream, RunOptions options) {
        Simulation[] machine = new Simulation[1];
        SimObserver impatient = new SimObserver() {
            @Override
            public void stage(long cycle, String command, String stage, boolean begins) {
                machine[0].requestStop();
            }
        };
        machine[0] = Sluice.simulation(
                device, profile, stream, new RunOptions(options.timingOnly(), options.seed(), impatient));
        return machine[0];
    }

    @Test
    void advice_that_is_interrupted_at_once_does_not_say_that_there_is_no_barrier() {
        Cli cli = Cli.runGiving(Results::interrupted, "advise", "upload-scale-readback");

        assertThat(cli.code()).isEqualTo(130);
        assertThat(cli.out())
                .startsWith("upload-scale-readback   0 barriers\n")
                .contains("stopped before a barrier was looked at")
                .doesNotContain("no barrier to advise on");
    }
}
