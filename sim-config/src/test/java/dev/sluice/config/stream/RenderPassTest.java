// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.program.Attachment;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.SubpassScopes;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ResolveMode;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the steps of a render pass become. */
class RenderPassTest {
    private static List<Command.PassStep> steps(String text) {
        return GraphicsFixture.commands(text).stream()
                .filter(Command.PassStep.class::isInstance)
                .map(Command.PassStep.class::cast)
                .toList();
    }

    private static Command.PassStep step(int number) {
        return steps(GraphicsFixture.text()).get(number);
    }

    private static List<Barrier> barriers(Command.PassStep step) {
        return Objects.requireNonNull(step.dependency()).barriers();
    }

    private static List<String> transitions(Command.PassStep step) {
        return barriers(step).stream()
                .map(Barrier::image)
                .filter(Objects::nonNull)
                .map(image -> Objects.requireNonNull(image).range().image() + " " + image.oldLayout() + " > "
                        + image.newLayout())
                .toList();
    }

    private static List<String> images(RenderTargets targets) {
        return Objects.requireNonNull(targets).all().map(a -> a.slice().image()).toList();
    }

    @Test
    void attachments_are_loaded_at_their_first_use() {
        assertThat(images(Objects.requireNonNull(step(0).begins()))).containsExactly("color", "depth");
        assertThat(images(Objects.requireNonNull(step(1).begins()))).containsExactly("out");
        assertThat(step(2).begins()).isNull();
        assertThat(Objects.requireNonNull(step(0).begins()).colors().get(0).load())
                .isEqualTo(Attachment.LoadOp.CLEAR);
    }

    @ParameterizedTest
    @CsvSource({
        "D24_UNORM_S8_UINT, 'DEPTH, STENCIL', CLEAR, LOAD",
        "D16_UNORM, DEPTH, CLEAR, CLEAR",
    })
    void operations_of_an_aspect_that_the_format_lacks_are_ignored(
            String format, String aspects, Attachment.LoadOp load, Attachment.LoadOp stencilLoad) {
        String text = GraphicsFixture.text()
                .replace("D24_UNORM_S8_UINT, loadOp: CLEAR", format + ", loadOp: CLEAR")
                .replace("stencilLoadOp: DONT_CARE", "stencilLoadOp: LOAD")
                .replace("extent: [256, 128], format: D24_UNORM_S8_UINT", "extent: [256, 128], format: " + format)
                .replace(", stencilWrite: 1", aspects.equals("DEPTH") ? "" : ", stencilWrite: 1")
                .replaceAll(".*stencilAttachment: .*", "")
                .replace("aspectMask: [DEPTH, STENCIL]", "aspectMask: [" + aspects + "]");
        Attachment depth = Objects.requireNonNull(
                Objects.requireNonNull(steps(text).get(0).begins()).depthStencil());

        assertThat(depth.load()).isEqualTo(load);
        assertThat(depth.stencilLoad()).isEqualTo(stencilLoad);
    }

    @Test
    void attachments_are_stored_at_their_last_use() {
        assertThat(step(0).ends()).isNull();
        assertThat(images(Objects.requireNonNull(step(1).ends()))).containsExactly("depth");
        assertThat(images(Objects.requireNonNull(step(2).ends()))).containsExactly("out", "color");
        assertThat(Objects.requireNonNull(Objects.requireNonNull(step(1).ends()).depthStencil())
                        .store())
                .isEqualTo(Attachment.StoreOp.DONT_CARE);
        assertThat(step(2).passEnds()).isTrue();
        assertThat(step(1).passEnds()).isFalse();
    }

    @Test
    void layouts_change_on_the_way_into_subpasses_and_out_of_the_pass() {
        assertThat(transitions(step(0)))
                .containsExactly(
                        "color UNDEFINED > COLOR_ATTACHMENT_OPTIMAL",
                        "depth UNDEFINED > DEPTH_STENCIL_ATTACHMENT_OPTIMAL",
                        "out UNDEFINED > COLOR_ATTACHMENT_OPTIMAL");
        assertThat(transitions(step(1))).containsExactly("color COLOR_ATTACHMENT_OPTIMAL > SHADER_READ_ONLY_OPTIMAL");
        assertThat(transitions(step(2))).containsExactly("out COLOR_ATTACHMENT_OPTIMAL > PRESENT_SRC_KHR");
    }

