// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.device.LayoutCompression;
import dev.sluice.device.RopSpec;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.image.Tiling;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class CompressionTableTest {

    private static Surface surface(int id, Format format, long base, long metadata) {
        ImageSpec image = new ImageSpec("i" + id, format, 64, 64, 1, 1, 1, 1, Tiling.OPTIMAL, Set.of());
        return new Surface(id, new SurfaceLayout(image, 256), base, metadata);
    }

    private static RopSpec spec(int bits) {
        return new RopSpec(
                1,
                256,
                32,
                List.of(2, 4),
                List.of(List.of(0.0, 0.0, 0.0, 1.0), List.of(1.0, 1.0, 1.0, 1.0)),
                bits,
                0,
                Set.of(),
                Set.of(),
                1,
                false);
    }

    @Test
    void finds_the_surface_of_an_address() {
        CompressionTable table = new CompressionTable(spec(4), 0);
        Surface one = surface(1, Format.R8G8B8A8_UNORM, 0x10000, 0x80000);
        Surface two = surface(2, Format.R8G8B8A8_UNORM, 0x20000, 0x90000);
        table.add(one);
        table.add(two);
        assertThat(table.find(0xFFFF)).isNull();
        assertThat(table.find(0x10000)).isSameAs(one);
        assertThat(table.find(one.end() - 1)).isSameAs(one);
        assertThat(table.find(one.end())).isNull();
        assertThat(table.find(0x20100)).isSameAs(two);
        assertThat(table.byPage()).isFalse();
    }

    @Test
    void takes_whole_pages_where_the_page_table_has_the_flag() {
        CompressionTable table = new CompressionTable(spec(4), 0x10000);
        Surface one = surface(1, Format.R8G8B8A8_UNORM, 0x14000, 0x80000);
        table.add(one);
        assertThat(table.find(0x10000)).isSameAs(one);
        assertThat(table.find(0x1FFFF)).isSameAs(one);
        assertThat(table.find(0x20000)).isNull();
        assertThat(table.metadataAddress(0x13E00)).isEqualTo(0x80000 - 1);
        assertThat(table.byPage()).isTrue();
    }

    @Test
    void leaves_out_what_is_not_compressible() {
        CompressionTable table = new CompressionTable(spec(4), 0);
        table.add(surface(1, Format.R8G8B8A8_UNORM, 0x10000, Surface.NONE));
        assertThat(table.find(0x10000)).isNull();
        assertThatThrownBy(() -> table.metadataAddress(0x10000)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void of_surfaces_that_overlap_the_last_counts() {
        CompressionTable table = new CompressionTable(spec(4), 0);
        table.add(surface(1, Format.R8G8B8A8_UNORM, 0x10000, 0x80000));
        Surface two = surface(2, Format.R16_UNORM, 0x10000, 0x80000);
        table.add(two);
        assertThat(table.find(0x10000)).isSameAs(two);
    }

    @Test
    void of_surfaces_that_overlap_the_one_that_changed_its_layout_last_counts() {
        CompressionTable table = new CompressionTable(spec(4), 0);
        Surface one = surface(1, Format.R8G8B8A8_UNORM, 0x10000, 0x80000);
        Surface apart = surface(2, Format.R8G8B8A8_UNORM, 0x20000, 0x90000);
        Surface two = surface(3, Format.R16_UNORM, 0x10000, 0xA0000);
        table.add(one);
        table.add(apart);
        table.add(two);
        table.storage(one, 0, 0, LayoutCompression.COMPRESSED);
        assertThat(table.find(0x10000)).isSameAs(one);
        assertThat(table.metadataAddress(0x10000)).isEqualTo(0x80000);
        assertThat(table.find(0x20000)).isSameAs(apart);
        table.storage(apart, 0, 0, LayoutCompression.NONE);
        assertThat(table.find(0x10000)).isSameAs(one);
        table.storage(two, 0, 0, LayoutCompression.NONE);
        assertThat(table.find(0x10000)).isSameAs(two);
        assertThat(table.metadataAddress(0x10000)).isEqualTo(0xA0000);
    }

    @Test
    void places_metadata_by_the_bits_of_a_tile() {
        for (int bits : new int[] {4, 8}) {
            CompressionTable table = new CompressionTable(spec(bits), 0);
            table.add(surface(1, Format.R8G8B8A8_UNORM, 0x10000, 0x80000));
            assertThat(table.metadataAddress(0x10000)).isEqualTo(0x80000);
            assertThat(table.metadataAddress(0x10000 + 255)).isEqualTo(0x80000);
            assertThat(table.metadataAddress(0x10000 + 256)).isEqualTo(0x80000 + (bits == 4 ? 0 : 1));
            assertThat(table.metadataAddress(0x10000 + 512)).isEqualTo(0x80000 + (bits == 4 ? 1 : 2));
        }
    }

    @Test
    void knows_more_surfaces_than_it_began_with() {
        CompressionTable table = new CompressionTable(spec(4), 0);
        for (int i = 0; i < 40; i++) {
            table.add(surface(i, Format.R8G8B8A8_UNORM, 0x10000L * (i + 1), 0x1000000 + 0x1000L * i));
        }
        for (int i = 0; i < 40; i++) {
            Surface found = table.find(0x10000L * (i + 1) + 77);
            assertThat(found).isNotNull();
            assertThat(found.id()).isEqualTo(i);
        }
    }

    @Test
    void tells_tiles_of_clear_colours_by_their_bytes_in_the_format() {
        CompressedSurface color = new CompressedSurface(surface(1, Format.R8G8B8A8_UNORM, 0, 0x80000), spec(4));
        byte[] black = new byte[256];
        for (int i = 3; i < 256; i += 4) {
            black[i] = (byte) 0xFF;
        }
        assertThat(color.clearCode(black)).isEqualTo(TileCodec.CLEAR);
        assertThat(color.clearCode(new byte[256])).isEqualTo(-1);
        assertThat(color.clearTile(TileCodec.CLEAR)).isEqualTo(black);
        assertThat(color.clearTile(15)).containsOnly(0);
        black[200] = 1;
        assertThat(color.clearCode(black)).isEqualTo(-1);
    }

    @Test
    void a_depth_tiles_constant_is_the_first_component() {
        CompressedSurface depth = new CompressedSurface(surface(1, Format.D16_UNORM, 0, 0x80000), spec(4));
        byte[] far = new byte[256];
        Arrays.fill(far, (byte) 0xFF);
        assertThat(depth.clearCode(far)).isEqualTo(TileCodec.CLEAR + 1);
        assertThat(depth.clearCode(new byte[256])).isEqualTo(TileCodec.CLEAR);
    }
}
