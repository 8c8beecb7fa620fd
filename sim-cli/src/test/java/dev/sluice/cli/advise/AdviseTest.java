// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Sluice;
import dev.sluice.cli.Cli;
import dev.sluice.cli.Main;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.Simulation;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.sync.BarrierProfile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Advice through the real command line and the real simulator, on streams whose best barriers are known. */
final class AdviseTest {

    private static final String HEAD = """
            sluice: 1
            name: t
            device: seed-discrete-l2
            memory:
              - {name: local, size: 2MiB, properties: [DEVICE_LOCAL]}
              - {name: staging, size: 128KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
            buffers:
              - {name: up, memory: staging, size: 16KiB}
              - {name: back, memory: staging, offset: 64KiB, size: 16KiB}
              - {name: a, memory: local, size: 16KiB}
              - {name: b, memory: local, offset: 64KiB, size: 16KiB}
              - {name: c, memory: local, offset: 1MiB, size: 256KiB}
            kernels:
              twice:
                localSize: [64, 1, 1]
                bindings: {src: storage, dst: storage}
                code: |
                  v = load.u32 src[gid]
                  store.u32 dst[gid] = v * 2
              other:
                localSize: [64, 1, 1]
                bindings: {dst: storage}
                code: |
                  alu 400
                  store.u32 dst[gid] = gid
            program:
              - hostWrite: {buffer: up, data: {type: u32, pattern: iota, count: 4096}}
              - queueSubmit:
                  queue: universal.0
                  commands:
            """;

    private static final String UPLOAD = "        - copyBuffer: {src: up, dst: a}\n";
    private static final String TWICE =
            "        - dispatch: {kernel: twice, groups: [64, 1, 1], bind: {src: a, dst: b}}\n";
    private static final String NEEDED =
            "        - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [COMPUTE_SHADER], dstAccess: [SHADER_STORAGE_READ]}]}\n";
    private static final String TO_HOST =
            "        - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]}\n";
    private static final String READBACK =
            "        - pipelineBarrier: {memory: [{srcStage: [COMPUTE_SHADER], srcAccess: [SHADER_STORAGE_WRITE], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}\n"
                    + "        - copyBuffer: {src: b, dst: back}\n" + TO_HOST;
    private static final String INDEPENDENT =
            "        - dispatch: {kernel: other, groups: [1024, 1, 1], bind: {dst: c}}\n";
    /** What the kernel overwrites is cleared by somebody else, who is waited for apart. */
    private static final String CLEARED =
            "        - pipelineBarrier: {memory: [{srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [COMPUTE_SHADER], dstAccess: [SHADER_STORAGE_WRITE]}]}\n";

    private static final String CLEAR_FIRST =
            "        - copyBuffer: {src: up, dst: c, regions: [{size: 16KiB}]}\n        - fillBuffer: {dst: b, data: 0}\n";
    private static final String TAIL = """
                  fence: f
              - waitForFences: [f]
              - hostRead: {buffer: back, size: 16KiB, expect: {type: u32, pattern: iota, step: 2, count: 4096}}
            """;

    @TempDir
    private Path folder;

    private String stream(String commands) {
        return write("t.yaml", HEAD + commands + TAIL).toString();
    }

