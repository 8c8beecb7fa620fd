// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.device.PageSpec;
import dev.sluice.machine.fault.StreamException;
import dev.sluice.program.BufferRange;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.Tiling;
import dev.sluice.program.sync.AddressRange;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class BindingsTest {

    private static final String ATTACHMENT = "COLOR_ATTACHMENT";

    private final BindingsRig rig = new BindingsRig().memory("m", 1 << 20);

    private static long end(Bindings bindings, String memory) {
        var allocation = bindings.memories().get(memory);
        return allocation.base() + allocation.size();
    }

    @Test
    void resources_lie_where_their_memory_and_offset_say() {
        Bindings bindings = rig.buffer("b", "m", 4096, 100)
                .image("i", "m", 65536, 64, 64, Tiling.OPTIMAL, ATTACHMENT)
                .bind();
        long base = bindings.memories().get("m").base();

        assertThat(bindings.addresses(new BufferRange("b", 10, 20))).isEqualTo(new AddressRange(base + 4106, 20));
        assertThat(bindings.bufferSize("b")).isEqualTo(100);
        assertThat(bindings.surface("i").base()).isEqualTo(base + 65536);
        assertThat(bindings.memory("i")).isEqualTo("m");
        assertThat(bindings.size("m")).isEqualTo(1 << 20);
    }

    @Test
    void an_unknown_name_is_refused() {
        Bindings bindings = rig.bind();

        assertThatThrownBy(() -> bindings.surface("x")).hasMessage("no image named x");
        assertThatThrownBy(() -> bindings.bufferSize("x")).hasMessage("no buffer named x");
    }

    @Test
    void a_memory_that_does_not_fit_names_its_place() {
        assertThatThrownBy(() -> rig.memory("huge", 2 * BindingsRig.HEAP).bind())
                .isInstanceOfSatisfying(
                        StreamException.class, e -> assertThat(e.where()).isEqualTo("s.yaml:4:2"));
    }

    @Test
    void only_optimal_attachments_may_be_compressed() {
        Bindings bindings = rig.image("a", "m", 0, 64, 64, Tiling.OPTIMAL, ATTACHMENT)
                .image("sampled", "m", 65536, 64, 64, Tiling.OPTIMAL, "SAMPLED")
                .image("linear", "m", 131072, 64, 64, Tiling.LINEAR, ATTACHMENT)
                .bind();

        assertThat(bindings.surfaces()).extracting(Surface::compressible).containsExactly(true, false, false);
    }

    @Test
    void metadata_lies_outside_the_programs_memories() {
        Bindings bindings =
                rig.image("a", "m", 0, 64, 64, Tiling.OPTIMAL, ATTACHMENT).bind();

        assertThat(bindings.surface("a").metadata()).isGreaterThanOrEqualTo(end(bindings, "m"));
    }

    @Test
    void images_that_share_bytes_share_metadata_and_neighbours_do_not() {
        Bindings bindings = rig.image("a", "m", 0, 64, 64, Tiling.OPTIMAL, ATTACHMENT)
                .image("alias", "m", 0, 64, 64, Tiling.OPTIMAL, ATTACHMENT)
                .image("next", "m", 64 * 64 * 4, 64, 64, Tiling.OPTIMAL, ATTACHMENT)
                .bind();
        long first = bindings.surface("a").metadata();

        assertThat(bindings.surface("alias").metadata()).isEqualTo(first);
        assertThat(bindings.surface("next").metadata()).isEqualTo(first + 64 / 2);
    }

    @Test
    void images_of_two_memories_have_metadata_apart() {
        Bindings bindings = rig.memory("n", 1 << 20)
                .image("a", "m", 0, 512, 512, Tiling.OPTIMAL, ATTACHMENT)
                .image("b", "n", 0, 512, 512, Tiling.OPTIMAL, ATTACHMENT)
                .bind();

        assertThat(Math.abs(
                        bindings.surface("b").metadata() - bindings.surface("a").metadata()))
                .isGreaterThanOrEqualTo(4096 / 2);
    }

    @Test
    void a_subresource_is_its_tiles_and_their_metadata() {
        Bindings bindings = rig.image(
                        new ImageSpec(
                                "i", Format.R8G8B8A8_UNORM, 64, 64, 1, 2, 2, 1, Tiling.OPTIMAL, Set.of(ATTACHMENT)),
                        "m",
                        0)
                .bind();
        Surface surface = bindings.surface("i");
        long slice = surface.layout().sliceOffset(0, 1);

        List<AddressRange> ranges = bindings.addresses(new ImageRange("i", Set.of(Aspect.COLOR), 0, 1, 1, 1));

        assertThat(ranges)
                .containsExactly(
                        new AddressRange(surface.base() + slice, 64 * 64 * 4),
                        new AddressRange(surface.metadata() + slice / 256 / 2, 64 / 2));
        assertThat(bindings.addresses(new ImageRange("i", Set.of(Aspect.COLOR), 0, 2, 0, 2)))
                .hasSize(4);
    }

    @Test
    void a_slice_of_a_volume_has_bytes_and_metadata_of_its_own() {
        Bindings bindings = rig.image(
                        new ImageSpec(
                                "i", Format.R8G8B8A8_UNORM, 64, 64, 4, 1, 1, 1, Tiling.OPTIMAL, Set.of(ATTACHMENT)),
                        "m",
                        0)
                .bind();
        Surface surface = bindings.surface("i");
        long third = surface.layout().sliceOffset(0, 2);

        assertThat(bindings.addresses(new ImageSlice("i", 0, 2, Format.R8G8B8A8_UNORM, true)))
                .containsExactly(
                        new AddressRange(surface.base() + third, 64 * 64 * 4),
                        new AddressRange(surface.metadata() + third / 256 / 2, 64 / 2));
    }

    @Test
    void with_eight_bits_a_tile_has_a_byte_of_metadata() {
        Bindings bindings = rig.metadataBits(8)
                .image("i", "m", 256 * 16, 64, 64, Tiling.OPTIMAL, ATTACHMENT)
                .bind();

        assertThat(bindings.addresses(new ImageRange("i", Set.of(Aspect.COLOR), 0, 1, 0, 1))
                        .get(1)
                        .size())
                .isEqualTo(64);
    }

    @Test
    void a_linear_images_range_has_no_metadata() {
        Bindings bindings =
                rig.image("i", "m", 0, 64, 64, Tiling.LINEAR, ATTACHMENT).bind();

        assertThat(bindings.addresses(new ImageRange("i", Set.of(Aspect.COLOR), 0, 1, 0, 1)))
                .hasSize(1);
    }

    @Test
    void a_buffer_in_a_page_of_an_optimal_image_is_a_conflict() {
        Bindings bindings = rig.image("i", "m", 0, 64, 64, Tiling.OPTIMAL, ATTACHMENT)
                .buffer("b", "m", 64 * 64 * 4, 256)
                .buffer("far", "m", 131072, 256)
                .bind();

        assertThat(bindings.conflicts(65536))
                .singleElement()
                .asString()
                .contains("bufferImageGranularity", "b shares 1 page(s) of 65536 bytes", "image i")
                .doesNotContain("taken for the image's tiles");
        assertThat(bindings.conflicts(1024)).isEmpty();
    }

    @Test
    void where_pages_say_what_is_compressed_the_conflict_says_what_comes_of_it() {
        Bindings bindings = rig.pages(new PageSpec(65536, true, null))
                .image("i", "m", 0, 64, 64, Tiling.OPTIMAL, ATTACHMENT)
                .buffer("b", "m", 64 * 64 * 4, 256)
                .bind();

        assertThat(bindings.conflicts(65536)).singleElement().asString().endsWith("taken for the image's tiles");
    }
}
