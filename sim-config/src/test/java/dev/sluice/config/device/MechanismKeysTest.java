// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import dev.sluice.device.AtomicRate;
import dev.sluice.device.CacheHalves;
import dev.sluice.device.CacheHalves.Division;
import dev.sluice.device.CacheRates;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheStructure;
import dev.sluice.device.Client;
import dev.sluice.device.ClockRatio;
import dev.sluice.device.ComputeSpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.LineCompression;
import dev.sluice.device.LineCompression.Algorithm;
import dev.sluice.device.NetworkSpec;
import dev.sluice.device.PrefetchSpec;
import dev.sluice.program.kernel.AtomicOp;
import dev.sluice.program.kernel.ElementType;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys of mechanisms: read into the specs, neutral where absent, refused where they cannot be. */
class MechanismKeysTest {
    private static final String NETWORK = "network: {";
    private static final String UNITS = "computeUnits: {";
    private static final String L2 = "  l2: {";

    private static GpuSpec with(String before, String keys) {
        String text = TestDevice.text();
        assertThat(text).contains(before);
        return TestDevice.read(text.replace(before, before + keys));
    }

    @Test
    void shipped_devices_that_are_not_fitted_to_a_part_leave_every_mechanism_out() {
        for (String name : Devices.names()) {
            if (Devices.load(name).calibrated()) {
                continue;
            }
            GpuSpec device = Devices.load(name);
            NetworkSpec network = device.network();
            assertThat(network).isEqualTo(new NetworkSpec(network.kind(), network.latency(), network.flitBytes()));
            assertThat(device.compute().dispatcherGroupCycles()).isEqualTo(1);
            assertThat(device.compute().unitGroupCycles()).isZero();
            for (CacheSpec cache : device.caches()) {
                assertThat(cache.halves()).isEqualTo(CacheHalves.NONE);
                assertThat(cache.rates()).isEqualTo(CacheRates.NONE);
                assertThat(cache.geometry().fetch()).isEqualTo(cache.geometry().sector());
                assertThat(cache.policy().fillAtEviction()).isFalse();
                assertThat(cache.structure()).isEqualTo(CacheStructure.NONE);
            }
        }
    }

    @Test
    void reply_ports_have_their_bytes_per_cycle() {
        NetworkSpec network = with(NETWORK, "clientReply: 64, sliceReply: 1KiB, replyHeader: false, ")
                .network();

        assertThat(network.clientReplyBytes()).isEqualTo(64);
        assertThat(network.sliceReplyBytes()).isEqualTo(1024);
        assertThat(network.requestHeader()).isTrue();
        assertThat(network.replyHeader()).isFalse();
    }

    @Test
    void times_of_launching_workgroups_are_core_cycles() {
        GpuSpec device = with(UNITS, "dispatcherGroupCycles: 10ns, unitGroupCycles: 7, groupStartCycles: 20ns, ");

        assertThat(device.compute().dispatcherGroupCycles()).isEqualTo(15);
        assertThat(device.compute().unitGroupCycles()).isEqualTo(7);
        assertThat(device.compute().groupStartCycles()).isEqualTo(30);
    }

    @Test
    void workgroup_memory_has_a_queue_and_serves_lanes_in_groups() {
        GpuSpec device = with("sharedMemory: {", "laneGroupBytes: 128, queue: 60, ");

        assertThat(device.compute().sharedMemory().laneGroupBytes()).isEqualTo(128);
        assertThat(device.compute().sharedMemory().queue()).isEqualTo(60);
        ComputeSpec.WorkgroupMemory plain =
                TestDevice.read(TestDevice.text()).compute().sharedMemory();
        assertThat(plain.laneGroupBytes()).isZero();
        assertThat(plain.queue()).isZero();
    }

    @Test
    void a_cache_has_what_workgroup_memory_leaves_of_their_array() {
        GpuSpec device = TestDevice.read(TestDevice.text()
                .replace("parent: l2, size: 16KiB, line: 128", "parent: l2, carveOut: 128KiB, line: 128"));

        assertThat(device.cache("l1").geometry().size()
                        + device.compute().sharedMemory().size())
                .isEqualTo(128 << 10);
    }

