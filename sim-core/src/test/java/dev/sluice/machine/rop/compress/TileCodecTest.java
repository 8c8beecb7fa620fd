// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TileCodecTest {

    private static final List<Integer> RATIOS = List.of(2, 4, 8);

    private final TileCodec codec = new TileCodec(256, 32, RATIOS);
    private final byte[] coded = new byte[256];
    private final byte[] decoded = new byte[256];

    /** Encodes, checks that decoding what would be stored gives the tile back, and returns the code. */
    private int roundTrip(TileCodec with, byte[] tile, TileGrid grid) {
        byte[] out = new byte[tile.length];
        int code = with.encode(tile, grid, out);
        if (code != TileCodec.RAW) {
            byte[] stored = Arrays.copyOf(out, tile.length);
            Arrays.fill(stored, with.storedBytes(code), tile.length, (byte) 0x5A);
            byte[] back = new byte[tile.length];
            with.decode(stored, with.storedBytes(code), grid, back);
            assertThat(back).isEqualTo(tile);
        }
        return code;
    }

    private static List<byte[]> allKinds(int tileBytes, TileGrid grid, Random random) {
        List<byte[]> tiles = new ArrayList<>();
        tiles.add(Tiles.noise(tileBytes, random));
        tiles.add(Tiles.flat(tileBytes, grid.elementBytes(), random));
        tiles.add(Tiles.edge(tileBytes, grid, random));
        tiles.add(Tiles.gradient(tileBytes, grid, random));
        tiles.add(Tiles.photo(tileBytes, grid, random));
        tiles.add(Tiles.plane(tileBytes, grid, 16, random));
        tiles.add(Tiles.plane(tileBytes, grid, 24, random));
        tiles.add(Tiles.plane(tileBytes, grid, 32, random));
        tiles.add(Tiles.floatPlane(tileBytes, grid, random));
        return tiles;
    }

    @ParameterizedTest
    @CsvSource({
        "256,1", "256,2", "256,4", "256,8", "256,16", "128,1", "128,2", "128,4", "128,8", "128,16", "64,1", "64,2",
        "64,4", "64,8", "64,16"
    })
    void gives_back_every_tile(int tileBytes, int elementBytes) {
        TileCodec with = new TileCodec(tileBytes, Math.min(32, tileBytes / 8), RATIOS);
        Random random = new Random(tileBytes + elementBytes);
        for (int samples = 1; samples <= 8 && tileBytes / elementBytes / samples > 0; samples *= 2) {
            TileGrid grid = Tiles.grid(tileBytes, elementBytes, samples);
            for (int i = 0; i < 20; i++) {
                allKinds(tileBytes, grid, random).forEach(tile -> roundTrip(with, tile, grid));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16})
    void stores_a_flat_tile_in_an_eighth(int elementBytes) {
        byte[] tile = Tiles.flat(256, elementBytes, new Random(1));
        assertThat(roundTrip(codec, tile, Tiles.grid(256, elementBytes))).isEqualTo(3);
    }

    @Test
    void stores_an_edge_between_two_colours_in_an_eighth() {
        TileGrid grid = Tiles.grid(256, 4);
        assertThat(roundTrip(codec, Tiles.edge(256, grid, new Random(2)), grid)).isEqualTo(3);
    }

    @Test
    void stores_a_gradient_in_an_eighth() {
        TileGrid grid = Tiles.grid(256, 4);
        assertThat(roundTrip(codec, Tiles.gradient(256, grid, new Random(3)), grid))
                .isEqualTo(3);
    }

    @Test
    void stores_photographs_in_half() {
        TileGrid grid = Tiles.grid(256, 4);
        Random random = new Random(4);
        for (int i = 0; i < 50; i++) {
            assertThat(roundTrip(codec, Tiles.photo(256, grid, random), grid)).isPositive();
        }
    }

    @ParameterizedTest
    @CsvSource({"2,16,2", "4,24,3", "4,32,3"})
    void stores_planes_of_depth_small(int elementBytes, int bits, int code) {
        TileGrid grid = Tiles.grid(256, elementBytes);
        Random random = new Random(5);
        for (int i = 0; i < 50; i++) {
            assertThat(roundTrip(codec, Tiles.plane(256, grid, bits, random), grid))
                    .isGreaterThanOrEqualTo(code);
        }
    }

    @Test
    void stores_planes_of_floating_point_depth_in_a_quarter_or_less() {
        TileGrid grid = Tiles.grid(256, 4);
        Random random = new Random(6);
        for (int i = 0; i < 50; i++) {
            assertThat(roundTrip(codec, Tiles.floatPlane(256, grid, random), grid))
                    .isGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void stores_samples_that_agree_once() {
        Random random = new Random(7);
        byte[] pixels = Tiles.photo(64, new TileGrid(4, 4, 16), random);
        byte[] tile = new byte[256];
        for (int i = 0; i < 256; i++) {
            tile[i] = pixels[i % 64];
        }
        int single = roundTrip(codec, tile, new TileGrid(4, 4, 64));
        int samples = roundTrip(codec, tile, new TileGrid(4, 4, 16));
        assertThat(samples).isGreaterThan(single);
    }

    @Test
    void leaves_noise_alone() {
        assertThat(codec.encode(Tiles.noise(256, new Random(8)), Tiles.grid(256, 4), coded))
                .isEqualTo(TileCodec.RAW);
    }

    @Test
    void stores_nothing_smaller_than_a_transaction() {
        TileGrid grid = Tiles.grid(256, 4);
        byte[] tile = Tiles.flat(256, 4, new Random(9));
        assertThat(roundTrip(new TileCodec(256, 64, RATIOS), tile, grid)).isEqualTo(2);
        assertThat(roundTrip(new TileCodec(256, 128, RATIOS), tile, grid)).isEqualTo(1);
        assertThat(roundTrip(new TileCodec(256, 256, RATIOS), tile, grid)).isEqualTo(TileCodec.RAW);
        assertThat(new TileCodec(64, 32, RATIOS).storedBytes(3)).isEqualTo(32);
    }

    @Test
    void uses_no_ratio_that_the_device_lacks() {
        TileGrid grid = Tiles.grid(256, 4);
        byte[] tile = Tiles.flat(256, 4, new Random(10));
        assertThat(roundTrip(new TileCodec(256, 32, List.of(2)), tile, grid)).isEqualTo(1);
        assertThat(roundTrip(new TileCodec(256, 32, List.of(4, 2)), tile, grid)).isEqualTo(2);
        assertThat(roundTrip(new TileCodec(256, 32, List.of()), tile, grid)).isEqualTo(TileCodec.RAW);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16})
    void decodes_any_bytes_to_something(int elementBytes) {
        Random random = new Random(elementBytes);
        for (int samples = 1; samples <= 8; samples *= 2) {
            TileGrid grid = Tiles.grid(256, elementBytes, samples);
            for (int i = 0; i < 500; i++) {
                random.nextBytes(coded);
                codec.decode(coded, 32 << random.nextInt(4), grid, decoded);
            }
        }
    }

    @Test
    void decodes_the_same_bytes_to_the_same_tile() {
        byte[] again = new byte[256];
        new Random(11).nextBytes(coded);
        TileGrid grid = Tiles.grid(256, 4);
        codec.decode(coded, 64, grid, decoded);
        codec.encode(Tiles.noise(256, new Random(12)), grid, new byte[256]);
        codec.decode(coded, 64, grid, again);
        assertThat(again).isEqualTo(decoded);
    }
}
