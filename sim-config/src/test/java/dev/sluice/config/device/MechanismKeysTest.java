// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import dev.sluice.device.AtomicRate;
import dev.sluice.device.CacheRates;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheSpec.Division;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.NetworkSpec;
import dev.sluice.program.kernel.AtomicOp;
import dev.sluice.program.kernel.ElementType;
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
    void shipped_devices_leave_every_mechanism_out() {
        for (String name : Devices.names()) {
            GpuSpec device = Devices.load(name);
            NetworkSpec network = device.network();
            assertThat(network).isEqualTo(new NetworkSpec(network.kind(), network.latency(), network.flitBytes()));
            assertThat(device.compute().dispatcherGroupCycles()).isEqualTo(1);
            assertThat(device.compute().unitGroupCycles()).isZero();
            for (CacheSpec cache : device.caches()) {
                assertThat(cache.halves()).isEqualTo(CacheSpec.Halves.NONE);
                assertThat(cache.rates()).isEqualTo(CacheRates.NONE);
                assertThat(cache.geometry().fetch()).isEqualTo(cache.geometry().sector());
                assertThat(cache.policy().fillAtEviction()).isFalse();
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
        GpuSpec device = with(UNITS, "dispatcherGroupCycles: 10ns, unitGroupCycles: 7, ");

        assertThat(device.compute().dispatcherGroupCycles()).isEqualTo(15);
        assertThat(device.compute().unitGroupCycles()).isEqualTo(7);
    }

    @Test
    void halves_say_what_lies_in_them() {
        CacheSpec.Halves halves = with(L2, "halves: {count: 2, latency: 100ns, units: interleaved}, ")
                .cache("l2")
                .halves();

        assertThat(halves).isEqualTo(new CacheSpec.Halves(2, 150, Division.INTERLEAVED, Division.BLOCKS));
    }

    @Test
    void a_cache_has_its_rates() {
        CacheSpec l2 = with(
                        L2,
                        "tagsPerCycle: 0.75, readBytesPerCycle: 64, writeBytesPerCycle: 32,"
                                + " atomicRates: {add.u32: {lanes: 32}, add.f32: {wordCycles: 2.4}, other: {lanes: 0.5}}, ")
                .cache("l2");

        CacheRates rates = l2.rates();
        assertThat(rates.tagsPerCycle()).isEqualTo(0.75);
        assertThat(rates.readBytesPerCycle()).isEqualTo(64);
        assertThat(rates.writeBytesPerCycle()).isEqualTo(32);
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
    void a_unit_pays_for_the_slices_of_other_halves() {
        assertThat(new CacheSpec.Halves(2, 9, Division.BLOCKS, Division.INTERLEAVED).extra(2, 5, 4))
                .containsExactly(0, 9, 0, 9);
        assertThat(new CacheSpec.Halves(2, 9, Division.BLOCKS, Division.BLOCKS).extra(3, 5, 4))
                .containsExactly(9, 9, 0, 0);
        assertThat(new CacheSpec.Halves(2, 9, Division.INTERLEAVED, Division.BLOCKS).extra(3, 5, 4))
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
                "  l2: {;'halves: {latency: 9},';'caches.l2: halves.latency is what an access from another half takes longer,"
                        + " and halves.count is 1'",
                "  l2: {;'fetch: 16,';'caches.l2: fetch must be a power of two from the sector''s 32 to the line''s 128 bytes, not 16'",
                "  l2: {;'fetch: 256,';'caches.l2: fetch must be a power of two from the sector''s 32 to the line''s 128 bytes, not 256'",
                "  l2: {;'fillAtEviction: true,';'caches.l2: fillAtEviction: true needs allocate: validateOnWrite'",
                "  tex: {;'fillAtEviction: true,';'caches.tex: fillAtEviction: true needs allocate: validateOnWrite'",
                "  l2: {;'tagsPerCycle: 2.5,';'caches.l2: tagsPerCycle of 2.5 is more than banks x throughput = 1 look-ups per"
                        + " cycle'",
                "  l2: {;'tagsPerCycle: 0.0001,';'caches.l2: tagsPerCycle must be 0 or 0.001 to 1024, not 1.0E-4'",
                "  l2: {;'readBytesPerCycle: 2MiB,';'caches.l2: readBytesPerCycle must be 0 to 1048576 bytes, not 2097152'",
                "  tex: {;'writeBytesPerCycle: 32,';'caches.tex: writeBytesPerCycle of a read-only cache'",
                "  tex: {;'atomicRates: {add: {}},';'caches.tex: atomicRates needs atomics: true'",
                "  l2: {;'atomicRates: {and.f32: {}},';'caches.l2: atomicRates: unknown operation ''and.f32'''",
                "  l2: {;'atomicRates: {add: {lanes: 2000}},';'caches.l2: lanes must be 0 or 0.001 to 1024, not 2000'",
                "    llc: {;'readBytesPerCycle: 32,';'host.caches.llc: readBytesPerCycle: host caches answer after their latency'",
                "    llc: {;'fetch: 64,';'host.caches.llc: fetch: host caches fetch whole lines'",
            })
    void refuses_what_cannot_be_at_its_key(String before, String keys, String problem) {
        assertThatThrownBy(() -> with(before, keys + " "))
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        e -> assertThat(TestDevice.text().lines().toList().get(e.line() - 1))
                                .startsWith(before))
                .hasMessageContaining(problem);
    }
}