    @Test
    void an_array_must_be_larger_than_workgroup_memory() {
        String text = TestDevice.text()
                .replace("parent: l2, size: 16KiB, line: 128", "parent: l2, carveOut: 4KiB, line: 128");

        assertThatThrownBy(() -> TestDevice.read(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("caches.l1.carveOut: 4KiB leaves nothing beside the workgroup memory of");
    }

    @Test
    void halves_say_what_lies_in_them() {
        CacheHalves halves = with(L2, "halves: {count: 2, latency: 100ns, units: interleaved}, ")
                .cache("l2")
                .halves();

        assertThat(halves).isEqualTo(new CacheHalves(2, 150, Division.INTERLEAVED, Division.BLOCKS));
    }

    @Test
    void halves_may_keep_copies_of_each_others_lines() {
        CacheHalves halves = with(L2, "halves: {count: 2, latency: 9, copies: true}, ")
                .cache("l2")
                .halves();

        assertThat(halves).isEqualTo(new CacheHalves(2, 9, Division.BLOCKS, Division.BLOCKS, true));
    }

    @Test
    void lines_of_another_half_are_read_through_the_slice_with_the_same_place() {
        assertThat(new CacheHalves(2, 9, Division.BLOCKS, Division.BLOCKS, true).readThrough(1, 6))
                .containsExactly(3, 4, 5, 3, 4, 5);
        assertThat(new CacheHalves(2, 9, Division.BLOCKS, Division.INTERLEAVED, true).readThrough(0, 6))
                .containsExactly(0, 0, 2, 2, 4, 4);
    }

    @Test
    void a_cache_has_its_rates() {
        CacheSpec l2 = with(
                        L2,
                        "tagsPerCycle: 0.75, readBytesPerCycle: 64, writeBytesPerCycle: 32,"
                                + " leastWriteBytes: 46, partialWriteBytes: 23, atomicLatency: 9,"
                                + " atomicRates: {add.u32: {lanes: 32}, add.f32: {wordCycles: 2.4}, other: {lanes: 0.5}}, ")
                .cache("l2");

        CacheRates rates = l2.rates();
        assertThat(rates.tagsPerCycle()).isEqualTo(0.75);
        assertThat(rates.readBytesPerCycle()).isEqualTo(64);
        assertThat(rates.writeBytesPerCycle()).isEqualTo(32);
        assertThat(rates.leastWriteBytes()).isEqualTo(46);
        assertThat(rates.partialWriteBytes()).isEqualTo(23);
        assertThat(rates.atomicLatency()).isEqualTo(9);
        assertThat(rates.atomicRate(AtomicOp.ADD, ElementType.U32)).isEqualTo(new AtomicRate(32, 1));
        assertThat(rates.atomicRate(AtomicOp.ADD, ElementType.F32)).isEqualTo(new AtomicRate(0, 2.4));
        assertThat(rates.atomicRate(AtomicOp.ADD, ElementType.U64)).isEqualTo(new AtomicRate(0.5, 1));
    }

    @Test
    void a_cache_fetches_granules_of_several_sectors() {
        CacheSpec.Geometry lines = with(L2, "fetch: 64, ").cache("l2").geometry();

        assertThat(lines.fetch()).isEqualTo(64);
        assertThat(lines.sector()).isEqualTo(32);
    }

    @Test
    void a_prefetcher_is_a_name_or_its_keys() {
        CacheSpec named = with(L2, "prefetch: stream, ").cache("l2");
        CacheSpec keys = with(
                        L2, "prefetch: {kind: stride, degree: 3, distance: 8, reserve: 2, queue: 4, page: 64KiB}, ")
                .cache("l2");

        assertThat(named.structure().prefetch()).isEqualTo(PrefetchSpec.of("stream"));
        assertThat(keys.structure().prefetch()).isEqualTo(new PrefetchSpec("stride", 3, 8, 2, 4, 65536));
    }

    @Test
    void a_cache_has_what_stands_beside_its_lines() {
        CacheStructure structure = with(
                        L2,
                        "bypass: [loads], partition: {storage: '0-2', transfer: '1,3'}, inclusive: true, writeBuffer: {entries: 4,"
                                + " drainAfter: 100ns}, victim: {lines: 6, latency: 4ns}, ")
                .cache("l2")
                .structure();

        assertThat(structure.bypass()).containsExactly(CacheStructure.Bypass.LOADS);
        assertThat(structure.partition()).isEqualTo(Map.of(Client.STORAGE, 0b0111L, Client.TRANSFER, 0b1010L));
        assertThat(structure.inclusive()).isTrue();
        assertThat(structure.writeBuffer()).isEqualTo(new CacheStructure.WriteBuffer(4, 150));
        assertThat(structure.victim()).isEqualTo(new CacheStructure.Victim(6, 6));
    }

    @Test
    void a_cache_may_be_exclusive_of_those_above() {
        assertThat(with(L2, "exclusive: true, ").cache("l2").structure().exclusive())
                .isTrue();
        assertThat(with(L2, "").cache("l2").structure().exclusive()).isFalse();
    }

    @Test
    void a_cache_compresses_its_lines_by_an_algorithm_or_its_keys() {
        CacheSpec named = with(L2, "compression: bdi, ").cache("l2");
        CacheSpec keys = with(
                        L2, "compression: {algorithm: bdi, tagFactor: 4, segment: 16, decompressionLatency: 4ns}, ")
                .cache("l2");

        assertThat(named.structure().compression()).isEqualTo(new LineCompression(Algorithm.BDI, 2, 8, 1));
        assertThat(keys.structure().compression()).isEqualTo(new LineCompression(Algorithm.BDI, 4, 16, 6));
        assertThat(keys.tags()).isEqualTo(4 * keys.geometry().ways());
    }

    @Test
    void keys_of_a_mechanism_stand_beside_one_that_says_that_it_is_off() {
        CacheSpec cache = with(
                        L2,
                        "prefetch: {kind: none, degree: 4}, compression: {algorithm: none, tagFactor: 4},"
                                + " victim: {lines: 0, latency: 3}, writeBuffer: {entries: 0, drainAfter: 9}, ")
                .cache("l2");

        assertThat(cache.structure().prefetch().on()).isFalse();
        assertThat(cache.structure().compression().on()).isFalse();
        assertThat(cache.structure().counts()).isFalse();
        assertThat(cache.tags()).isEqualTo(cache.geometry().ways());
    }

    @Test
    void keys_of_a_mechanism_without_values_turn_nothing_on_and_are_not_refused() {
        assertThat(with(L2, "prefetch: {degree: null}, victim: {}, compression: , ")
                        .cache("l2")
                        .structure())
                .isEqualTo(CacheStructure.NONE);
    }

    @Test
    void times_of_a_cache_with_a_clock_of_its_own_are_in_its_cycles() {
        CacheSpec plain = with(L2, "").cache("l2");
        CacheSpec half = with(L2, "clock: 750MHz, ").cache("l2");

        assertThat(half.structure().clock()).isEqualTo(new ClockRatio(1, 2));
        assertThat(half.timing().latency()).isEqualTo(2 * plain.timing().latency());
    }

    @Test
    void the_network_has_a_clock_and_crossbars_in_front() {
        NetworkSpec network = with(NETWORK, "clock: 1GHz, clusters: {count: 2, latency: 4, replyBytes: 64}, ")
                .network();

        assertThat(network.clock()).isEqualTo(new ClockRatio(2, 3));
        assertThat(network.clusters()).isEqualTo(new NetworkSpec.Clusters(2, 4, 0, 64));
    }

    @Test
    void a_unit_pays_for_the_slices_of_other_halves() {
        assertThat(new CacheHalves(2, 9, Division.BLOCKS, Division.INTERLEAVED).extra(2, 5, 4))
                .containsExactly(0, 9, 0, 9);
        assertThat(new CacheHalves(2, 9, Division.BLOCKS, Division.BLOCKS).extra(3, 5, 4))
                .containsExactly(9, 9, 0, 0);
        assertThat(new CacheHalves(2, 9, Division.INTERLEAVED, Division.BLOCKS).extra(3, 5, 4))
                .containsExactly(9, 9, 0, 0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "network: {;clientReply: 2MiB,;network.clientReply must be 0 to 1048576 bytes per cycle, not 2097152",
                "network: {;sliceReply: 2MiB,;network.sliceReply must be 0 to 1048576 bytes per cycle, not 2097152",
                "  l2: {;'halves: {count: 9},';'caches.l2: halves.count must be 1 to the cache''s 4 slices, not 9'",
                "  l2: {;'halves: {copies: true},';'caches.l2: halves.copies are of lines that lie in another half, and"
                        + " halves.count is 1'",
                "  tex: {;'halves: {count: 2},';'caches.tex: halves.count: only a cache of scope device that units reach'",
                "  tex: {;'atomics: true,';'caches.tex: atomics: true of a read-only cache, in which no result stays'",
                "  l2: {;'halves: {count: 3, copies: true},';'caches.l2: halves.copies: the 4 slices cannot be divided evenly"
                        + " among 3 halves'",
                "  l2: {;'halves: {count: 2, copies: true}, prefetch: nextLine,';'caches.l2: halves.copies does not go with prefetch,"
                        + " for a line may be in two slices'",
                "  l2: {;'halves: {latency: 9},';'caches.l2: halves.latency is what an access from another half takes longer,"
                        + " and halves.count is 1'",
                "  l2: {;'fetch: 16,';'caches.l2: fetch must be a power of two from the sector''s 32 to the line''s 128 bytes, not 16'",
                "  l2: {;'fetch: 256,';'caches.l2: fetch must be a power of two from the sector''s 32 to the line''s 128 bytes, not 256'",
                "  l2: {;'fillAtEviction: true,';'caches.l2: fillAtEviction: true needs allocate: validateOnWrite'",
                "  tex: {;'fillAtEviction: true,';'caches.tex: fillAtEviction: true needs allocate: validateOnWrite'",
                "  l1: {;'carveOut: 128KiB,';'caches.l1.carveOut: stands in the place of size'",
                "  l2: {;'tagsPerCycle: 2.5,';'caches.l2: tagsPerCycle of 2.5 is more than banks x throughput = 1 look-ups per"
                        + " cycle'",
                "  l2: {;'tagsPerCycle: 0.0001,';'caches.l2: tagsPerCycle must be 0 or 0.001 to 1024, not 0.0001'",
                "  l2: {;'atomicRates: {add: {lanes: 0.0001}},';'lanes must be 0 or 0.001 to 1024, not 0.0001'",
                "  l2: {;'readBytesPerCycle: 2MiB,';'caches.l2: readBytesPerCycle must be 0 to 1048576 bytes, not 2097152'",
                "  l2: {;'leastWriteBytes: 46,';'caches.l2: leastWriteBytes needs writeBytesPerCycle'",
                "  l2: {;'partialWriteBytes: 9,';'caches.l2: partialWriteBytes needs writeBytesPerCycle'",
                "  l2: {;'writeBytesPerCycle: 9, leastWriteBytes: 2MiB,';'caches.l2: leastWriteBytes must be 0 to 1048576 bytes,"
                        + " not 2097152'",
                "  l2: {;'atomicLatency: 2000000,';'caches.l2: atomicLatency must be 0 to 1048576 cycles, not 2000000'",
                "  tex: {;'atomicLatency: 5,';'caches.tex: atomicLatency needs atomics: true'",
                "transfer: {;'ports: 65,';'transfer.ports must be at most 64, not 65'",
                "  tex: {;'writeBytesPerCycle: 32,';'caches.tex: writeBytesPerCycle of a read-only cache'",
                "  tex: {;'atomicRates: {add: {}},';'caches.tex: atomicRates needs atomics: true'",
                "  l2: {;'atomicRates: {and.f32: {}},';'caches.l2: atomicRates: unknown operation ''and.f32'''",
                "  l2: {;'atomicRates: {add: {lanes: 2000}},';'caches.l2: lanes must be 0 or 0.001 to 1024, not 2000'",
                "  l2: {;'prefetch: {kind: stream, degree: 0},';'degree'",
                "  l2: {;'prefetch: {kind: stream, page: 64},';'caches.l2: prefetch.page must be a power of two of at least a line, 128 bytes,"
                        + " not 64'",
                "  l2: {;'prefetch: {degree: 4},';'caches.l2.prefetch.degree: without prefetch.kind nothing is prefetched'",
                "  l2: {;'prefetch: {kind: null, queue: 4},';'caches.l2.prefetch.queue: without prefetch.kind nothing is prefetched'",
                "  l2: {;'writeBuffer: {drainAfter: 5},';'caches.l2.writeBuffer.drainAfter: without writeBuffer.entries there is no"
                        + " write buffer'",
                "  l2: {;'victim: {latency: 9},';'caches.l2.victim.latency: without victim.lines there is no victim cache'",
                "  l2: {;'compression: {tagFactor: 4},';'caches.l2.compression.tagFactor: without compression.algorithm lines are not"
                        + " compressed'",
                "    llc: {;'victim: {latency: 9},';'host.caches.llc.victim.latency: without victim.lines there is no victim cache'",
                "  l2: {;'prefetch: {kind: stream, reserve: 999},';'caches.l2: prefetch.reserve of 999 leaves prefetches none'",
                "  l2: {;'partition: {storage: 70},';'caches.l2.partition.storage: ways are numbers and ranges from 0 to 63'",
                "  l2: {;'partition: {storage: 60-63},';'caches.l2: partition.storage must name ways from 0 to'",
                "  l2: {;'partition: {shader: 0},';'caches.l2.partition: unknown client ''shader'''",
                "  tex: {;'writeBuffer: {entries: 4},';'caches.tex: writeBuffer needs write: back'",
                "  l2: {;'victim: {lines: 300},';'caches.l2: victim.lines must be 0 to 256, not 300'",
                "  l2: {;'compression: zip,';'caches.l2.compression.algorithm: unknown value ''zip'''",
                "  l2: {;'compression: {algorithm: bdi, tagFactor: 9},';'caches.l2: compression.tagFactor: must be 1 to 8, not 9'",
                "  l2: {;'compression: {algorithm: bdi, segment: 64},';'caches.l2: compression.segment: must be a power of two from"
                        + " 1 to 32 bytes, not 64'",
                "  l2: {;'compression: bdi, victim: {lines: 3},';'caches.l2: victim: lines of a cache with compression have no place"
                        + " beside their sets'",
                "  l2: {;'compression: bdi, partition: {storage: 0},';'caches.l2: partition: lines of a cache with compression share"
                        + " the bytes of their set, whatever their way'",
                "    llc: {;'compression: bdi,';'host.caches.llc: compression: host caches have none'",
                "    llc: {;'victim: {lines: 3},';'host.caches.llc: victim: host caches have none'",
                "  l2: {;'inclusive: true, exclusive: true,';'caches.l2: exclusive: an inclusive cache cannot be exclusive'",
                "  tex: {;'exclusive: true,';'cache tex is exclusive, and no cache of compute units or of the device stands above'",
                "  l2: {;'clock: 1.000000007GHz,';'caches.l2.clock is no simple fraction of the core clock'",
                "network: {;'clusters: {latency: 4},';'network.clusters: keys of crossbars of which there are none: count is 0'",
                "    llc: {;'prefetch: nextLine,';'host.caches.llc: prefetch: host caches have none'",
                "    llc: {;'readBytesPerCycle: 32,';'host.caches.llc: readBytesPerCycle: host caches answer after their latency'",
                "    llc: {;'fetch: 64,';'host.caches.llc: fetch: host caches fetch whole lines'",
                "    llc: {;'queue: 2,';'host.caches.llc.queue: host caches take each access at once, and have no use for it'",
                "    llc: {;'throughput: 2,';'host.caches.llc.throughput: host caches take each access at once'",
                "    llc: {;'mshrMerges: 1,';'host.caches.llc.mshrMerges: host caches take each access at once'",
                "    llc: {;'flushInvalidates: true,';'host.caches.llc.flushInvalidates: host caches take each access at once'",
                "    llc: {;'sharedBy: 2,';'host.caches.llc.sharedBy: only a cache of scope computeUnit is shared by as many units'",
                "  l2: {;'sharedBy: 2,';'caches.l2.sharedBy: only a cache of scope computeUnit is shared by as many units'",
            })
    void refuses_what_cannot_be_at_its_key(String before, String keys, String problem) {
        assertThatThrownBy(() -> with(before, keys + " "))
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        e -> assertThat(TestDevice.text().lines().toList().get(e.line() - 1))
                                .startsWith(before))
                .hasMessageContaining(problem);
    }

    @Test
    void an_inclusive_cache_has_room_for_a_sector_of_those_above() {
        String text = TestDevice.text()
                .replace("line: 128, sector: 32, ways: 4, banks: 1,", "line: 128, sector: 128, ways: 4, banks: 1,")
                .replace(
                        "slices: 4, parent: vram, size: 1MiB, line: 128, sector: 32, ways: 16,",
                        "slices: 1, parent: vram, size: 64, line: 32, sector: 32, ways: 2, inclusive: true,"
                                + " victim: {lines: LINES},");

        assertThatThrownBy(() -> TestDevice.read(text.replace("LINES", "1")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("cache l2 is inclusive and holds 96 bytes, and a sector of l1 above it has 128");
        assertThat(TestDevice.read(text.replace("LINES", "2")).caches()).isNotEmpty();
    }

    @Test
    void keys_that_hosts_have_no_use_for_may_say_their_defaults() {
        String host = "    llc: {";

        GpuSpec device =
                with(host, "queue: 0x10, throughput: 1, mshrMerges: 8, flushInvalidates: false, sharedBy: 1, ");

        assertThat(device).isEqualTo(TestDevice.read(TestDevice.text()));
    }
}
