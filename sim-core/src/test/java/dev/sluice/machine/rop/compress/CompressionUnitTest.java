// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.LayoutCompression;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.VersionBundles;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.testing.MockRequester.Access;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a unit does with one tile: reads, writes, versions, times. */
final class CompressionUnitTest {

    private static final long T = UnitRig.tile(0);

    private final UnitRig rig = new UnitRig();

    @Test
    void a_whole_tile_is_stored_in_half_and_read_from_half() {
        MockRequester rop = rig.requester(rig.rop());
        byte[] tile = rig.half(1);
        UnitRig.writeBack(rop, 0, T, tile);
        Access read = rop.read(500, T, 256);
        rig.finish();
        assertThat(read.data).isEqualTo(tile);
        assertThat(rig.code(0)).isEqualTo(1);
        assertThat(rig.data.writtenBytes).isEqualTo(128);
        assertThat(rig.data.readSectors).isEqualTo(4);
        assertThat(rig.counters.tilesWritten).containsExactly(0, 1, 0, 0, 0);
        assertThat(rig.counters.tilesRead).containsExactly(0, 1, 0, 0, 0);
        assertThat(rig.counters.readBytes).isEqualTo(128);
        assertThat(rig.counters.rawReadBytes).isEqualTo(256);
        assertThat(rig.counters.writeBytes).isEqualTo(128);
        assertThat(rig.counters.rawWriteBytes).isEqualTo(256);
    }

    @Test
    void a_whole_tile_is_written_without_reading_the_old_one() {
        MockRequester rop = rig.requester(rig.rop());
        UnitRig.writeBack(rop, 0, T, rig.half(1));
        UnitRig.writeBack(rop, 500, T, rig.flat(2));
        rig.finish();
        assertThat(rig.data.readSectors).isZero();
        assertThat(rig.code(0)).isEqualTo(3);
    }

    @Test
    void noise_is_stored_raw_and_changes_no_metadata() {
        MockRequester rop = rig.requester(rig.rop());
        byte[] tile = rig.noise(1);
        UnitRig.writeBack(rop, 0, T, tile);
        Access read = rop.read(500, T, 256);
        rig.finish();
        assertThat(read.data).isEqualTo(tile);
        assertThat(rig.data.store.data(T + 77)).isEqualTo(tile[77]);
        assertThat(rig.counters.metadataWrites).isZero();
        assertThat(rig.counters.tilesRead[TileCodec.RAW]).isEqualTo(1);
    }

    @Test
    void a_tile_of_a_clear_colour_is_stored_as_metadata_only() {
        MockRequester rop = rig.requester(rig.rop());
        byte[] white = new byte[256];
        Arrays.fill(white, (byte) 0xFF);
        UnitRig.writeBack(rop, 0, T, white);
        Access read = rop.read(500, T, 256);
        rig.finish();
        assertThat(rig.code(0)).isEqualTo(TileCodec.CLEAR + 1);
        assertThat(read.data).isEqualTo(white);
        assertThat(rig.data.seen).isEmpty();
    }

    @Test
    void a_clear_touches_no_tile_and_neither_does_reading_it() {
        CompressionUnit unit = rig.rop();
        MockRequester rop = rig.requester(unit);
        rig.clear(0, unit, 0, 16, TileCodec.CLEAR + 1, 7);
        Access read = rop.read(500, UnitRig.tile(3) + 64, 64);
        rig.finish();
        assertThat(rig.cleared).containsExactly((long) UnitRig.METADATA_LATENCY);
        assertThat(rig.data.seen).isEmpty();
        assertThat(read.data).containsOnly(0xFF);
        assertThat(read.versions).containsOnly(7);
        assertThat(rig.counters.clearedTiles).isEqualTo(16);
        assertThat(rig.metadata.writtenBytes).isEqualTo(8);
    }

