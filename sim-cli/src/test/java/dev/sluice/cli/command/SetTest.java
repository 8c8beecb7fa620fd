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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code --set}: keys of devices, changed on the command line. */
final class SetTest {
    private static final String SLOWER = "caches.l1.latency=300";

    @TempDir
    private Path dir;

    private String stream = "";

    @BeforeEach
    void write_a_stream() throws IOException {
        stream = Files.writeString(dir.resolve("s.cmds"), """
                        buffer x 65536
                        fill x 1
                        barrier CLEAR/TRANSFER_WRITE>COMPUTE_SHADER/SHADER_READ
                        dispatch sr=x
                        """).toString();
    }

    private static JsonNode run(String stream, String... options) {
        Cli cli = Cli.run(args("run " + stream + " --json", options));
        assertThat(cli.err()).isEmpty();
        return JsonMapper.builder().build().readTree(cli.out());
    }

    private static String[] args(String command, String... options) {
        String[] first = command.split(" ", -1);
        String[] all = new String[first.length + options.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(options, 0, all, first.length, options.length);
        return all;
    }

    private static void refused(Cli cli, String message) {
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err()).isEqualTo(message + "\n");
    }

    @Test
    void a_cache_may_be_shared_by_more_units_than_there_are() {
        JsonNode all = run(stream, "--set", "caches.l1.sharedBy=1024");
        JsonNode most = run(stream, "--set", "caches.l1.sharedBy=2147483647");
        assertThat(most.path("caches")).isEqualTo(all.path("caches"));
        assertThat(most.path("cycles")).isEqualTo(all.path("cycles"));
        Cli described = Cli.run("describe", "seed-discrete-l2", "--set", "caches.l1.sharedBy=2147483647");
        assertThat(described.out()).containsPattern("\nl1 +L1 +l2 +1 +16 KiB");
    }

    @Test
    void run_takes_it_for_the_device_that_the_stream_names() {
        JsonNode plain = run(stream);
        JsonNode slower = run(stream, "--set", SLOWER);

        assertThat(slower.path("cycles").longValue())
                .isGreaterThan(plain.path("cycles").longValue());
        assertThat(slower.path("resolvedDevice")
                        .path("caches")
                        .path("l1")
                        .path("latency")
                        .intValue())
                .isEqualTo(300);
        assertThat(slower.path("notes").toString()).contains("the device is not as its file says: --set " + SLOWER);
        assertThat(slower.path("inputs")).isEqualTo(plain.path("inputs"));
    }

    @Test
    void run_takes_it_for_a_device_file() throws IOException {
        Path device = dir.resolve("mine.yaml");
        Files.copy(Path.of("../configs/devices/seed-discrete-l2.yaml"), device);

        JsonNode ofFile = run(stream, "-d", device.toString(), "--set", SLOWER, "--set=caches.l2.size=2MiB");
        JsonNode ofPreset = run(stream, "-d", "seed-discrete-l2", "--set", SLOWER, "--set=caches.l2.size=2MiB");

        assertThat(ofFile.path("cycles")).isEqualTo(ofPreset.path("cycles"));
        assertThat(ofFile.path("resolvedDevice")).isEqualTo(ofPreset.path("resolvedDevice"));
    }

    @Test
    void resolved_device_runs_as_the_changed_one() throws IOException {
        JsonNode changed = run(stream, "--set", SLOWER, "--set", "vram.clock=1GHz");
        Path device = dir.resolve("resolved.json");
        Files.writeString(device, changed.path("resolvedDevice").toString());

        JsonNode again = run(stream, "-d", device.toString());

        assertThat(again.path("cycles")).isEqualTo(changed.path("cycles"));
        assertThat(again.path("resolvedDevice")).isEqualTo(changed.path("resolvedDevice"));
    }

