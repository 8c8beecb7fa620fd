// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.describe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.config.device.Devices;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys that are allowed and do nothing are named to whoever checks or describes a device. */
final class IdleKeysTest {

    private static String words(Cli cli) {
        assertThat(cli.code()).as(cli.err()).isZero();
        return cli.out().replaceAll("\\s+", " ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nvidia-v100 | caches.l1.inclusive=true | caches.l1.inclusive does nothing: no cache of compute units or of the device",
                "nvidia-v100 | caches.l1.partition.index=0 | caches.l1.partition.index does nothing: no access of client index comes",
                "uma-apu | caches.l2.bypass=[host] | caches.l2.bypass: 'host' does nothing: no access of host memory comes to this cache",
                "rdna2-6900xt | host.ram.timing.refreshToActivate=8 | host.ram.timing.refreshToActivate does nothing: without timing.rfcBank",
                "rdna2-6900xt | host.ram.timing.refreshToRefresh=8 | host.ram.timing.refreshToRefresh does nothing: without timing.rfcBank",
            })
    void a_key_without_what_it_concerns_is_named(String device, String set, String sentence) {
        assertThat(words(Cli.run("validate", device, "--set", set))).contains(sentence);
        assertThat(words(Cli.run("describe", device, "--set", set))).contains("no effect " + sentence);
    }

    @Test
    void stack_ids_of_one_rank_are_named() {
        assertThat(words(Cli.run("validate", "nvidia-v100", "--set", "vram.preset=hbm3", "--set", "vram.ranks=1")))
                .contains("vram.stackIds does nothing: there is one rank");
    }

    @ParameterizedTest
    @CsvSource({
        "caches.l2.inclusive=true",
        "caches.l2.bypass=[host]",
        "caches.l2.partition.index=0",
        "caches.l2.partition.transfer=0",
        "caches.l2.partition.storage=0"
    })
    void a_key_that_concerns_something_is_not(String set) {
        assertThat(words(Cli.run("validate", "nvidia-v100", "--set", set))).doesNotContain("does nothing");
    }

    @ParameterizedTest
    @CsvSource({
        "ddr5-5600, DRAM preset ddr5-5600",
        "dram/hbm3, DRAM preset hbm3",
        "energy/published, table of energies published"
    })
    void parts_of_devices_that_are_brought_along_are_no_devices(String name, String what) {
        assertThat(words(Cli.run("validate", name))).contains(name + ": ok, " + what);
    }

    @Test
    void no_shipped_device_has_one() {
        for (String device : Devices.names()) {
            assertThat(words(Cli.run("validate", device))).as(device).doesNotContain("does nothing");
        }
    }
}
