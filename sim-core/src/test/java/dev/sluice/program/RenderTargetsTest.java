// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.Rect;
import dev.sluice.program.image.ResolveMode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Render targets of several layers. */
final class RenderTargetsTest {

    private static ImageSlice slice(String image, int layer) {
        return new ImageSlice(image, 0, layer, Format.R8G8B8A8_UNORM);
    }

    private static final RenderTargets FIRST = new RenderTargets(
            new Rect(0, 0, 8, 8),
            List.of(new Attachment(
                    slice("color", 2),
                    Set.of(Aspect.COLOR),
                    ImageLayout.GENERAL,
                    ImageLayout.GENERAL,
                    Attachment.LoadOp.LOAD,
                    Attachment.StoreOp.STORE,
                    Attachment.LoadOp.LOAD,
                    Attachment.StoreOp.STORE,
                    ClearValue.ZERO,
                    new Attachment.Resolve(slice("resolved", 5), Map.of(Aspect.COLOR, ResolveMode.AVERAGE)))),
            null,
            4);

    @Test
    void targets_of_one_layer_are_their_only_layer() {
        assertThat(FIRST.layers()).containsExactly(FIRST);
        assertThat(FIRST.base()).isSameAs(FIRST);
        assertThat(FIRST.in(List.of(0))).isEqualTo(FIRST);
    }

    @Test
    void each_layer_has_its_attachments_and_what_these_are_resolved_to() {
        RenderTargets views = FIRST.in(List.of(1, 3));

        assertThat(views.layers()).extracting(RenderTargets::layer).containsExactly(1, 3);
        assertThat(views.all().map(Attachment::slice)).containsExactly(slice("color", 3), slice("color", 5));
        assertThat(views.all().map(attachment -> attachment.resolve().to()))
                .containsExactly(slice("resolved", 6), slice("resolved", 8));
    }

    @Test
    void some_of_the_layers_have_the_same_base_as_all() {
        RenderTargets all = FIRST.in(List.of(0, 1, 2));
        RenderTargets some = RenderTargets.of(all.layers().subList(1, 3));

        assertThat(some.layers()).isEqualTo(all.layers().subList(1, 3));
        assertThat(some.base()).isEqualTo(FIRST);
        assertThat(all.base()).isEqualTo(FIRST);
    }

    @Test
    void an_input_is_read_in_the_layer_of_its_number_or_in_the_last_that_is_bound() {
        ImageBinding bound = new ImageBinding("color", Set.of(Aspect.COLOR), 0, 1, 2, 3, ImageLayout.GENERAL);

        assertThat(bound.moved(1))
                .isEqualTo(new ImageBinding("color", Set.of(Aspect.COLOR), 0, 1, 3, 2, ImageLayout.GENERAL));
        assertThat(bound.moved(7))
                .isEqualTo(new ImageBinding("color", Set.of(Aspect.COLOR), 0, 1, 4, 1, ImageLayout.GENERAL));
    }

    @Test
    void a_change_is_one_of_all_layers() {
        RenderTargets changed = FIRST.in(List.of(0, 1))
                .map(attachment -> attachment.storing(Attachment.StoreOp.NONE, Attachment.StoreOp.NONE));

        assertThat(changed.all().map(Attachment::store))
                .containsExactly(Attachment.StoreOp.NONE, Attachment.StoreOp.NONE);
        assertThat(changed.layers()).extracting(RenderTargets::layer).containsExactly(0, 1);
    }
}