    @Test
    void a_transition_has_the_scopes_of_the_dependencies_between_the_subpasses() {
        Barrier color = barriers(step(1)).stream()
                .filter(barrier -> barrier.image() != null
                        && Objects.requireNonNull(barrier.image())
                                .range()
                                .image()
                                .equals("color"))
                .findFirst()
                .orElseThrow();

        assertThat(color.srcStages()).isEqualTo(Stage.COLOR_ATTACHMENT_OUTPUT.mask());
        assertThat(color.srcAccess()).isEqualTo(Access.COLOR_ATTACHMENT_WRITE.mask());
        assertThat(color.dstAccess()).isEqualTo(Access.INPUT_ATTACHMENT_READ.mask());
    }

    /** The transition of an image into the third of three subpasses, the second of which does not use it. */
    private static Barrier acrossASubpass(String... dependencies) {
        return out(threeSubpasses(dependencies).get(2));
    }

    private static List<Command.PassStep> threeSubpasses(String... dependencies) {
        String text = """
                sluice: 1
                name: across
                memory: [{name: m, size: 1MiB, properties: [DEVICE_LOCAL]}]
                images:
                  - {name: out, memory: m, extent: [8, 8], format: R8_UNORM, initialLayout: GENERAL}
                  - {name: other, memory: m, offset: 64KiB, extent: [8, 8], format: R8_UNORM, initialLayout: GENERAL}
                renderPasses:
                  pass:
                    attachments:
                      - {format: R8_UNORM, initialLayout: GENERAL, finalLayout: GENERAL}
                      - {format: R8_UNORM, initialLayout: GENERAL, finalLayout: GENERAL}
                    subpasses:
                      - {colorAttachments: [{attachment: 0, layout: COLOR_ATTACHMENT_OPTIMAL}]}
                      - {colorAttachments: [{attachment: 1, layout: GENERAL}]}
                      - colorAttachments: [{attachment: 1, layout: GENERAL}]
                        inputAttachments: [{attachment: 0, layout: SHADER_READ_ONLY_OPTIMAL}]
                    dependencies: [DEPENDENCIES]
                framebuffers: {frame: {renderPass: pass, attachments: [out, other], width: 8, height: 8}}
                program:
                  - queueSubmit:
                      commands:
                        - beginRenderPass: {renderPass: pass, framebuffer: frame}
                        - nextSubpass:
                        - nextSubpass:
                        - endRenderPass:
                """;
        return steps(text.replace("DEPENDENCIES", String.join(", ", dependencies)));
    }

    @Test
    void a_transition_past_a_subpass_has_the_scopes_at_the_ends_of_the_chain() {
        String first =
                "{srcSubpass: 0, dstSubpass: 1, srcStageMask: [COLOR_ATTACHMENT_OUTPUT], srcAccessMask: [COLOR_ATTACHMENT_WRITE],"
                        + " dstStageMask: [EARLY_FRAGMENT_TESTS]}";
        String second =
                "{srcSubpass: 1, dstSubpass: 2, srcStageMask: [EARLY_FRAGMENT_TESTS], dstStageMask: [FRAGMENT_SHADER],"
                        + " dstAccessMask: [INPUT_ATTACHMENT_READ]}";
        String aside = "{srcSubpass: 0, dstSubpass: EXTERNAL, srcStageMask: [ALL_GRAPHICS]}";

        Barrier chained = acrossASubpass(first, second, aside);
        assertThat(chained.srcStages()).isEqualTo(Stage.COLOR_ATTACHMENT_OUTPUT.mask());
        assertThat(chained.srcAccess()).isEqualTo(Access.COLOR_ATTACHMENT_WRITE.mask());
        assertThat(chained.dstStages()).isEqualTo(Stage.FRAGMENT_SHADER.mask());
        assertThat(chained.dstAccess()).isEqualTo(Access.INPUT_ATTACHMENT_READ.mask());
        assertThat(acrossASubpass(first, aside).srcStages()).isEqualTo(Stage.TOP_OF_PIPE.mask());
        assertThat(acrossASubpass(second).dstStages()).isEqualTo(Stage.BOTTOM_OF_PIPE.mask());
    }

    private static SubpassScopes scopes(Barrier barrier) {
        return Objects.requireNonNull(barrier.subpasses());
    }

    private static SubpassScopes declared(Command.PassStep step) {
        return scopes(barriers(step).get(0));
    }

