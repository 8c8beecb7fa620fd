// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Tiling;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ImageLayoutsTest {
    private static final Format FORMAT = Format.D32_SFLOAT_S8_UINT;
    private static final ImageDeclaration IMAGE = new ImageDeclaration(
            new ImageSpec("d", FORMAT, 8, 8, 1, 2, 1, 1, Tiling.OPTIMAL, Set.of()),
            "m",
            0,
            ImageLayout.DEPTH_READ_ONLY_STENCIL_ATTACHMENT_OPTIMAL,
            false,
            Sharing.UNSTATED,
            Origin.at("s.yaml:1:1"));

    private final ImageLayouts layouts = new ImageLayouts(List.of(IMAGE));

    private boolean readOnly(Aspect aspect, int layer) {
        return layouts.at("d", aspect, 0, layer).readOnly(aspect);
    }

    private void enter(ImageLayout layout, Aspect... aspects) {
        layouts.enter(
                new ImageTransition(new ImageRange("d", Set.of(aspects), 0, 1, 0, 1), ImageLayout.UNDEFINED, layout));
    }

    @Test
    void an_aspect_is_in_the_initial_layout_until_it_changes() {
        assertThat(readOnly(Aspect.DEPTH, 0)).isTrue();
        assertThat(readOnly(Aspect.STENCIL, 0)).isFalse();
    }

    @Test
    void a_transition_of_one_aspect_leaves_the_other() {
        enter(ImageLayout.STENCIL_READ_ONLY_OPTIMAL, Aspect.STENCIL);

        assertThat(readOnly(Aspect.STENCIL, 0)).isTrue();
        assertThat(readOnly(Aspect.DEPTH, 0)).isTrue();
    }

    @Test
    void a_transition_that_names_no_aspect_is_one_of_both() {
        enter(ImageLayout.DEPTH_ATTACHMENT_STENCIL_READ_ONLY_OPTIMAL);

        assertThat(readOnly(Aspect.DEPTH, 0)).isFalse();
        assertThat(readOnly(Aspect.STENCIL, 0)).isTrue();
    }

    @Test
    void other_layers_stay_as_they_are() {
        enter(ImageLayout.DEPTH_ATTACHMENT_STENCIL_READ_ONLY_OPTIMAL);

        assertThat(readOnly(Aspect.DEPTH, 1)).isTrue();
        assertThat(readOnly(Aspect.STENCIL, 1)).isFalse();
    }

    @Test
    void tells_the_layouts_of_the_aspects_that_a_range_does_not_name() {
        enter(ImageLayout.STENCIL_READ_ONLY_OPTIMAL, Aspect.STENCIL);

        assertThat(layouts.beside(new ImageRange("d", Set.of(Aspect.DEPTH), 0, 1, 0, 2)))
                .containsExactlyInAnyOrder(
                        ImageLayout.STENCIL_READ_ONLY_OPTIMAL, ImageLayout.DEPTH_READ_ONLY_STENCIL_ATTACHMENT_OPTIMAL);
        assertThat(layouts.beside(new ImageRange("d", Set.of(), 0, 1, 0, 2))).isEmpty();
        assertThat(layouts.aspects(new ImageRange("d", Set.of(Aspect.DEPTH, Aspect.COLOR), 0, 1, 0, 1)))
                .containsExactly(Aspect.DEPTH);
    }
}
