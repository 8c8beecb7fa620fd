// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.testing.MockRequester.Access;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.program.image.MeantTexels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many requests at a unit: order, back-pressure, what passes by, and that nothing is lost. */
final class CompressionFlowTest {

    private static final long OUTSIDE = 0x4000;

    private final UnitRig rig = new UnitRig();

    @Test
    void requests_outside_compressible_images_pass_without_delay() {
        MockRequester rop = rig.requester(rig.rop());
        Access write = rop.write(0, OUTSIDE, new byte[] {1, 2});
        Access read = rop.read(500, OUTSIDE, 2);
        Access atomic = rop.atomicAdd(800, OUTSIDE, 1);
        rig.finish();
        assertThat(write.latency()).isEqualTo(UnitRig.DATA_LATENCY);
        assertThat(read.latency()).isEqualTo(UnitRig.DATA_LATENCY);
        assertThat(read.data).containsExactly(1, 2);
        assertThat(atomic.result & 0xFFFF).isEqualTo(0x0201);
        assertThat(rig.metadata.seen).isEmpty();
    }

    @Test
    void what_is_too_long_for_the_way_below_passes_in_pieces() {
        rig.maxDataBytes = 64;
        MockRequester rop = rig.requester(rig.rop());
        byte[] bytes = rig.noise(1);
        rop.write(0, OUTSIDE, bytes);
        Access read = rop.read(500, OUTSIDE, 256);
        rig.finish();
        assertThat(read.data).isEqualTo(bytes);
        assertThat(rig.data.seen).hasSize(8);
    }

    @Test
    void writes_and_atomics_of_readers_go_past_the_codec() {
        MockRequester texture = rig.texture(true);
        texture.write(0, UnitRig.tile(0) + 4, new byte[] {5, 0, 0, 0});
        Access atomic = texture.atomicAdd(500, UnitRig.tile(0) + 4, 2);
        rig.finish();
        assertThat(rig.data.store.data(UnitRig.tile(0) + 4)).isEqualTo((byte) 7);
        assertThat(atomic.done()).isTrue();
        assertThat(rig.metadata.seen).isEmpty();
    }

    @Test
    void a_pass_of_the_same_tile_keeps_its_place() {
        MockRequester texture = rig.texture(true);
        texture.write(0, UnitRig.tile(0), new byte[] {1, 0, 0, 0});
        Access first = texture.atomicAdd(0, UnitRig.tile(0), 1);
        Access second = texture.atomicAdd(0, UnitRig.tile(0), 1);
        Access read = texture.read(0, UnitRig.tile(0), 4);
        rig.finish();
        assertThat(first.result).isEqualTo(1);
        assertThat(second.result).isEqualTo(2);
        assertThat(read.data[0]).isEqualTo((byte) 3);
    }

    @Test
    void takes_as_many_requests_as_it_has_operations_and_then_makes_senders_wait() {
        MockRequester rop = rig.requester(rig.rop());
        List<Access> reads = new ArrayList<>();
        for (int i = 0; i < CompressionUnit.OPERATIONS + 1; i++) {
            reads.add(rop.read(0, UnitRig.tile(2 * i), 256));
        }
        rig.engine.runUntil(UnitRig.METADATA_LATENCY + UnitRig.DATA_LATENCY - 1);
        assertThat(reads.get(CompressionUnit.OPERATIONS).sent).isEqualTo(-1);
        rig.finish();
        assertThat(reads.get(CompressionUnit.OPERATIONS).sent)
                .isEqualTo(UnitRig.METADATA_LATENCY + UnitRig.DATA_LATENCY);
    }