    @Test
    void a_declared_dependency_is_limited_to_its_subpasses() {
        List<Command.PassStep> steps = threeSubpasses(
                "{srcSubpass: EXTERNAL, dstSubpass: 1, srcStageMask: [CLEAR], dstStageMask: [FRAGMENT_SHADER]}",
                "{srcSubpass: 0, dstSubpass: 2, srcStageMask: [COLOR_ATTACHMENT_OUTPUT], dstStageMask: [FRAGMENT_SHADER]}");

        assertThat(declared(steps.get(1))).isEqualTo(SubpassScopes.of(SubpassScopes.EXTERNAL, 1));
        assertThat(declared(steps.get(2))).isEqualTo(SubpassScopes.of(0, 2));
    }

    @Test
    void a_dependency_out_of_the_pass_has_later_stores_of_what_its_subpass_uses() {
        String out = "{srcSubpass: SUBPASS, dstSubpass: EXTERNAL, srcStageMask: [COLOR_ATTACHMENT_OUTPUT],"
                + " dstStageMask: [CLEAR]}";

        for (int subpass = 0; subpass < 3; subpass++) {
            SubpassScopes scopes = declared(
                    threeSubpasses(out.replace("SUBPASS", "" + subpass)).get(3));
            assertThat(scopes.src()).containsExactly(subpass);
            assertThat(scopes.dst()).isEqualTo(SubpassScopes.EXTERNAL);
            // the last subpass uses both attachments and stores them
            assertThat(scopes.stored()).isEqualTo(subpass == 2 ? Set.of() : Set.of(2));
        }
    }

    @Test
    void a_transition_comes_after_all_subpasses_that_used_its_attachment() {
        assertThat(scopes(out(threeSubpasses().get(2)))).isEqualTo(SubpassScopes.of(0, 2));
        assertThat(scopes(out(threeSubpasses().get(3))))
                .isEqualTo(new SubpassScopes(Set.of(0, 2), SubpassScopes.EXTERNAL, Set.of()));
    }

    @Test
    void the_transition_of_a_first_use_is_limited_to_the_subpass_of_that_use() {
        assertThat(scopes(out(step(0)))).isEqualTo(SubpassScopes.of(SubpassScopes.EXTERNAL, 1));
    }

    @Test
    void declared_dependencies_are_global_barriers() {
        Barrier global = barriers(step(0)).get(0);

        assertThat(global.image()).isNull();
        assertThat(global.range()).isNull();
        assertThat(global.srcStages()).isEqualTo(Stage.FRAGMENT_SHADER.mask());
        assertThat(global.dstStages()).isEqualTo(Stage.COLOR_ATTACHMENT_OUTPUT.mask());
    }