    private Path write(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

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

    private JsonNode advise(String file, String... more) {
        Cli cli = Cli.run(List.of("advise", file, "--json", "-o", rewritten().toString()), more);
        assertThat(cli.err()).isEmpty();
        return JsonMapper.builder().build().readTree(cli.out());
    }

    private Path rewritten() {
        return folder.resolve("better.yaml");
    }

    private String text() {
        try {
            return Files.readString(rewritten());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode row(JsonNode advice, int index) {
        return advice.get("barriers").get(index);
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

    private String atomics(String first, String second, String between) {
        return write("atomics.yaml", """
                        sluice: 1
                        name: atomics
                        device: seed-discrete-l2
                        memory:
                          - {name: m, size: 64KiB, properties: [DEVICE_LOCAL]}
                        buffers:
                          - {name: x, memory: m, size: 4KiB, data: {type: u32, pattern: iota, count: 1024}}
                          - {name: y, memory: m, offset: 8KiB, size: 4KiB}
                        kernels:
                          first: {localSize: [64, 1, 1], bindings: {x: storage, y: storage}, code: "%s"}
                          second: {localSize: [64, 1, 1], bindings: {x: storage, y: storage}, code: "%s"}
                        program:
                          - queueSubmit:
                              commands:
                                - dispatch: {kernel: first, groups: [4, 1, 1], bind: {x: x, y: y}}
                                %s
                                - dispatch: {kernel: second, groups: [4, 1, 1], bind: {x: x, y: y}}
                              fence: f
                          - waitForFences: [f]
                        """.formatted(first, second, between)).toString();
    }

    private static final String BETWEEN_KERNELS = "- pipelineBarrier: {memory: [{srcStage: [COMPUTE_SHADER],"
            + " srcAccess: [SHADER_WRITE], dstStage: [COMPUTE_SHADER], dstAccess: [SHADER_READ, SHADER_WRITE]}]}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "atomic.max.u32 x[gid % 16], 40",
                "atomic.exchange.u32 x[gid % 16], 40",
                "old = atomic.add.u32 x[gid % 16], 1\\nstore.u32 y[gid] = old",
                "atomic.add.u64 x[gid % 8], 1"
            })
    void a_barrier_between_atomics_that_do_not_commute_stays(String second) {
        JsonNode advice = advise(atomics("atomic.add.u32 x[gid % 16], 1", second, BETWEEN_KERNELS));

        assertThat(row(advice, 0).get("advice").stringValue()).isNotEqualTo("removed");
        assertThat(text()).contains("pipelineBarrier");
        assertThat(advice.get("verified").get("differences")).isEmpty();
    }

    @Test
    void why_such_a_barrier_stays_is_said() {
        String narrow = "- pipelineBarrier: {memory: [{srcStage: [COMPUTE_SHADER], dstStage: [COMPUTE_SHADER]}]}";

        JsonNode kept = advise(atomics("atomic.add.u32 x[gid % 16], 1", "atomic.max.u32 x[gid % 16], 40", narrow));

        assertThat(row(kept, 0).get("advice").stringValue()).isEqualTo("keep");
        assertThat(row(kept, 0).get("why").stringValue())
                .isEqualTo("needed: atomics of submit0.0 and submit0.2 on x do not commute");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "atomic.add.u32 x[gid % 16], 3",
                "old = atomic.add.u32 x[gid % 16], 3",
                "atomic.max.u32 y[gid % 16], 3"
            })
    void a_barrier_between_atomics_whose_order_nobody_sees_goes(String second) {
        JsonNode advice = advise(atomics("atomic.add.u32 x[gid % 16], 1", second, BETWEEN_KERNELS));

        assertThat(row(advice, 0).get("advice").stringValue()).isEqualTo("removed");
    }

    @Test
    void atomics_that_nothing_orders_are_no_hazard_and_leave_other_barriers_to_advice() {
        String elsewhere = BETWEEN_KERNELS.replace("COMPUTE_SHADER", "COPY").replace("SHADER_", "TRANSFER_");

        JsonNode advice = advise(atomics("atomic.add.u32 x[gid % 16], 1", "atomic.max.u32 x[gid % 16], 40", elsewhere));

        assertThat(advice.get("hazards")).isEmpty();
        assertThat(row(advice, 0).get("advice").stringValue()).isEqualTo("removed");
    }

    /** What a device loses with a barrier's change that the hazard checker finds no fault in. */
    @ParameterizedTest
    @CsvSource({
        "line-sharing-cured, 2, 1, submit0.2",
        "line-sharing-cured, 3, 1, submit0.2",
    })
    void a_change_with_which_other_bytes_are_left_is_not_made_however_few_the_runs(
            String scenario, int runs, int barrier, String writer) {
        JsonNode advice = advise("scenarios/" + scenario, "--simulations", String.valueOf(runs));

        assertThat(advice.at("/verified/differences")).isEmpty();
        JsonNode row = row(advice, barrier);
        assertThat(row.get("advice").stringValue()).isEqualTo("keep");
        assertThat(row.get("why").stringValue())
                .contains("x has other bytes on seed-discrete-l2")
                .contains("(a write of " + writer + " to x is lost: LINE_SHARING)");
        assertThat(advice.get("notes").get(0).stringValue())
                .isEqualTo("1 change is left out with which other bytes are left,"
                        + " although the hazard checker finds no fault in it");
        assertThat(Cli.run("run", rewritten().toString(), "--quiet").code()).isZero();
    }

    @Test
    void the_other_changes_are_made_all_the_same() throws IOException {
        String cured = Files.readString(
                Path.of(System.getProperty("sluice.root", "."), "configs/streams/scenarios/line-sharing-cured.yaml"));
        String spare = "        - pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE],"
                + " dstStage: [ALL_COMMANDS], dstAccess: [MEMORY_READ, MEMORY_WRITE]}]}\n";
        Path file = write("spare.yaml", cured.replace("      commands:\n", "      commands:\n" + spare));

        JsonNode advice = advise(file.toString(), "--simulations", "2");

        assertThat(row(advice, 0).get("advice").stringValue()).isEqualTo("removed");
        assertThat(row(advice, 2).get("advice").stringValue()).isEqualTo("keep");
        assertThat(advice.at("/verified/differences")).isEmpty();
        assertThat(advice.at("/devices/seed-discrete-l2/savedCycles").asLong()).isNotNegative();
        assertThat(text()).isEqualTo(cured);
    }

    @Test
    void several_devices_must_all_keep_their_bytes() {
        JsonNode advice = advise(
                "scenarios/line-sharing-cured",
                "--simulations",
                "4",
                "-d",
                "nvidia-v100",
                "-d",
                "seed-discrete-l2",
                "-d",
                "tiny-1");

        assertThat(advice.at("/verified/differences")).isEmpty();
        assertThat(advice.at("/verified/devices").size()).isIn(0, 3);
        assertThat(Cli.run("run", rewritten().toString(), "--quiet").code()).isZero();
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

    @Test
    void csv_has_a_line_for_each_barrier_and_device() throws IOException {
        Path csv = folder.resolve("csv");
        assertThat(Cli.run("advise", stream(UPLOAD + NEEDED + TWICE + READBACK), "--csv", csv.toString())
                        .code())
                .isZero();
        assertThat(Files.readAllLines(csv.resolve("advice.csv"))).hasSize(4);
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
    void a_hazard_within_a_render_pass_gets_no_barrier_before_the_pass() {
        Cli cli = Cli.run("advise", "graphics/input-attachment-broken", "-d", "seed-discrete-l2");

        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.out())
                .contains("1 of them cannot be cured by a barrier")
                .contains("let the dependency between their subpasses say")
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
