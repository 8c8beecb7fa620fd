// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.Origin;
import dev.sluice.program.Sharing;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Tiling;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class AspectLayoutsTest {
    private static final Format FORMAT = Format.D32_SFLOAT_S8_UINT;
    private static final ImageDeclaration IMAGE = new ImageDeclaration(
            new ImageSpec("d", FORMAT, 8, 8, 1, 2, 1, 1, Tiling.OPTIMAL, Set.of()),
            "m",
            0,
            ImageLayout.DEPTH_READ_ONLY_STENCIL_ATTACHMENT_OPTIMAL,
            false,
            Sharing.UNSTATED,
            Origin.at("s.yaml:1:1"));

    private final AspectLayouts layouts = new AspectLayouts();

    private boolean readOnly(Aspect aspect, int layer) {
        return layouts.readOnly(IMAGE, new ImageSlice("d", 0, layer, FORMAT), aspect);
    }

    private void enter(ImageLayout layout, Aspect... aspects) {
        layouts.follow(
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
}