    private static Barrier out(Command.PassStep step) {
        return barriers(step).stream()
                .filter(barrier -> barrier.image() != null
                        && barrier.image().range().image().equals("out"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_first_use_without_a_dependency_from_outside_has_the_implicit_one_at_the_beginning() {
        Barrier out = out(step(0));

        assertThat(out.srcStages()).isEqualTo(Stage.TOP_OF_PIPE.mask());
        assertThat(out.srcAccess()).isZero();
        assertThat(out.dstStages()).isEqualTo(Stage.ALL_COMMANDS.mask());
        assertThat(out.dstAccess() & Access.COLOR_ATTACHMENT_WRITE.mask()).isNotZero();
    }

    @Test
    void a_declared_dependency_from_outside_makes_the_transition_wait_for_its_subpass() {
        List<Command.PassStep> steps = steps(GraphicsFixture.text()
                .replace(
                        "      - {srcSubpass: 1, dstSubpass: 1,",
                        "      - {srcSubpass: EXTERNAL, dstSubpass: 1, srcStageMask: COPY, dstStageMask: COLOR_ATTACHMENT_OUTPUT}\n"
                                + "      - {srcSubpass: 1, dstSubpass: 1,"));

        assertThat(transitions(steps.get(0))).noneMatch(text -> text.startsWith("out"));
        assertThat(out(steps.get(1)).srcStages()).isEqualTo(Stage.COPY.mask());
        assertThat(steps.get(1).dependency().byRegion()).isFalse();
    }

    @Test
    void the_end_without_a_dependency_to_outside_has_the_implicit_one() {
        Barrier last = barriers(step(2)).get(0);

        assertThat(last.srcStages()).isEqualTo(Stage.ALL_COMMANDS.mask());
        assertThat(last.dstStages()).isEqualTo(Stage.BOTTOM_OF_PIPE.mask());
        assertThat(last.dstAccess()).isZero();
    }

    @Test
    void a_step_is_by_region_only_if_all_of_it_is() {
        assertThat(Objects.requireNonNull(step(0).dependency()).byRegion()).isFalse();
        assertThat(Objects.requireNonNull(step(1).dependency()).byRegion()).isTrue();
        assertThat(Objects.requireNonNull(steps(GraphicsFixture.text()
                                        .replace(
                                                "dependencyFlags: BY_REGION}\n      - {srcSubpass: EXTERNAL",
                                                "dependencyFlags: []}\n      - {srcSubpass: EXTERNAL"))
                                .get(1)
                                .dependency())
                        .byRegion())
                .isFalse();
    }

    @Test
    void no_change_of_layout_and_no_dependency_is_no_barrier() {
        String none =
                GraphicsFixture.text().replace("finalLayout: PRESENT_SRC_KHR", "finalLayout: COLOR_ATTACHMENT_OPTIMAL");

        assertThat(steps(none).get(2).dependency()).isNull();
    }

    @Test
    void an_attachment_is_resolved_at_the_end_of_its_subpass() {
        List<Command.PassStep> steps = steps(MULTISAMPLED);
        Attachment color = Objects.requireNonNull(steps.get(1).ends()).colors().get(0);

        assertThat(Objects.requireNonNull(steps.get(0).begins())
                        .all()
                        .map(a -> a.slice().image()))
                .containsExactly("ms", "one");
        assertThat(Objects.requireNonNull(steps.get(0).begins()).samples()).isEqualTo(4);
        assertThat(color.resolve())
                .isEqualTo(new Attachment.Resolve(
                        new ImageSlice("one", 0, 0, Format.R8G8B8A8_UNORM), Map.of(Aspect.COLOR, ResolveMode.AVERAGE)));
        assertThat(color.store()).isEqualTo(Attachment.StoreOp.DONT_CARE);
        assertThat(barriers(steps.get(0)))
                .extracting(Barrier::image)
                .extracting(ImageTransition::newLayout)
                .containsExactly(ImageLayout.COLOR_ATTACHMENT_OPTIMAL, ImageLayout.COLOR_ATTACHMENT_OPTIMAL);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[0], resolveAttachments: [1]|[0, 1]|colorAttachments: all attachments need as many samples;"
                        + " attachment 1 has 1 and attachment 0 4",
                "resolveAttachments: [1]|depthStencilAttachment: 2|depthStencilAttachment: all attachments need as many samples;"
                        + " attachment 2 has 1 and attachment 0 4",
                "- {format: R8G8B8A8_UNORM, loadOp|- {format: R8G8B8A8_SRGB, loadOp|resolveAttachments: a resolve needs one"
                        + " format; attachment 0 has R8G8B8A8_UNORM and attachment 1 R8G8B8A8_SRGB",
                "[0], resolveAttachments: [1]|[1], resolveAttachments: [0]|resolveAttachments: a resolve goes from several"
                        + " samples to one; attachment 1 has 1 and attachment 0 4",
            })
    void attachments_of_a_subpass_that_do_not_go_together_are_refused(String from, String to, String problem) {
        assertThat(MULTISAMPLED).contains(from);
        assertThatThrownBy(() -> steps(MULTISAMPLED.replace(from, to))).hasMessageContaining(problem);
    }

    private static final String MULTISAMPLED = """
        sluice: 1
        name: resolved
        memory: [{name: m, size: 1MiB, properties: [DEVICE_LOCAL]}]
        images:
          - {name: ms, memory: m, extent: [64, 64], samples: 4, format: R8G8B8A8_UNORM}
          - {name: one, memory: m, offset: 512KiB, extent: [64, 64], format: R8G8B8A8_UNORM}
          - {name: d, memory: m, offset: 768KiB, extent: [64, 64], format: D16_UNORM}
        renderPasses:
          p:
            attachments:
              - {format: R8G8B8A8_UNORM, samples: 4, loadOp: CLEAR, storeOp: DONT_CARE, finalLayout: COLOR_ATTACHMENT_OPTIMAL}
              - {format: R8G8B8A8_UNORM, loadOp: DONT_CARE, finalLayout: SHADER_READ_ONLY_OPTIMAL}
              - {format: D16_UNORM, finalLayout: GENERAL}
            subpasses: [{colorAttachments: [0], resolveAttachments: [1]}]
        framebuffers: {f: {renderPass: p, attachments: [ms, one, d]}}
        program:
          - queueSubmit:
              commands:
                - beginRenderPass: {renderPass: p, framebuffer: f, clearValues: [[0, 0, 0, 0]]}
                - endRenderPass
        """;
}