    @Test
    void capture_runs_on_the_changed_device() {
        assertThat(run("../configs/streams/captures/fillcopy-good.jsonl", "--set", "name=mine")
                        .path("device")
                        .stringValue())
                .isEqualTo("mine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run STREAM", "check STREAM", "compare STREAM STREAM", "advise STREAM", "validate STREAM"})
    void command_on_a_stream_refuses_a_key_that_is_none(String command) {
        String[] args = args(command.replace("STREAM", stream), "--set", "caches.l2.sise=2MiB");

        assertThat(Cli.run(args).err())
                .isEqualTo("--set caches.l2.sise=2MiB: no key 'sise' in caches.l2; did you mean 'size'?\n");
        assertThat(Cli.run(args).code()).isEqualTo(2);
    }

    @Test
    void value_that_is_wrong_is_told_with_the_option() {
        refused(
                Cli.run("run", stream, "--set", "caches.l2.ways=0"),
                "--set caches.l2.ways=0: caches.l2.ways: 0 is too small; at least 1 is needed");
    }

    @Test
    void text_without_a_value_is_refused() {
        refused(
                Cli.run("run", stream, "--set", "caches.l2.size"),
                "--set caches.l2.size: expected KEY=VALUE, such as caches.l2.size=2MiB");
    }

    @Test
    void check_counts_the_queues_of_the_changed_device() {
        Cli cli = Cli.run("check", stream, "--json", "--set", "name=mine");

        assertThat(cli.code()).isZero();
        assertThat(cli.out()).contains("\"device\" : \"mine\"");
    }

    @Test
    void check_on_all_devices_refuses_a_key_that_one_lacks() {
        refused(
                Cli.run("check", stream, "--simulate", "--all-devices", "--set", "caches.gl1.size=64KiB"),
                "--set caches.gl1.size=64KiB: device 'seed-discrete-l2' has no key 'gl1' in caches; did you mean 'l1'?");
    }

    @Test
    void compare_changes_both_devices() {
        Cli cli =
                Cli.run("compare", stream, "-d", "seed-discrete-l2", "-d", "seed-discrete-vram", "--set", "name=mine");

        assertThat(cli.code()).isZero();
        assertThat(cli.out()).contains("s on mine").doesNotContain("seed-discrete");
    }

    @Test
    void advise_prices_on_the_changed_device() {
        Cli cli = Cli.run("advise", stream, "--set", "name=mine");

        assertThat(cli.err()).isEmpty();
        assertThat(cli.out()).contains("mine");
    }

    @Test
    void barrier_is_priced_on_the_changed_device() {
        Cli cli = Cli.run("barrier", "COPY/TRANSFER_WRITE>COMPUTE_SHADER/SHADER_READ", "--set", "name=mine", "--json");

        assertThat(cli.code()).isZero();
        assertThat(cli.out()).contains("\"device\" : \"mine\"");
    }

    @Test
    void describe_draws_the_changed_device() {
        Cli cli = Cli.run("describe", "seed-discrete-l2", "--set", "caches.l2.size=2MiB");

        assertThat(cli.out()).startsWith("with --set caches.l2.size=2MiB\n").contains("2 MiB");
    }

    @Test
    void validate_checks_the_changed_device() {
        Cli good = Cli.run("validate", "seed-discrete-l2", "--set", "caches.l2.size=2MiB");
        Cli bad = Cli.run("validate", "seed-discrete-l2", "--set", "caches.l2.size=3MB");

        assertThat(good.code()).isZero();
        assertThat(bad.code()).isEqualTo(2);
        assertThat(bad.err()).startsWith("--set caches.l2.size=3MB: caches.l2: size 3000000 is not a multiple");
    }

    @Test
    void validate_refuses_it_for_what_is_no_device() {
        refused(
                Cli.run("validate", "turnip", "--set", "caches.l2.size=2MiB"),
                "configs/profiles/turnip.json: is a barrier profile, and --set caches.l2.size=2MiB changes devices");
    }
}
