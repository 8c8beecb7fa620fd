// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.Client;
import dev.sluice.device.DramTiming;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.MemoryProperty;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceReaderTest {
    private static GpuSpec full() {
        return TestDevice.read(TestDevice.text());
    }

    /** The message for the full device with one text replaced; the line that it names must hold the new text. */
    private static String problem(String old, String replacement) {
        String text = TestDevice.text();
        assertThat(text).contains(old);
        String changed = text.replace(old, replacement);
        try {
            TestDevice.read(changed);
        } catch (ConfigException e) {
            String firstLine = replacement.lines().findFirst().orElse("");
            assertThat(changed.lines().toList().get(e.line() - 1)).contains(firstLine.strip());
            return e.problem();
        }
        throw new AssertionError("was accepted: " + replacement);
    }

    @Test
    void reads_units_into_the_machines_base_units() {
        GpuSpec device = full();

        assertThat(device.clockHz()).isEqualTo(1_500_000_000L);
        assertThat(device.cache("uni").timing().latency()).isEqualTo(30);
        assertThat(device.cache("l2").geometry().size()).isEqualTo(1 << 20);
        assertThat(device.host().link().latencyPicos()).isEqualTo(500_000);
        assertThat(device.host().submitPicos()).isEqualTo(2_000_000);
        assertThat(device.host().writeCombiningDrainPicos()).isEqualTo(1_000_000);
    }

    @Test
    void lays_the_device_over_the_dram_preset() {
        GpuSpec device = full();

        assertThat(device.vram().channels()).isEqualTo(2);
        assertThat(device.vram().timing().cl()).isEqualTo(20);
        assertThat(device.vram().timing().rp()).isEqualTo(24);
        assertThat(device.vram().timing().rc()).isEqualTo(54 + 24);
        assertThat(device.vram().controllerLatency()).isEqualTo(15);
        assertThat(device.host().ram()).isNotNull().satisfies(ram -> {
            assertThat(ram.channels()).isEqualTo(4);
            assertThat(ram.timing().cl()).isEqualTo(24);
        });
    }

    @Test
    void times_of_a_preset_are_counted_in_cycles_of_the_clock_that_a_device_gives() {
        // the preset's clock is 1.75 GHz; full.yaml says itself that cl is 20
        DramTiming half = TestDevice.read(TestDevice.text()
                        .replace("vram: {preset: test-dram,", "vram: {preset: test-dram, clock: 875MHz,"))
                .vram()
                .timing();

        assertThat(half.cl()).as("the device's own").isEqualTo(20);
        assertThat(half.rp()).isEqualTo(12);
        assertThat(half.rc()).isEqualTo(27 + 12);
        assertThat(half.rrdS()).as("rounded up").isEqualTo(5);
        assertThat(half.refi()).as("rounded down").isEqualTo(1666);
        assertThat(half.burst()).as("cycles").isEqualTo(2);
        assertThat(half.ccdL()).as("cycles").isEqualTo(3);
        assertThat(half.rtw())
                .as("10 - (24 - 5) cycles and the difference of the latencies")
                .isEqualTo(8);
    }

    @Test
    void fills_in_what_a_write_back_cache_does_not_say() {
        CacheSpec rop = full().cache("ropColor");

        assertThat(rop.policy().allocate()).isEqualTo(CacheSpec.Allocation.FETCH_ON_WRITE);
        assertThat(rop.policy().dirty()).isEqualTo(CacheSpec.DirtyTracking.LINE);
        assertThat(rop.geometry().line()).isEqualTo(256);
        assertThat(rop.geometry().sector()).isEqualTo(256);
    }

    @Test
    void routes_clients_that_the_file_does_not_name() {
        GpuSpec device = full();

        assertThat(device.clients())
                .containsEntry(Client.SAMPLED, "tex")
                .containsEntry(Client.DEPTH_STENCIL_ATTACHMENT, "vram")
                .containsEntry(Client.DISPLAY, "vram");
    }

    @Test
    void chains_the_host_caches_in_file_order() {
        assertThat(full().host().caches())
                .extracting(CacheSpec::name, CacheSpec::parent, CacheSpec::scope)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("l1", "llc", CacheSpec.Scope.HOST),
                        org.assertj.core.groups.Tuple.tuple("llc", "ram", CacheSpec.Scope.HOST));
    }

    @Test
    void computes_the_links_bandwidth_from_its_lanes() {
        // 16 GT/s x 16 lanes x 128/130 / 8 = 31.5 GB/s, of which 256 of 280 bytes are payload
        assertThat(full().host().link().bytesPerSecond()).isEqualTo(28807032967L);
    }

    @Test
    void keeps_heaps_types_and_queues() {
        GpuSpec device = full();

        assertThat(device.heaps()).extracting(heap -> heap.deviceLocal()).containsExactly(true, false);
        assertThat(device.memoryTypes().get(2).properties())
                .containsExactly(MemoryProperty.HOST_VISIBLE, MemoryProperty.HOST_CACHED);
        assertThat(device.queueFamilies()).extracting(family -> family.name()).containsExactly("universal", "copy");
        assertThat(device.barrierProfile()).isEqualTo("l2");
    }

    @Test
    void a_device_without_host_memory_is_unified() {
        String text = TestDevice.text()
                .replace("  ram: {preset: test-dram, size: 4GiB}\n", "")
                .replace("kind: pcie4", "kind: onchip, bandwidth: 60GB");

        assertThat(TestDevice.read(text).unified()).isTrue();
        assertThat(TestDevice.read(text).host().link().bytesPerSecond()).isEqualTo(60_000_000_000L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pcie3 | 256",
                "pcie4 | 768",
                "pcie5 | 768",
                "onchip, bandwidth: 60GB | 64",
                "pcie3, credits: 9 | 9"
            })
    void a_link_that_says_no_more_has_as_many_requests_under_way_as_tags(String kind, int credits) {
        String text = TestDevice.text().replace("kind: pcie4", "kind: " + kind).replace(", credits: 64", "");

        assertThat(TestDevice.read(text).host().link().credits()).isEqualTo(credits);
    }

    @Test
    void levels_are_removed_by_deleting_their_node() {
        String text = TestDevice.text().replaceAll("(?s)  l2: \\{.*?\\}\n", "").replace("parent: l2", "parent: vram");

        assertThat(TestDevice.read(text).caches())
                .extracting(CacheSpec::name)
                .containsExactly("l1", "tex", "uni", "ropColor", "ropColorMeta", "texMeta");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "slices: 4, parent: vram | slices: 4, parent: l1 | the parents form a circle: l1 -> l2 -> l1",
                "slices: 4, parent: vram | slices: 4, parent: l3 | caches.l2.parent: unknown cache 'l3'; did you mean 'l1'?",
                "slices: 4, parent: vram | slices: 4, parent: l2 | caches.l2.parent: a cache cannot be its own parent",
                "allocate: fetchOnWrite, dirty: line | allocate: fetchOnWrite, dirty: none | would lose every store",
                "allocate: fetchOnWrite, dirty: line | allocate: validateOnWrite, dirty: line | never fetched",
                "write: through, allocate: noWrite, dirty: none | write: back, allocate: fetchOnWrite, dirty: sector | caches.l1: dirty: byte is needed in a write-back cache of a compute unit",
                "role: L2, scope: device | role: L2, scope: devise | unknown value 'devise'; did you mean 'device'?",
                "role: L2, scope: device | role: L2, scope: host | host caches stand under host.caches",
                "replacement: plru | replacement: plur | unknown policy 'plur'; did you mean 'plru'?",
                "sampled: tex | sampled: text | clients.sampled: unknown cache 'text'; did you mean 'tex'?",
                "sampled: tex | sampeld: tex | clients: unknown client 'sampeld'; did you mean 'sampled'?",
                "storage: l1, sampled: tex | sampled: tex | missing key 'storage'",
                "waveSize: 32 | waveSize: 65 | 65 is too large; at most 64 is possible",
                "size: 1MiB, line: 128 | size: 1000000, line: 128 | size 1000000 is not a multiple of slices x ways x line = 4 x 16 x 128; 976KiB or 984KiB would be",
                "size: 1MiB, line: 128 | size: 1MiX, line: 128 | '1MiX' is not a size",
                "clock: 1.5GHz | clock: 1.5Ghz | write 1.5GHz",
                "barriers: l2 | barriers: l3 | unknown profile 'l3'; did you mean 'l2'?",
                "vram: {preset: test-dram | vram: {preset: test-dran | unknown DRAM preset 'test-dran'; did you mean 'test-dram'?",
                "kind: pcie4 | kind: pcie6 | unknown link 'pcie6'; did you mean 'pcie3'?",
                "kind: pcie4 | kind: onchip | needs 'bandwidth'",
                "kind: crossbar | kind: ring | network.kind must be crossbar",
                "walkers: 4 | walkers: many | pages.tlb.walkers: expected a whole number",
                "{heap: 0, flags: [DEVICE_LOCAL]} | {heap: 2, flags: [DEVICE_LOCAL]} | memory type 0 names heap 2, but there are 2 heaps",
                "{heap: 0, flags: [DEVICE_LOCAL]} | {heap: 1, flags: [DEVICE_LOCAL]} | memory type 0 (DEVICE_LOCAL) is DEVICE_LOCAL, but its heap 1 is not",
                "{heap: 1, flags: [HOST_VISIBLE, HOST_CACHED]} | {heap: 0, flags: [HOST_VISIBLE, HOST_CACHED]} | is not DEVICE_LOCAL, but its heap 0 is",
                "[HOST_VISIBLE, HOST_CACHED] | [HOST_CACHED] | memory type 2 has HOST_CACHED, which is none of the allowed sets",
                "[HOST_VISIBLE, HOST_CACHED] | [HOST_VISIBLE, HOST_CACHD] | unknown value 'HOST_CACHD'",
                "{size: 1GiB, flags: [DEVICE_LOCAL]} | {size: 2GiB, flags: [DEVICE_LOCAL]} | more than the 1073741824 of vram",
                "name: copy, flags: [TRANSFER] | name: copy, flags: [TRANSFR] | unknown flag 'TRANSFR'; did you mean 'TRANSFER'?",
                "name: copy, flags: [TRANSFER] | name: universal, flags: [TRANSFER] | two families are named 'universal'",
                "policy: frfcfs | policy: rr | vram: policy must be frfcfs or fcfs, not rr",
                "write: back, parent: ram | write: back, parent: l1 | the parent here is 'ram'",
                "maxPayload: 256 | maxPayload: 256, leastPayload: 300 | host.link.leastPayload must be at least 0 and at most 256, not 300",
                "maxPayload: 256 | maxPayload: 256, width: 4 | host.link: unknown key 'width'",
            })
    void names_the_fault_and_its_line(String old, String replacement, String message) {
        assertThat(problem(old, replacement)).contains(message);
    }

    @Test
    void types_with_more_flags_come_later() {
        String text = TestDevice.text()
                .replace("[HOST_VISIBLE, HOST_COHERENT]}", "[HOST_VISIBLE, HOST_CACHED, HOST_COHERENT]}");

        assertThatThrownBy(() -> TestDevice.read(text))
                .hasMessageContaining(
                        "device.yaml:48:5: memoryTypes: memory type 2 (HOST_VISIBLE|HOST_CACHED) must come before type"
                                + " 1");
    }

    @Test
    void collects_every_misspelled_key_of_a_file() {
        String text = TestDevice.text().replace("waveSize:", "waveSise:").replace("lanes:", "lane:");

        assertThatThrownBy(() -> TestDevice.read(text)).isInstanceOfSatisfying(ConfigException.class, e -> {
            assertThat(e).hasMessageContaining("unknown key 'waveSise'; did you mean 'waveSize'?");
            assertThat(e.others())
                    .extracting(ConfigException::problem)
                    .contains(
                            "computeUnits: missing key 'waveSize'",
                            "host.link: unknown key 'lane'; did you mean 'lanes'?");
        });
    }

    @Test
    void refuses_another_version() {
        assertThatThrownBy(() -> TestDevice.read(TestDevice.text().replace("sluice: 1", "sluice: 2")))
                .hasMessage("device.yaml:2:9: this file says sluice: 2; this build reads version 1");
    }

    @Test
    void dram_without_a_preset_names_what_is_missing() {
        String text = TestDevice.text().replace("ram: {preset: test-dram, size: 4GiB}", "ram: {size: 4GiB}");

        assertThatThrownBy(() -> TestDevice.read(text))
                .hasMessageContaining("host.ram: missing key 'channels'; name a preset or give it here");
    }

    @Test
    void json_says_the_same_as_yaml() {
        String json = TestDevice.json(TestDevice.text());

        GpuSpec fromJson =
                new DeviceReader(TestDevice.CATALOG).read("device.json", json.getBytes(StandardCharsets.UTF_8));

        assertThat(fromJson).isEqualTo(full());
        assertThat(List.of(fromJson.caches())).isEqualTo(List.of(full().caches()));
    }
}
