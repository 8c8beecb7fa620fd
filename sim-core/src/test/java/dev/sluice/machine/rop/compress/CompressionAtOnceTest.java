// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.testing.MockRequester.Access;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A unit outside simulated time does to tiles and metadata what it does within. */
final class CompressionAtOnceTest {

    private static final int TILES = 6;
    private static final int OPERATIONS = 60;

    /** Has a unit carry out at once what comes. */
    private record AtOnce(CompressionUnit unit) implements Downstream {
        @Override
        public boolean trySend(Request request) {
            unit.perform(request);
            request.reply(0);
            return true;
        }

        @Override
        public void perform(Request request) {
            unit.perform(request);
        }

        @Override
        public void await(Request request, Component waiter, int kind, int argument) {
            throw new IllegalStateException("there is always room");
        }

        @Override
        public void sendAwaited(Request request) {
            throw new IllegalStateException("nobody waits");
        }

        @Override
        public void reply(Request request, long delay) {
            request.deliverReply(delay);
        }

        @Override
        public int maxRequestBytes() {
            return unit.maxRequestBytes();
        }

        @Override
        public void describeWaits(WaitGraph graph) {
            unit.describeWaits(graph);
        }
    }

    private static final class Run {
        final UnitRig rig;
        final List<Access> reads = new ArrayList<>();

        Run(int bits, int maxDataBytes, boolean atOnce, long seed) {
            rig = new UnitRig(bits, 0, true, 1024);
            rig.maxDataBytes = maxDataBytes;
            CompressionUnit output = rig.rop();
            CompressionUnit texture = rig.unit("texture", false, false, null);
            MockRequester rop = requester(output, atOnce);
            MockRequester sampler = requester(texture, atOnce);
            Random random = new Random(seed);
            for (int i = 0; i < OPERATIONS; i++) {
                if (random.nextInt(7) == 0) {
                    clear(output, atOnce, 5_000L * i, random);
                } else {
                    script(rop, sampler, 5_000L * i, random);
                }
            }
            rig.finish();
        }

        private void clear(CompressionUnit output, boolean atOnce, long cycle, Random random) {
            int first = random.nextInt(TILES);
            int count = 1 + random.nextInt(TILES - first);
            int code = TileCodec.CLEAR + random.nextInt(2);
            int agent = 1 + random.nextInt(5);
            if (atOnce) {
                rig.at(cycle, () -> output.clearAtOnce(rig.surface, UnitRig.tile(first), count, code, -1, agent));
            } else {
                rig.clear(cycle, output, first, count, code, agent);
            }
        }

        private MockRequester requester(CompressionUnit unit, boolean atOnce) {
            return new MockRequester(rig.engine, unit.name() + ".client", rig.pool, atOnce ? new AtOnce(unit) : unit);
        }

        private void script(MockRequester rop, MockRequester sampler, long cycle, Random random) {
            long tile = UnitRig.tile(random.nextInt(TILES));
            rop.agent = 1 + random.nextInt(5);
            byte[] bytes = switch (random.nextInt(4)) {
                case 0 -> rig.noise(random.nextInt());
                case 1 -> rig.half(random.nextInt());
                case 2 -> rig.flat(random.nextInt());
                default -> new byte[256];
            };
            int from = random.nextInt(256);
            int size = 1 + random.nextInt(256 - from);
            switch (random.nextInt(6)) {
                case 0, 1 -> UnitRig.writeBack(rop, cycle, tile, bytes);
                case 2 -> UnitRig.writeBack(rop, cycle, tile + from, Arrays.copyOfRange(bytes, from, from + size));
                case 3 -> reads.add(rop.read(cycle, tile + from, size));
                case 4 -> reads.add(UnitRig.readTexels(sampler, cycle, tile + from, size));
                default -> reads.add(sampler.read(cycle, tile + from, size)); // of somebody who sees what memory holds
            }
        }
    }

    private static void assertEqual(Run atOnce, Run inTime) {
        for (int i = 0; i < inTime.reads.size(); i++) {
            assertThat(atOnce.reads.get(i).data).as("read %d", i).isEqualTo(inTime.reads.get(i).data);
            assertThat(atOnce.reads.get(i).versions).as("read %d", i).isEqualTo(inTime.reads.get(i).versions);
        }
        assertEqual(atOnce.rig.data.store, inTime.rig.data.store, UnitRig.BASE, TILES * 256);
        assertEqual(atOnce.rig.metadata.store, inTime.rig.metadata.store, UnitRig.METADATA, TILES);
        assertThat(atOnce.rig.data.readSectors).isEqualTo(inTime.rig.data.readSectors);
        assertThat(atOnce.rig.data.writtenBytes).isEqualTo(inTime.rig.data.writtenBytes);
        assertThat(atOnce.rig.counters).usingRecursiveComparison().isEqualTo(inTime.rig.counters);
    }

    private static void assertEqual(BackingStore atOnce, BackingStore inTime, long address, int size) {
        for (long at = address; at < address + size; at++) {
            assertThat(atOnce.data(at)).as("byte %d", at - address).isEqualTo(inTime.data(at));
            assertThat(atOnce.version(at))
                    .as("version of byte %d", at - address)
                    .isEqualTo(inTime.version(at));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8})
    void tiles_metadata_and_counters_are_those_of_a_run_in_time(int metadataBits) {
        for (long seed = 1; seed <= 20; seed++) {
            assertEqual(new Run(metadataBits, 256, true, seed), new Run(metadataBits, 256, false, seed));
        }
    }

    @Test
    void tiles_longer_than_the_requests_below_go_in_pieces() {
        for (long seed = 1; seed <= 10; seed++) {
            assertEqual(new Run(4, 64, true, seed), new Run(4, 64, false, seed));
        }
    }

    @Test
    void atomics_are_handed_on() {
        UnitRig rig = new UnitRig();
        CompressionUnit unit = rig.rop();
        MockRequester requester = new MockRequester(rig.engine, "client", rig.pool, new AtOnce(unit));
        Access first = requester.atomicAdd(0, UnitRig.tile(1), 5);
        Access second = requester.atomicAdd(10, UnitRig.tile(1), 6);
        rig.finish();
        assertThat((int) second.result).isEqualTo((int) first.result + 5);
        assertThat(rig.data.store.data(UnitRig.tile(1))).isEqualTo((byte) (first.result + 11));
    }
}