    @ParameterizedTest
    @CsvSource({"1,1", "0,1", "1,2", "2,3", "1,64", "0,64"})
    void a_clear_leaves_the_neighbours_half_bytes_alone(int first, int count) {
        CompressionUnit unit = rig.rop();
        MockRequester rop = rig.requester(unit);
        byte[] tile = rig.half(1);
        for (int i = 0; i < 66; i++) {
            UnitRig.writeBack(rop, i, UnitRig.tile(i), tile);
        }
        int end = first + count - (count == 64 ? first : 0);
        rig.clear(2000, unit, first, end - first, TileCodec.CLEAR, 7);
        rig.finish();
        for (int i = 0; i < 66; i++) {
            assertThat(rig.code(i)).as("tile " + i).isEqualTo(i >= first && i < end ? TileCodec.CLEAR : 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8})
    void two_tiles_of_one_byte_of_metadata_keep_their_own_codes(int bits) {
        UnitRig own = new UnitRig(bits, 0, true, 1024);
        MockRequester rop = own.requester(own.rop());
        byte[] first = own.half(1);
        byte[] second = own.flat(2);
        UnitRig.writeBack(rop, 0, T, first);
        UnitRig.writeBack(rop, 0, UnitRig.tile(1), second);
        Access one = rop.read(0, T, 256);
        Access two = rop.read(0, UnitRig.tile(1), 256);
        own.finish();
        assertThat(one.data).isEqualTo(first);
        assertThat(two.data).isEqualTo(second);
        assertThat(own.counters.garbledTiles).isZero();
    }

    @Test
    void a_read_after_a_write_back_of_the_same_tile_waits_for_it() {
        MockRequester rop = rig.requester(rig.rop());
        byte[] tile = rig.half(1);
        Access write = UnitRig.writeBack(rop, 0, T, tile);
        Access read = rop.read(1, T, 256);
        rig.finish();
        assertThat(read.data).isEqualTo(tile);
        assertThat(read.answered).isGreaterThan(write.answered);
    }

    @Test
    void reads_of_one_tile_overlap() {
        MockRequester rop = rig.requester(rig.rop());
        UnitRig.writeBack(rop, 0, T, rig.half(1));
        Access one = rop.read(500, T, 128);
        Access two = rop.read(500, T + 128, 128);
        rig.finish();
        assertThat(one.latency())
                .isEqualTo(UnitRig.METADATA_LATENCY + UnitRig.DATA_LATENCY + UnitRig.CODEC_LATENCY)
                .isEqualTo(two.latency());
    }

    @Test
    void a_read_of_a_raw_tile_takes_no_time_to_decode() {
        Access read = rig.requester(rig.rop()).read(0, T, 32);
        rig.finish();
        assertThat(read.latency()).isEqualTo(UnitRig.METADATA_LATENCY + UnitRig.DATA_LATENCY);
    }

    @Test
    void a_read_of_a_cleared_tile_takes_metadata_and_codec_alone() {
        CompressionUnit unit = rig.rop();
        MockRequester rop = rig.requester(unit);
        rig.clear(0, unit, 0, 2, TileCodec.CLEAR, 7);
        Access read = rop.read(500, T, 256);
        rig.finish();
        assertThat(read.latency()).isEqualTo(UnitRig.METADATA_LATENCY + UnitRig.CODEC_LATENCY);
    }

    @ParameterizedTest
    @CsvSource({"0,32", "32,32", "128,128", "224,32", "64,96"})
    void part_of_a_tile_can_be_read(int offset, int size) {
        MockRequester rop = rig.requester(rig.rop());
        MockRequester texture = rig.texture(true);
        byte[] tile = rig.half(1);
        rop.agent = 9;
        UnitRig.writeBack(rop, 0, T, tile);
        Access read = UnitRig.readTexels(texture, 500, T + offset, size);
        rig.finish();
        assertThat(read.data).isEqualTo(Arrays.copyOfRange(tile, offset, offset + size));
        assertThat(read.versions).containsOnly(9);
    }

    @Test
    void a_part_of_a_raw_tile_is_written_and_read_straight() {
        MockRequester rop = rig.requester(rig.rop());
        UnitRig.writeBack(rop, 0, T, rig.noise(1));
        UnitRig.writeBack(rop, 500, T + 36, new byte[] {1, 2, 3});
        rop.read(1000, T + 32, 32);
        rig.finish();
        assertThat(rig.data.writtenBytes).isEqualTo(256 + 3);
        assertThat(rig.data.readSectors).isEqualTo(1);
        assertThat(rig.data.store.data(T + 37)).isEqualTo((byte) 2);
    }

    @Test
    void a_part_of_a_compressed_tile_is_merged_into_the_rest() {
        MockRequester rop = rig.requester(rig.rop());
        byte[] tile = rig.half(1);
        rop.agent = 3;
        UnitRig.writeBack(rop, 0, T, tile);
        rop.agent = 4;
        UnitRig.writeBack(rop, 500, T + 36, Arrays.copyOfRange(tile, 40, 44));
        Access read = rop.read(1000, T, 256);
        rig.finish();
        byte[] expected = tile.clone();
        System.arraycopy(tile, 40, expected, 36, 4);
        assertThat(read.data).isEqualTo(expected);
        assertThat(read.versions[35]).isEqualTo(3);
        assertThat(read.versions[36]).isEqualTo(4);
        assertThat(read.versions[39]).isEqualTo(4);
        assertThat(read.versions[40]).isEqualTo(3);
        assertThat(rig.code(0)).isEqualTo(1);
    }

    @Test
    void a_part_of_a_cleared_tile_needs_no_tile_data() {
        CompressionUnit unit = rig.rop();
        MockRequester rop = rig.requester(unit);
        rig.clear(0, unit, 0, 2, TileCodec.CLEAR + 1, 7);
        rop.agent = 8;
        UnitRig.writeBack(rop, 100, T + 4, new byte[] {1, 2, 3, 4});
        Access read = rop.read(500, T, 256);
        Access neighbour = rop.read(500, UnitRig.tile(1), 32);
        rig.finish();
        assertThat(read.data).startsWith(0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3, 4, 0xFF);
        assertThat(read.versions).startsWith(7, 7, 7, 7, 8, 8, 8, 8, 7).endsWith(7);
        assertThat(neighbour.versions).containsOnly(7);
        assertThat(rig.code(0)).isEqualTo(3);
    }

    @Test
    void the_bytes_of_a_clear_colour_keep_their_own_versions() {
        MockRequester rop = rig.requester(rig.rop());
        rop.agent = 3;
        UnitRig.writeBack(rop, 0, T, rig.flat(1));
        rop.agent = 4;
        UnitRig.writeBack(rop, 300, T, new byte[128]);
        rop.agent = 5;
        UnitRig.writeBack(rop, 600, T + 128, new byte[128]);
        Access read = rop.read(1000, T, 256);
        rig.finish();
        assertThat(rig.code(0)).isEqualTo(TileCodec.CLEAR);
        assertThat(Arrays.copyOf(read.versions, 128)).containsOnly(4);
        assertThat(Arrays.copyOfRange(read.versions, 128, 256)).containsOnly(5);
    }

    @Test
    void memory_holds_encoded_versions() {
        MockRequester rop = rig.requester(rig.rop());
        rop.agent = 3;
        UnitRig.writeBack(rop, 0, T, rig.half(1));
        rig.finish();
        BackingStore store = rig.data.store;
        int version = store.version(T);
        assertThat(VersionBundles.encoded(version)).isTrue();
        assertThat(store.version(T + 127)).isEqualTo(version);
        assertThat(store.version(T + 128)).isZero();
        assertThat(rig.table.bundles().resolve(version, T + 200)).isEqualTo(3);
    }

    @Test
    void bytes_that_are_not_of_one_encoding_are_nobodys() {
        MockRequester rop = rig.requester(rig.rop());
        UnitRig.writeBack(rop, 0, T, rig.half(1));
        rig.at(400, () -> rig.data.store.set(T + 40, (byte) 1, 6));
        Access read = rop.read(500, T, 256);
        rig.finish();
        assertThat(read.versions).containsOnly(0);
        assertThat(rig.counters.garbledTiles).isEqualTo(1);
    }

    @Test
    void metadata_out_of_date_gives_wrong_bytes_that_are_nobodys() {
        MockRequester rop = rig.requester(rig.rop());
        byte[] tile = rig.half(1);
        UnitRig.writeBack(rop, 0, T, tile);
        rig.at(400, () -> rig.metadata.store.set(UnitRig.METADATA, (byte) 2, 1));
        Access quarter = rop.read(500, T, 256);
        rig.at(900, () -> rig.metadata.store.set(UnitRig.METADATA, (byte) 0, 1));
        Access raw = rop.read(1000, T, 32);
        rig.finish();
        assertThat(quarter.data).isNotEqualTo(tile);
        assertThat(quarter.versions).containsOnly(0);
        assertThat(raw.data).isNotEqualTo(Arrays.copyOf(tile, 32));
        assertThat(raw.versions).containsOnly(0);
        assertThat(rig.counters.garbledTiles).isEqualTo(2);
    }

    @Test
    void a_code_of_no_meaning_decodes_to_something() {
        rig.metadata.store.set(UnitRig.METADATA, (byte) 0xFF, 0);
        MockRequester rop = rig.requester(rig.rop());
        Access read = rop.read(0, T, 256);
        UnitRig.writeBack(rop, 100, UnitRig.tile(1) + 4, new byte[] {1});
        rig.finish();
        assertThat(read.data).containsOnly(0);
        assertThat(read.versions).containsOnly(0);
    }

    @Test
    void a_reader_that_does_not_understand_clears_gets_what_memory_holds() {
        CompressionUnit unit = rig.rop();
        MockRequester rop = rig.requester(unit);
        MockRequester texture = rig.texture(false);
        byte[] old = rig.noise(1);
        UnitRig.writeBack(rop, 0, T, old);
        rig.clear(500, unit, 0, 2, TileCodec.CLEAR, 7);
        Access read = UnitRig.readTexels(texture, 1000, T, 32);
        rig.finish();
        assertThat(read.data).isEqualTo(Arrays.copyOf(old, 32));
        assertThat(read.versions).containsOnly(1);
    }

    @Test
    void who_does_not_read_an_image_gets_encoded_bytes() {
        MockRequester rop = rig.requester(rig.rop());
        MockRequester texture = rig.texture(true);
        UnitRig.writeBack(rop, 0, T, rig.half(1));
        Access read = texture.read(500, T, 32);
        rig.finish();
        assertThat(VersionBundles.encoded(read.versions[0])).isTrue();
        assertThat(rig.metadata.readSectors).isEqualTo(1);
    }

    @Test
    void with_page_flags_everything_in_the_page_is_decoded() {
        UnitRig own = new UnitRig(4, 65536, true, 1024);
        MockRequester rop = own.requester(own.rop());
        MockRequester texture = own.texture(true);
        byte[] tile = own.half(1);
        UnitRig.writeBack(rop, 0, T, tile);
        Access read = texture.read(500, T, 32);
        long outside = own.surface.end() + 256;
        own.metadata.store.set(own.table.metadataAddress(outside), (byte) 0x55, 0);
        Access neighbour = texture.read(500, outside, 32);
        own.finish();
        assertThat(read.data).isEqualTo(Arrays.copyOf(tile, 32));
        assertThat(neighbour.data).containsOnly(0xFF);
    }

    @Test
    void a_timing_only_run_takes_tiles_for_raw() {
        UnitRig own = new UnitRig(4, 0, false, 1024);
        CompressionUnit unit = own.rop();
        MockRequester rop = own.requester(unit);
        UnitRig.writeBack(rop, 0, T, own.half(1));
        own.clear(200, unit, 1, 3, TileCodec.CLEAR, 7);
        Access read = rop.read(500, T, 256);
        own.finish();
        assertThat(own.data.writtenBytes).isEqualTo(256);
        assertThat(own.data.readSectors).isEqualTo(8);
        assertThat(read.latency()).isEqualTo(UnitRig.METADATA_LATENCY + UnitRig.DATA_LATENCY);
    }

    @Test
    void tile_requests_are_cut_to_what_the_way_below_takes() {
        rig.maxDataBytes = 64;
        MockRequester rop = rig.requester(rig.rop());
        byte[] noise = rig.noise(1);
        byte[] half = rig.half(2);
        UnitRig.writeBack(rop, 0, T, noise);
        UnitRig.writeBack(rop, 0, UnitRig.tile(2), half);
        Access one = rop.read(500, T, 256);
        Access two = rop.read(500, UnitRig.tile(2), 256);
        rig.finish();
        assertThat(one.data).isEqualTo(noise);
        assertThat(two.data).isEqualTo(half);
        assertThat(rig.data.seen)
                .allMatch(seen -> Integer.bitCount(seen.sectors()) <= 2)
                .hasSize(4 + 2 + 4 + 2);
    }

    @Test
    void what_came_as_a_write_back_goes_down_as_one_with_the_name_of_its_cache() {
        MockRequester rop = rig.requester(rig.rop());
        UnitRig.writeBack(rop, 0, T, rig.half(1));
        rig.finish();
        assertThat(rig.data.seen).allMatch(seen -> (seen.flags() & Request.WRITE_BACK) != 0);
    }

    @ParameterizedTest
    @CsvSource({"NONE,0,0", "COMPRESSED,3,3", "CLEARED,3,4"})
    void stores_tiles_as_their_layout_allows(LayoutCompression allowed, int flat, int clear) {
        CompressionUnit unit = rig.rop();
        MockRequester rop = rig.requester(unit);
        rig.table.storage(rig.surface, 0, 0, allowed);
        UnitRig.writeBack(rop, 0, UnitRig.tile(0), rig.flat(1));
        UnitRig.writeBack(rop, 0, UnitRig.tile(1), new byte[256]);
        rig.finish();
        assertThat(rig.code(0)).isEqualTo(flat);
        assertThat(rig.code(1)).isEqualTo(clear);
        assertThat(unit.allows(rig.surface, T)).isEqualTo(allowed == LayoutCompression.CLEARED);
    }

    @Test
    void a_write_in_a_raw_layout_makes_a_compressed_tile_raw() {
        MockRequester rop = rig.requester(rig.rop());
        byte[] tile = rig.half(1);
        UnitRig.writeBack(rop, 0, T, tile);
        rig.at(400, () -> rig.table.storage(rig.surface, 0, 0, LayoutCompression.NONE));
        UnitRig.writeBack(rop, 500, T, Arrays.copyOf(tile, 4));
        Access read = rop.read(1000, T, 256);
        rig.finish();
        assertThat(rig.code(0)).isEqualTo(TileCodec.RAW);
        assertThat(read.data).isEqualTo(tile);
        assertThat(rig.data.store.data(T + 255)).isEqualTo(tile[255]);
    }

    @Test
    void a_short_write_does_not_overtake_a_longer_one_that_goes_in_pieces() {
        UnitRig narrow = new UnitRig(4, 0, true, 1);
        narrow.maxDataBytes = 64;
        long outside = UnitRig.BASE / 2;
        MockRequester rop = narrow.requester(narrow.rop());
        byte[] second = {1, 2, 3, 4};
        rop.write(0, outside, new byte[256]);
        rop.write(1, outside + 192, second);
        narrow.data.pause();
        narrow.at(50, narrow.data::resume);
        narrow.finish();
        for (int i = 0; i < second.length; i++) {
            assertThat(narrow.data.store.data(outside + 192 + i)).isEqualTo(second[i]);
        }
    }
}
