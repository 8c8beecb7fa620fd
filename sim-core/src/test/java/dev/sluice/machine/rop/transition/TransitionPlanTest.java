// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.transition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.Client;
import dev.sluice.device.LayoutCompression;
import dev.sluice.device.RopSpec;
import dev.sluice.machine.rop.transition.TransitionPlan.Kind;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.image.Tiling;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class TransitionPlanTest {

    private static final String ALL = "COLOR_ATTACHMENT SAMPLED INPUT_ATTACHMENT STORAGE TRANSFER_SRC TRANSFER_DST";

    private static RopSpec rop(Set<Client> readers, Set<Client> clearReaders) {
        return new RopSpec(4, 256, 32, List.of(2, 4, 8), List.of(), 4, 8, readers, clearReaders, 4, false);
    }

    private static RopSpec rop(String readers, String clearReaders) {
        return rop(clients(readers), clients(clearReaders));
    }

    private static Set<Client> clients(String keys) {
        List<String> names = List.of(keys.split(" "));
        return Arrays.stream(Client.values())
                .filter(client -> names.contains(client.key()))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Client.class)));
    }

    private static Surface surface(String usage, long metadata) {
        ImageSpec spec = new ImageSpec(
                "image", Format.R8G8B8A8_UNORM, 64, 64, 1, 1, 1, 1, Tiling.OPTIMAL, Set.of(usage.split(" ")));
        return new Surface(1, new SurfaceLayout(spec, 256), 0, metadata);
    }

    private static Kind plan(String usage, ImageLayout from, ImageLayout to, RopSpec rop) {
        return TransitionPlan.of(surface(usage, 1 << 20), from, to, Set.of(), rop);
    }

    @ParameterizedTest(name = "{0} -> {1}, readers \"{2}\", of clears \"{3}\": {4}")
    @CsvSource(
            nullValues = "-",
            value = {
                // nobody but the units understands compression
                "COLOR_ATTACHMENT_OPTIMAL, SHADER_READ_ONLY_OPTIMAL, '', '', DECOMPRESS",
                "COLOR_ATTACHMENT_OPTIMAL, TRANSFER_SRC_OPTIMAL, '', '', DECOMPRESS",
                "COLOR_ATTACHMENT_OPTIMAL, TRANSFER_DST_OPTIMAL, '', '', DECOMPRESS",
                "COLOR_ATTACHMENT_OPTIMAL, PRESENT_SRC_KHR, '', '', DECOMPRESS",
                "COLOR_ATTACHMENT_OPTIMAL, GENERAL, '', '', DECOMPRESS",
                "COLOR_ATTACHMENT_OPTIMAL, ATTACHMENT_OPTIMAL, '', '', NOTHING",
                "SHADER_READ_ONLY_OPTIMAL, COLOR_ATTACHMENT_OPTIMAL, '', '', NOTHING",
                "SHADER_READ_ONLY_OPTIMAL, GENERAL, '', '', NOTHING",
                "TRANSFER_DST_OPTIMAL, SHADER_READ_ONLY_OPTIMAL, '', '', NOTHING",
                "GENERAL, PRESENT_SRC_KHR, '', '', NOTHING",
                // samplers decode
                "COLOR_ATTACHMENT_OPTIMAL, SHADER_READ_ONLY_OPTIMAL, 'sampled inputAttachment', '', ELIMINATE",
                "COLOR_ATTACHMENT_OPTIMAL, SHADER_READ_ONLY_OPTIMAL, 'sampled inputAttachment', 'sampled', ELIMINATE",
                "COLOR_ATTACHMENT_OPTIMAL, SHADER_READ_ONLY_OPTIMAL, 'sampled inputAttachment', 'sampled inputAttachment', NOTHING",
                "COLOR_ATTACHMENT_OPTIMAL, SHADER_READ_ONLY_OPTIMAL, sampled, sampled, DECOMPRESS",
                "SHADER_READ_ONLY_OPTIMAL, TRANSFER_SRC_OPTIMAL, 'sampled inputAttachment', '', DECOMPRESS",
                "TRANSFER_SRC_OPTIMAL, SHADER_READ_ONLY_OPTIMAL, 'sampled inputAttachment', '', NOTHING",
                "SHADER_READ_ONLY_OPTIMAL, COLOR_ATTACHMENT_OPTIMAL, 'sampled inputAttachment', '', NOTHING",
                // transfer and display decode
                "COLOR_ATTACHMENT_OPTIMAL, TRANSFER_SRC_OPTIMAL, transfer, '', ELIMINATE",
                "COLOR_ATTACHMENT_OPTIMAL, TRANSFER_SRC_OPTIMAL, transfer, transfer, NOTHING",
                "COLOR_ATTACHMENT_OPTIMAL, TRANSFER_DST_OPTIMAL, transfer, transfer, DECOMPRESS",
                "COLOR_ATTACHMENT_OPTIMAL, PRESENT_SRC_KHR, display, '', ELIMINATE",
                "COLOR_ATTACHMENT_OPTIMAL, PRESENT_SRC_KHR, display, display, NOTHING",
                "COLOR_ATTACHMENT_OPTIMAL, SHARED_PRESENT_KHR, 'sampled inputAttachment transfer', '', DECOMPRESS",
                // what writes past the units keeps an image raw, whoever reads
                "COLOR_ATTACHMENT_OPTIMAL, GENERAL, 'sampled inputAttachment storage transfer display', 'sampled inputAttachment storage transfer display', DECOMPRESS",
                // loading contents on the way in
                "UNDEFINED, COLOR_ATTACHMENT_OPTIMAL, '', '', INITIALISE",
                "UNDEFINED, GENERAL, '', '', INITIALISE",
                "PREINITIALIZED, SHADER_READ_ONLY_OPTIMAL, '', '', INITIALISE",
                "COLOR_ATTACHMENT_OPTIMAL, COLOR_ATTACHMENT_OPTIMAL, '', '', NOTHING",
            })
    void should_plan_for_an_image_of_every_usage(
            ImageLayout from, ImageLayout to, String readers, String clearReaders, Kind expected) {
        assertThat(plan(ALL, from, to, rop(readers, clearReaders))).isEqualTo(expected);
    }

    @ParameterizedTest(name = "depth: {0} -> {1}, readers \"{2}\": {3}")
    @CsvSource({
        "DEPTH_STENCIL_ATTACHMENT_OPTIMAL, DEPTH_STENCIL_READ_ONLY_OPTIMAL, '', DECOMPRESS",
        "DEPTH_STENCIL_ATTACHMENT_OPTIMAL, DEPTH_STENCIL_READ_ONLY_OPTIMAL, sampled, ELIMINATE",
        "DEPTH_ATTACHMENT_OPTIMAL, SHADER_READ_ONLY_OPTIMAL, '', DECOMPRESS",
        "DEPTH_ATTACHMENT_OPTIMAL, DEPTH_STENCIL_ATTACHMENT_OPTIMAL, '', NOTHING",
        "READ_ONLY_OPTIMAL, DEPTH_ATTACHMENT_OPTIMAL, '', NOTHING",
    })
    void shouldPlanForADepthImage(ImageLayout from, ImageLayout to, String readers, Kind expected) {
        assertThat(plan("DEPTH_STENCIL_ATTACHMENT SAMPLED", from, to, rop(readers, "")))
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}: COLOR_ATTACHMENT_OPTIMAL -> {1}: {2}")
    @CsvSource({
        "COLOR_ATTACHMENT, GENERAL, NOTHING",
        "COLOR_ATTACHMENT SAMPLED, GENERAL, ELIMINATE",
        "COLOR_ATTACHMENT INPUT_ATTACHMENT, GENERAL, DECOMPRESS",
        "COLOR_ATTACHMENT SAMPLED, SHADER_READ_ONLY_OPTIMAL, ELIMINATE",
        "COLOR_ATTACHMENT INPUT_ATTACHMENT, RENDERING_LOCAL_READ, DECOMPRESS",
        "COLOR_ATTACHMENT SAMPLED, ATTACHMENT_FEEDBACK_LOOP_OPTIMAL_EXT, ELIMINATE",
        "COLOR_ATTACHMENT STORAGE, GENERAL, DECOMPRESS",
        "COLOR_ATTACHMENT TRANSFER_DST, GENERAL, DECOMPRESS",
        "COLOR_ATTACHMENT TRANSFER_SRC, GENERAL, DECOMPRESS",
        "COLOR_ATTACHMENT, PRESENT_SRC_KHR, DECOMPRESS",
    })
    void shouldReckonOnlyWithUsersThatTheImagesUsageAllows(String usage, ImageLayout to, Kind expected) {
        assertThat(plan(usage, ImageLayout.COLOR_ATTACHMENT_OPTIMAL, to, rop("sampled", "")))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(ImageLayout.class)
    void should_do_nothing_for_an_image_that_is_never_compressed(ImageLayout layout) {
        Surface plain = surface(ALL, Surface.NONE);

        assertThat(TransitionPlan.of(plain, ImageLayout.UNDEFINED, layout, Set.of(), rop("", "")))
                .isEqualTo(Kind.NOTHING);
        assertThat(TransitionPlan.of(plain, ImageLayout.COLOR_ATTACHMENT_OPTIMAL, layout, Set.of(), rop("", "")))
                .isEqualTo(Kind.NOTHING);
    }

    @ParameterizedTest
    @EnumSource(ImageLayout.class)
    void should_never_need_work_into_a_layout_that_allows_as_much(ImageLayout layout) {
        assertThat(LayoutCompression.of(layout, Set.of("COLOR_ATTACHMENT"), rop("display", "display")))
                .isEqualTo(LayoutCompression.CLEARED);
    }

    @Test
    void should_say_what_a_layout_allows() {
        RopSpec rop = rop("sampled", "");
        Set<String> usage = Set.of("COLOR_ATTACHMENT", "SAMPLED", "TRANSFER_SRC");

        assertThat(LayoutCompression.of(ImageLayout.COLOR_ATTACHMENT_OPTIMAL, usage, rop))
                .isEqualTo(LayoutCompression.CLEARED);
        assertThat(LayoutCompression.of(ImageLayout.SHADER_READ_ONLY_OPTIMAL, usage, rop))
                .isEqualTo(LayoutCompression.COMPRESSED);
        assertThat(LayoutCompression.of(ImageLayout.GENERAL, usage, rop)).isEqualTo(LayoutCompression.NONE);
    }
}
