// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.config.device.Devices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Verdicts on dependencies through the real command line. */
final class CheckVerdictsTest {

    private static String stream(String name) {
        return Path.of(System.getProperty("sluice.root", "."), "configs", "streams")
                .resolve(name)
                .toString();
    }

    private static JsonNode check(String... arguments) {
        List<String> all = new ArrayList<>(List.of("check"));
        all.addAll(List.of(arguments));
        all.add("--json");
        return JsonMapper.builder()
                .build()
                .readTree(Cli.run(all.toArray(String[]::new)).out());
    }

    @Test
    void every_dependency_of_a_stream_has_a_verdict() {
        JsonNode verdicts = check(stream("upload-scale-readback.yaml")).get("verdicts");
        assertThat(verdicts).hasSize(3);
        assertThat(verdicts.get(0).get("verdict").stringValue()).isEqualTo("wider than needed");
        assertThat(verdicts.get(0).get("unneeded").get("dstAccess").get(0).stringValue())
                .isEqualTo("SHADER_STORAGE_WRITE");
        assertThat(verdicts.get(0).get("narrowest").get("dstAccess").get(0).stringValue())
                .isEqualTo("SHADER_STORAGE_READ");
        assertThat(verdicts.get(1).get("verdict").stringValue()).isEqualTo("needed and present");
        assertThat(verdicts.get(2).get("command").stringValue()).isEqualTo("submit0.5");
    }

    @Test
    void a_missing_dependency_is_stale_on_one_device_and_lucky_on_another() {
        JsonNode verdict = check(stream("scenarios/stale-l1-broken.yaml"), "--all-devices")
                .get("verdicts")
                .get(0);
        assertThat(verdict.get("verdict").stringValue()).isEqualTo("needed and missing");
        assertThat(verdict.get("prior").stringValue()).isEqualTo("submit0.4");
        assertThat(verdict.get("devices").get("seed-discrete-l2").stringValue()).isEqualTo("stale");
        assertThat(verdict.get("devices").get("nvidia-v100").stringValue()).isEqualTo("lucky");
        assertThat(verdict.get("devices").propertyNames())
                .as("all presets but those for lessons")
                .hasSize(9)
                .isSubsetOf(Devices.names())
                .doesNotContain("tiny-1", "tiny-2");
    }

    @Test
    void simulate_runs_on_the_chosen_device_alone() {
        JsonNode verdict = check(stream("scenarios/stale-l1-broken.yaml"), "--simulate", "--device", "nvidia-v100")
                .get("verdicts")
                .get(0);
        assertThat(verdict.get("devices")).hasSize(1);
        assertThat(verdict.get("devices").get("nvidia-v100").stringValue()).isEqualTo("lucky");
    }

    @Test
    void a_missing_dependency_to_the_host_bites() {
        JsonNode verdict = check(stream("scenarios/all-commands-not-host-broken.yaml"), "--simulate")
                .get("verdicts")
                .get(0);
        assertThat(verdict.get("devices").get("seed-discrete-l2").stringValue()).isEqualTo("stale");
    }

    @Test
    void the_report_has_a_table_of_devices() {
        Cli cli = Cli.run("check", stream("scenarios/stale-l1-broken.yaml"), "--all-devices", "--lint", "none");
        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.out()).contains("missing between", "submit0.4 > submit0.6", "stale", "lucky");
    }

    @Test
    void verdicts_can_be_left_out() {
        Cli cli = Cli.run("check", stream("upload-scale-readback.yaml"), "--verdicts", "none", "--lint", "none");
        assertThat(cli.out()).doesNotContain("dependencies");
        assertThat(cli.code()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {256, 512})
    void a_barrier_that_only_orders_bytes_beside_its_own_keeps_its_range(int offset, @TempDir Path folder)
            throws IOException {
        Path stream = Files.writeString(folder.resolve("beside.cmds"), """
                buffer x 1024
                buffer y 1024
                fill x 1 0 256
                barrier CLEAR/TRANSFER_WRITE>ALL_COMMANDS/MEMORY_READ|MEMORY_WRITE@x:%d:256
                copy x y 0 0 256
                """.formatted(offset));

        JsonNode verdict = check(stream.toString()).get("verdicts").get(1);

        assertThat(verdict.get("verdict").stringValue()).isEqualTo("wider than needed");
        assertThat(verdict.get("unneeded").get("range").stringValue()).isEmpty();
        assertThat(verdict.get("narrowest").get("offset").asInt()).isEqualTo(offset);
        assertThat(verdict.get("narrowest").get("size").asInt()).isEqualTo(256);
    }
}