    @Test
    void says_who_waits_for_whom() {
        MockRequester rop = rig.requester(rig.rop());
        rig.data.pause();
        for (int i = 0; i < CompressionUnit.OPERATIONS + 1; i++) {
            rop.read(0, UnitRig.tile(2 * i), 256);
        }
        rig.engine.runUntil(1000);
        WaitGraph graph = new WaitGraph();
        rig.engine.components().forEach(c -> c.describeWaits(graph));
        assertThat(graph.lines())
                .contains("rop.client waits for rop: a credit of rop.in (16 of 16 in use)")
                .contains("rop waits for the level below rop: 16 operations on tiles");
        Audit audit = new Audit();
        rig.engine.components().forEach(c -> c.audit(audit));
        assertThat(audit.complaints()).contains("rop: 16 operations issued, 0 completed");
        rig.data.resume();
        rig.finish();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1024})
    void behaves_like_a_memory_whatever_room_the_ways_below_have(int credits) {
        UnitRig own = new UnitRig(4, 0, true, credits);
        own.maxDataBytes = 128;
        CompressionUnit unit = own.rop();
        MockRequester rop = own.requester(unit);
        Random random = new Random(credits);
        byte[] expected = new byte[8 * 256];
        int[] versions = new int[expected.length];
        for (int t = 0; t < 8; t++) {
            UnitRig.writeBack(rop, 0, UnitRig.tile(t), new byte[256]);
            Arrays.fill(versions, t * 256, t * 256 + 256, 1);
        }
        List<Runnable> checks = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            int t = random.nextInt(8);
            rop.agent = 2 + i;
            int size = 32 << random.nextInt(4);
            int offset = random.nextInt(256 / size) * size;
            int at = t * 256 + offset;
            if (random.nextBoolean()) {
                byte[] bytes = part(own, random, offset, size);
                UnitRig.writeBack(rop, 1 + i * 3L, UnitRig.BASE + at, bytes);
                System.arraycopy(bytes, 0, expected, at, size);
                Arrays.fill(versions, at, at + size, 2 + i);
            } else {
                Access read = rop.read(1 + i * 3L, UnitRig.BASE + at, size);
                byte[] bytes = Arrays.copyOfRange(expected, at, at + size);
                int[] from = Arrays.copyOfRange(versions, at, at + size);
                checks.add(() -> {
                    assertThat(read.data).isEqualTo(bytes);
                    assertThat(read.versions).isEqualTo(from);
                });
            }
        }
        own.finish();
        checks.forEach(Runnable::run);
        assertThat(own.counters.garbledTiles).isZero();
        for (int state = 0; state < 5; state++) {
            assertThat(own.counters.tilesWritten[state]).as("state " + state).isPositive();
        }
    }

    private static byte[] part(UnitRig rig, Random random, int offset, int size) {
        int seed = random.nextInt(50);
        byte[] whole = switch (random.nextInt(5)) {
            case 0 -> rig.noise(seed);
            case 1 -> rig.half(seed);
            case 2 -> Tiles.gradient(256, Tiles.grid(256, 4), new Random(seed));
            case 3 -> rig.flat(seed);
            default -> new byte[256];
        };
        return Arrays.copyOfRange(whole, offset, offset + size);
    }

    @Test
    void a_clear_waits_for_writes_of_its_tiles_and_later_reads_wait_for_it() {
        CompressionUnit unit = rig.rop();
        MockRequester rop = rig.requester(unit);
        UnitRig.writeBack(rop, 0, UnitRig.tile(1), rig.half(1));
        rig.clear(1, unit, 0, 4, TileCodec.CLEAR + 1, 5);
        Access read = rop.read(2, UnitRig.tile(1), 32);
        rig.finish();
        assertThat(read.data).containsOnly(0xFF);
        assertThat(rig.cleared.get(0)).isGreaterThan(UnitRig.DATA_LATENCY);
    }

    @Test
    void a_clear_of_another_surface_or_of_too_many_tiles_is_refused() {
        CompressionUnit unit = rig.rop();
        assertThatThrownBy(() -> unit.clear(rig.surface, OUTSIDE, 1, 4, -1, 1, unit, 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("color");
        assertThatThrownBy(() -> unit.clear(rig.surface, UnitRig.BASE, 65, 4, -1, 1, unit, 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not in one sector");
    }

    @Test
    void tells_the_checker_which_decoded_bytes_a_write_back_replaces() {
        List<String> told = new ArrayList<>();
        AccessChecker checker = new AccessChecker() {
            @Override
            public boolean isMeant(long address, int sectors, SectorStore store, int slot) {
                return false;
            }

            @Override
            public void wrote(Request request) {}

            @Override
            public void read(Request request, MeantTexels meant) {}

            @Override
            public void overwrites(Request request, int sector, int mask, SectorStore store, int slot) {
                told.add(sector + " " + Integer.toHexString(mask) + " " + store.byteVersion(slot, 4) + " "
                        + store.data(slot, 4));
            }
        };
        MockRequester rop = rig.requester(rig.unit("rop", true, true, checker));
        byte[] tile = rig.flat(1);
        UnitRig.writeBack(rop, 0, UnitRig.tile(0), tile);
        UnitRig.writeBack(rop, 500, UnitRig.tile(0) + 68, new byte[] {1});
        rig.finish();
        assertThat(told).containsExactly("0 10 1 " + tile[68]);
    }

    @Test
    void counters_restart() {
        MockRequester rop = rig.requester(rig.rop());
        UnitRig.writeBack(rop, 0, UnitRig.tile(0), rig.half(1));
        rig.finish();
        assertThat(rig.counters.tilesWritten[1]).isEqualTo(1);
        assertThat(rig.counters.metadataReads).isEqualTo(1);
        assertThat(rig.counters.metadataWrites).isEqualTo(1);
        rig.counters.reset();
        assertThat(rig.counters.tilesWritten).containsOnly(0);
        assertThat(rig.counters.writeBytes).isZero();
    }
}
