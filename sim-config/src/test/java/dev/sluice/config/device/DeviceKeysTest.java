// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.device.Client;
import dev.sluice.device.GpuSpec;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that only some of the shipped devices need, and what those devices promise by them. */
class DeviceKeysTest {

    @Test
    void copies_of_the_tiler_read_through_a_cache_that_they_write_past() {
        GpuSpec device = Devices.load("adreno-6xx");

        assertThat(device.transfer().reads()).isEqualTo("uche");
        assertThat(device.clients()).containsEntry(Client.TRANSFER, GpuSpec.VRAM);
        assertThat(Devices.load("seed-discrete-l2").transfer().reads()).isNull();
    }

    @Test
    void copies_cannot_read_through_an_unknown_cache() {
        String text = TestDevice.text().replaceFirst("transfer: \\{", "transfer: {reads: l3, ");

        assertThatThrownBy(() -> TestDevice.read(text))
                .hasMessageContaining("transfer.reads: unknown cache 'l3'; did you mean 'l1'?");
    }

    @Test
    void caches_that_a_profile_only_flushes_say_that_it_invalidates_them_too() {
        GpuSpec device = Devices.load("intel-arc");

        assertThat(device.caches().stream()
                        .filter(cache -> cache.upkeep().flushInvalidates())
                        .map(cache -> cache.role().name()))
                .containsExactlyInAnyOrder("L1", "ROP_COLOR", "ROP_DEPTH");
        assertThat(Devices.load("rdna2-6900xt").caches())
                .noneMatch(cache -> cache.upkeep().flushInvalidates());
    }

    @ParameterizedTest
    @ValueSource(strings = {"adreno-6xx", "nvidia-v100"})
    void units_that_no_barrier_or_only_some_act_on_store_at_pass_end(String name) {
        assertThat(Devices.load(name).rop().flushAtPassEnd()).isTrue();
    }

    @Test
    void units_without_a_barrier_action_never_keep_what_they_wrote() {
        assertThat(Devices.load("nvidia-v100").caches().stream()
                        .filter(cache -> cache.geometry().tile()))
                .hasSize(2)
                .noneMatch(cache -> cache.policy().canBeDirty());
    }

    @Test
    void the_tilers_memory_on_the_chip_is_1_MiB() {
        GpuSpec device = Devices.load("adreno-6xx");

        assertThat(device.caches().stream()
                        .filter(cache -> cache.geometry().tile())
                        .mapToLong(cache -> cache.geometry().size())
                        .sum())
                .isEqualTo((1 << 20) / device.rop().count());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "network | caches: 'network' stands for the network and cannot name a cache",
                "link    | caches: 'link' stands for the link to the host and cannot name a cache",
                "l1.b    | caches: 'l1.b' cannot name a cache: letters, digits, _ and - are expected",
                "'l1[0]' | caches: 'l1[0]' cannot name a cache: letters, digits, _ and - are expected",
                "''      | caches: '' cannot name a cache: letters, digits, _ and - are expected",
            })
    void a_cache_has_a_name_that_is_told_from_others(String name, String said) {
        String text = TestDevice.text()
                .replaceFirst("(?m)^  l2:", "  \"" + name + "\": {scope: device, parent: l2, size: 4KiB}\n  l2:");

        assertThatThrownBy(() -> TestDevice.read(text))
                .hasMessageMatching("device.yaml:\\d+:3: " + Pattern.quote(said));
    }

    @Test
    void a_cache_of_the_host_is_not_called_as_its_memory() {
        String text = TestDevice.text().replaceFirst("(?m)^    l1:", "    ram:");

        assertThatThrownBy(() -> TestDevice.read(text))
                .hasMessageContaining("caches: 'ram' stands for host memory and cannot name a cache");
    }

    @ParameterizedTest
    @ValueSource(strings = {"l1", "''", "L1-A", "1"})
    void a_role_is_one_that_profiles_can_name(String role) {
        String text = TestDevice.text().replaceFirst("role: L1", "role: " + role);

        assertThatThrownBy(() -> TestDevice.read(text))
                .hasMessageContaining(
                        "caches.l1.role: '" + role.replace("'", "") + "' is no cache role: capital letters");
    }

    @Test
    void a_device_has_a_name() {
        String text = TestDevice.text().replaceFirst("(?m)^name: .*", "name: ' '");

        assertThatThrownBy(() -> TestDevice.read(text)).hasMessageContaining(": name: is empty");
    }
}
