// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.device.TestDevice;
import dev.sluice.program.Attachment;
import dev.sluice.program.Barrier;
import dev.sluice.program.ColorBlend;
import dev.sluice.program.Command;
import dev.sluice.program.Coverage;
import dev.sluice.program.DrawState;
import dev.sluice.program.Geometry;
import dev.sluice.program.HostOperation;
import dev.sluice.program.ImageBinding;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.PrimitiveShader;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.StencilTest;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.Rect;
import dev.sluice.program.image.ResolveMode;
import dev.sluice.program.image.Tiling;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a stream that uses every graphics key becomes. */
class GraphicsTest {
    private static final Set<Aspect> COLOR = Set.of(Aspect.COLOR);

    private static <T extends Command> List<T> commands(Class<T> type) {
        return GraphicsFixture.commands(type);
    }

    private static <T extends HostOperation> List<T> host(Class<T> type) {
        return GraphicsFixture.operations().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    @Test
    void images_are_described_and_placed() {
        List<ImageDeclaration> images =
                GraphicsFixture.read(GraphicsFixture.text()).images();

        assertThat(images)
                .extracting(ImageDeclaration::name)
                .containsExactly("color", "depth", "msaa", "plain", "out", "out2");
        assertThat(images.get(0).spec().levels()).isEqualTo(3);
        assertThat(images.get(0).spec().layers()).isEqualTo(2);
        assertThat(images.get(0).offset()).isEqualTo(1 << 20);
        assertThat(images.get(2).spec().samples()).isEqualTo(4);
        assertThat(images.get(3).spec().tiling()).isEqualTo(Tiling.LINEAR);
        assertThat(images.get(3).initialLayout()).isEqualTo(ImageLayout.PREINITIALIZED);
        assertThat(images.get(5).alias()).isTrue();
    }

    @Test
    void an_image_without_usage_is_for_attachments_reads_and_transfers() {
        assertThat(GraphicsFixture.read(GraphicsFixture.text())
                        .images()
                        .get(5)
                        .spec()
                        .usage())
                .containsExactlyInAnyOrder(
                        "COLOR_ATTACHMENT", "SAMPLED", "INPUT_ATTACHMENT", "TRANSFER_SRC", "TRANSFER_DST");
    }

    @Test
    void commands_keep_their_kinds() {
        assertThat(GraphicsFixture.commands(GraphicsFixture.text()))
                .extracting(Command::kind)
                .contains(
                        "copyBufferToImage",
                        "copyImageToBuffer",
                        "copyImage",
                        "blitImage",
                        "resolveImage",
                        "clearColorImage",
                        "clearDepthStencilImage",
                        "beginRenderPass",
                        "nextSubpass",
                        "endRenderPass",
                        "beginRendering",
                        "endRendering",
                        "draw",
                        "drawIndexed",
                        "drawIndirect",
                        "drawIndexedIndirect",
                        "clearAttachments");
    }

    @Test
    void an_image_barrier_has_its_range_in_either_form() {
        List<Barrier> barriers = commands(Command.PipelineBarrier.class).get(0).barriers();

        assertThat(barriers.get(0).image())
                .isEqualTo(new ImageTransition(
                        new ImageRange("color", COLOR, 1, 2, 1, 1), ImageLayout.UNDEFINED, ImageLayout.GENERAL));
        assertThat(barriers.get(0).range()).isNull();
        assertThat(barriers.get(1).image())
                .isEqualTo(new ImageTransition(
                        new ImageRange("color", COLOR, 2, 1, 0, 2), ImageLayout.GENERAL, ImageLayout.GENERAL));
        assertThat(barriers.get(1).dstQueueFamily()).isEqualTo("copy");
    }

    @Test
    void a_color_attachment_may_be_left_out_at_the_end_of_the_list() {
        String text = GraphicsFixture.text()
                .replace("colorAttachments: [2]", "colorAttachments: [2, ATTACHMENT_UNUSED]")
                .replace(", resolveAttachments: [ATTACHMENT_UNUSED]", "");

        Command.Draw draw = (Command.Draw) GraphicsFixture.commands(text).stream()
                .filter(Command.Draw.class::isInstance)
                .skip(1)
                .findFirst()
                .orElseThrow();

        assertThat(draw.targets().colors()).extracting(a -> a.slice().image()).containsExactly("out");
    }

    @Test
    void one_layout_of_a_barrier_stands_for_both() {
        String text = GraphicsFixture.text()
                .replace(
                        "oldLayout: UNDEFINED, newLayout: GENERAL, srcStage: COPY",
                        "oldLayout: TRANSFER_DST_OPTIMAL, srcStage: COPY");

        Command.PipelineBarrier barrier = GraphicsFixture.commands(text).stream()
                .filter(Command.PipelineBarrier.class::isInstance)
                .map(Command.PipelineBarrier.class::cast)
                .findFirst()
                .orElseThrow();

        assertThat(Objects.requireNonNull(barrier.barriers().get(0).image()).newLayout())
                .isEqualTo(ImageLayout.TRANSFER_DST_OPTIMAL);
    }

    @Test
    void bindings_take_images_views_and_plain_names() {
        List<Command.Dispatch> dispatches = commands(Command.Dispatch.class);

        assertThat(dispatches.get(0).bindings())
                .containsEntry("img", new ImageBinding("out", Set.of(Aspect.COLOR), 0, 1, 0, 1, ImageLayout.GENERAL))
                .containsEntry(
                        "src",
                        new ImageBinding(
                                "color", Set.of(Aspect.COLOR), 1, 1, 0, 1, ImageLayout.SHADER_READ_ONLY_OPTIMAL));
        assertThat(dispatches.get(1).bindings())
                .containsEntry("img", new ImageBinding("out", Set.of(Aspect.COLOR), 0, 1, 0, 1, ImageLayout.GENERAL))
                .containsEntry(
                        "src",
                        new ImageBinding(
                                "color", Set.of(Aspect.COLOR), 1, 2, 0, 2, ImageLayout.SHADER_READ_ONLY_OPTIMAL));
    }

    @Test
    void a_copy_has_a_region_for_each_layer() {
        List<Command.ImageTransfer> copies = commands(Command.ImageTransfer.class);

        assertThat(copies.get(1).regions()).hasSize(2);
        assertThat(copies.get(1).regions().get(1).buffer())
                .isEqualTo(new Command.ImageTransfer.Texels(128 * 64 * 4, 128, 64));
        assertThat(copies.get(1).regions().get(1).dst())
                .isEqualTo(new Command.ImageTransfer.Box(1, 1, 0, 0, 0, 128, 64, 1));
        assertThat(copies.get(4).regions())
                .extracting(region -> Objects.requireNonNull(region.src()).layer())
                .containsExactly(0, 1);
    }

    @Test
    void a_copy_between_images_keeps_its_boxes() {
        Command.ImageTransfer.Region region =
                commands(Command.ImageTransfer.class).get(3).regions().get(0);

        assertThat(region.src()).isEqualTo(new Command.ImageTransfer.Box(0, 0, 8, 8, 0, 64, 32, 1));
        assertThat(region.dst()).isEqualTo(new Command.ImageTransfer.Box(1, 1, 0, 4, 0, 64, 32, 1));
        assertThat(region.buffer()).isNull();
    }

    @Test
    void without_regions_a_copy_takes_the_whole_of_level_0() {
        Command.ImageTransfer copy = commands(Command.ImageTransfer.class).get(2);

        assertThat(copy.regions())
                .containsExactly(
                        new Command.ImageTransfer.Region(
                                new Command.ImageTransfer.Box(0, 0, 0, 0, 0, 256, 128, 1),
                                null,
                                new Command.ImageTransfer.Texels(0, 256, 128)),
                        new Command.ImageTransfer.Region(
                                new Command.ImageTransfer.Box(0, 1, 0, 0, 0, 256, 128, 1),
                                null,
                                new Command.ImageTransfer.Texels(4 * 256 * 128, 256, 128)));
    }

    @Test
    void a_blit_scales_between_corners() {
        Command.ImageTransfer blit = commands(Command.ImageTransfer.class).get(5);

        assertThat(blit.linear()).isTrue();
        assertThat(blit.regions().get(0).src()).isEqualTo(new Command.ImageTransfer.Box(0, 0, 0, 0, 0, 256, 128, 1));
        assertThat(blit.regions().get(0).dst()).isEqualTo(new Command.ImageTransfer.Box(1, 0, 0, 0, 0, 128, 64, 1));
    }

    @Test
    void a_blit_may_run_backwards() {
        String text = GraphicsFixture.text()
                .replace("srcOffsets: [[0, 0, 0], [256, 128, 1]]", "srcOffsets: [[256, 128, 0], [0, 0, 1]]");

        Command.ImageTransfer blit =
                (Command.ImageTransfer) GraphicsFixture.commands(text).get(5);

        assertThat(blit.regions().get(0).src())
                .isEqualTo(new Command.ImageTransfer.Box(0, 0, 256, 128, 0, -256, -128, 1));
    }

    @Test
    void clears_know_their_values_and_ranges() {
        List<Command.ClearImage> clears = commands(Command.ClearImage.class);

        assertThat(clears.get(0).value()).isEqualTo(new ClearValue(List.of(0.0, 0.5, 1.0, 1.0)));
        assertThat(clears.get(0).ranges()).containsExactly(new ImageRange("color", COLOR, 1, 2, 0, 2));
        assertThat(clears.get(1).value()).isEqualTo(ClearValue.depthStencil(1, 3));
        assertThat(clears.get(1).ranges())
                .containsExactly(new ImageRange("depth", Set.of(Aspect.DEPTH, Aspect.STENCIL), 0, 1, 0, 1));
        assertThat(clears.get(2).value()).isEqualTo(ClearValue.depthStencil(0.5, 1));
    }

    @Test
    void dynamic_rendering_begins_and_ends_its_attachments_without_a_dependency() {
        List<Command.PassStep> steps = commands(Command.PassStep.class);
        Command.PassStep begin = steps.get(3);
        RenderTargets targets = Objects.requireNonNull(begin.begins());

        assertThat(begin.kind()).isEqualTo("beginRendering");
        assertThat(begin.dependency()).isNull();
        assertThat(begin.ends()).isNull();
        assertThat(targets.area()).isEqualTo(new Rect(0, 0, 128, 64));
        assertThat(targets.samples()).isEqualTo(4);
        assertThat(targets.colors())
                .containsExactly(new Attachment(
                        new ImageSlice("msaa", 0, 0, Format.R8G8B8A8_UNORM),
                        Set.of(Aspect.COLOR),
                        ImageLayout.COLOR_ATTACHMENT_OPTIMAL,
                        ImageLayout.COLOR_ATTACHMENT_OPTIMAL,
                        Attachment.LoadOp.CLEAR,
                        Attachment.StoreOp.DONT_CARE,
                        Attachment.LoadOp.CLEAR,
                        Attachment.StoreOp.DONT_CARE,
                        new ClearValue(List.of(1.0, 0.0, 0.0, 1.0)),
                        new Attachment.Resolve(
                                new ImageSlice("out2", 0, 0, Format.R8G8B8A8_UNORM),
                                Map.of(Aspect.COLOR, ResolveMode.AVERAGE))));
        assertThat(steps.get(4).ends()).isEqualTo(targets);
        assertThat(steps.get(4).passEnds()).isTrue();
    }

    @Test
    void depth_and_stencil_are_one_attachment_with_operations_of_their_own() {
        Attachment depth = Objects.requireNonNull(
                Objects.requireNonNull(commands(Command.PassStep.class).get(5).begins())
                        .depthStencil());

        assertThat(depth.load()).isEqualTo(Attachment.LoadOp.CLEAR);
        assertThat(depth.store()).isEqualTo(Attachment.StoreOp.STORE);
        assertThat(depth.stencilStore()).isEqualTo(Attachment.StoreOp.DONT_CARE);
        assertThat(depth.clear()).isEqualTo(ClearValue.depthStencil(1, 7));
        assertThat(depth.layout()).isEqualTo(ImageLayout.DEPTH_STENCIL_ATTACHMENT_OPTIMAL);
    }

    @Test
    void without_an_area_rendering_covers_its_attachments() {
        assertThat(Objects.requireNonNull(
                                commands(Command.PassStep.class).get(5).begins())
                        .area())
                .isEqualTo(new Rect(0, 0, 256, 128));
    }

    @Test
    void a_draw_knows_its_front_end_state_and_targets() {
        Command.Draw draw = commands(Command.Draw.class).get(0);

        assertThat(draw.geometry())
                .isEqualTo(new Geometry(
                        6,
                        2,
                        List.of(new Geometry.VertexBuffer("vb", 0, 16, 12)),
                        null,
                        null,
                        List.of(PrimitiveShader.ofVertices("place"))));
        assertThat(draw.coverage()).isEqualTo(new Coverage.Fullscreen());
        assertThat(draw.fragment()).isEqualTo("shade");
        assertThat(draw.state())
                .isEqualTo(new DrawState(
                        ColorBlend.OVER, DrawState.Compare.LESS_OR_EQUAL, true, 0.5, null, StencilTest.writing(1)));
        assertThat(draw.bindings().keySet()).containsExactly("v", "tex");
        assertThat(draw.parameters()).containsExactly(java.util.Map.entry("k", 3L));
        assertThat(draw.targets().colors())
                .extracting(a -> a.slice())
                .containsExactly(new ImageSlice("color", 0, 1, Format.R8G8B8A8_UNORM));
        assertThat(draw.origin().label()).isEqualTo("first");
    }

    @Test
    void coverage_is_rectangles_or_triangles() {
        List<Command.Draw> draws = commands(Command.Draw.class);

        assertThat(draws.get(1).coverage())
                .isEqualTo(new Coverage.Rectangles(List.of(new Rect(0, 0, 64, 64), new Rect(64, 0, 8, 8))));
        assertThat(draws.get(2).coverage())
                .isEqualTo(new Coverage.Triangles(List.of(new Coverage.Triangle(0, 0, 64, 0, 0, 64))));
        assertThat(((Coverage.Triangles) draws.get(3).coverage()).triangles()).hasSize(2);
    }

    @Test
    void indices_and_arguments_are_fetched() {
        List<Command.Draw> draws = commands(Command.Draw.class);

        assertThat(draws.get(2).geometry().indices()).isEqualTo(new Geometry.IndexBuffer("ib", 0, 2, 3));
        assertThat(draws.get(3).geometry().indirect()).isEqualTo(new Geometry.Indirect("args", 16, 2, 32));
        assertThat(draws.get(3).geometry().vertexCount()).isEqualTo(6);
        assertThat(draws.get(4).geometry().indirect()).isEqualTo(new Geometry.Indirect("args", 0, 1, 20));
        assertThat(draws.get(4).geometry().indices()).isEqualTo(new Geometry.IndexBuffer("ib", 0, 4, 16384));
    }

    @Test
    void a_buffer_says_how_many_draws_there_are() {
        List<Command.Draw> draws = GraphicsFixture.commands(
                        GraphicsFixture.text()
                                .replace(
                                        ", buffer: args, offset: 16, drawCount: 2, stride: 32",
                                        ", indirect: {buffer: args, offset: 16, drawCount: 2, stride: 32, countBuffer: args, countBufferOffset: 4}"))
                .stream()
                .filter(Command.Draw.class::isInstance)
                .map(Command.Draw.class::cast)
                .toList();

        assertThat(draws.get(3).geometry().indirect())
                .isEqualTo(new Geometry.Indirect("args", 16, 2, 32, false, new Geometry.DrawCount("args", 4)));
    }

    @Test
    void a_part_of_a_vertex_buffer_is_bound_and_indices_count_from_an_offset() {
        List<Command.Draw> draws = GraphicsFixture.commands(GraphicsFixture.text()
                        .replace("stride: 16, size: 12, count: 6}", "stride: 16, size: 12, range: 92}")
                        .replace("type: u16, count: 3}", "type: u16, count: 3, vertexOffset: -7}"))
                .stream()
                .filter(Command.Draw.class::isInstance)
                .map(Command.Draw.class::cast)
                .toList();

        assertThat(draws.get(0).geometry().attributes())
                .containsExactly(new Geometry.VertexBuffer("vb", 0, 16, 12, false, 92));
        assertThat(draws.get(0).geometry().vertexCount()).isEqualTo(6);
        assertThat(draws.get(2).geometry().indices()).isEqualTo(new Geometry.IndexBuffer("ib", 0, 2, 3, -7));
    }

    @Test
    void indices_may_have_one_byte() {
        for (String type : List.of("u8", "UINT8")) {
            assertThat(GraphicsFixture.commands(GraphicsFixture.text()
                                    .replace("type: u16, count: 3}", "type: " + type + ", count: 3}"))
                            .stream()
                            .filter(Command.Draw.class::isInstance)
                            .map(Command.Draw.class::cast)
                            .map(draw -> draw.geometry().indices()))
                    .contains(new Geometry.IndexBuffer("ib", 0, 1, 3));
        }
    }

    @Test
    void a_vertex_buffer_without_a_count_gives_as_many_as_it_has() {
        assertThat(commands(Command.Draw.class).get(2).geometry().vertexCount()).isEqualTo(4096);
    }

    @Test
    void attachments_are_cleared_in_rectangles() {
        List<Command.ClearAttachments> clears = commands(Command.ClearAttachments.class);

        Command.ClearAttachments.Clear color = clears.get(0).clears().get(0);
        assertThat(color.slice()).isEqualTo(new ImageSlice("msaa", 0, 0, Format.R8G8B8A8_UNORM));
        assertThat(color.aspects()).containsExactly(Aspect.COLOR);
        assertThat(color.value()).isEqualTo(ClearValue.ZERO);
        assertThat(color.rects()).containsExactly(new Rect(0, 0, 16, 16), new Rect(16, 0, 16, 16));
        Command.ClearAttachments.Clear depth = clears.get(1).clears().get(0);
        assertThat(depth.slice()).isEqualTo(new ImageSlice("depth", 0, 0, Format.D24_UNORM_S8_UINT));
        assertThat(depth.aspects()).containsExactlyInAnyOrder(Aspect.DEPTH, Aspect.STENCIL);
        assertThat(depth.value()).isEqualTo(ClearValue.depthStencil(0, 1));
        assertThat(depth.rects()).containsExactly(new Rect(0, 0, 256, 128));
        assertThat(clears).allSatisfy(clear -> assertThat(clear.clears()).hasSize(1));
    }

    @Test
    void a_clear_of_an_aspect_leaves_the_other_alone() {
        String both = "aspectMask: [DEPTH, STENCIL], clearValue: {depth: 0, stencil: 1}";
        List<Command> commands = GraphicsFixture.commands(
                GraphicsFixture.text().replace(both, "aspectMask: STENCIL, clearValue: {stencil: 1}"));

        assertThat(commands)
                .filteredOn(Command.ClearAttachments.class::isInstance)
                .last()
                .extracting(clear ->
                        ((Command.ClearAttachments) clear).clears().get(0).aspects())
                .isEqualTo(Set.of(Aspect.STENCIL));
    }

    @Test
    void a_depth_attachment_alone_leaves_stencil_as_it_is() {
        String stencil =
                "            stencilAttachment: {image: depth, loadOp: CLEAR, storeOp: DONT_CARE, clear: {stencil: 7}}\n";
        assertThat(GraphicsFixture.text()).contains(stencil);
        Attachment attachment = GraphicsFixture.commands(GraphicsFixture.text().replace(stencil, "")).stream()
                .filter(Command.PassStep.class::isInstance)
                .map(step -> ((Command.PassStep) step).begins())
                .filter(Objects::nonNull)
                .map(RenderTargets::depthStencil)
                .filter(Objects::nonNull)
                .reduce((first, last) -> last)
                .orElseThrow();

        assertThat(attachment.stencilLoad()).isEqualTo(Attachment.LoadOp.NONE);
        assertThat(attachment.stencilStore()).isEqualTo(Attachment.StoreOp.NONE);
        assertThat(attachment.cleared()).doesNotContain(Aspect.STENCIL);
    }

    @Test
    void images_of_a_swapchain_come_in_turn_and_the_last_one_is_shown() {
        String acquire = "  - acquireNextImage: {swapchain: screen, semaphore: ready, fence: got}\n";
        List<HostOperation> twice = GraphicsFixture.read(
                        GraphicsFixture.text().replace(acquire, acquire + "  - acquireNextImage: {}\n"))
                .threads()
                .get(0)
                .operations();

        assertThat(host(HostOperation.AcquireNextImage.class).get(0).image()).isEqualTo("out");
        assertThat(host(HostOperation.AcquireNextImage.class).get(0).semaphore())
                .isEqualTo("ready");
        assertThat(((HostOperation.AcquireNextImage) twice.get(1)).image()).isEqualTo("out2");
        assertThat(host(HostOperation.QueuePresent.class))
                .extracting(HostOperation.QueuePresent::images)
                .containsExactly(List.of("out"), List.of("out2"), List.of("out2"));
        assertThat(host(HostOperation.QueuePresent.class).get(0).waits())
                .extracting(wait -> wait.semaphore())
                .containsExactly("drawn");
    }

    @Test
    void the_commitment_of_a_lazy_memory_can_be_read() {
        HostOperation.GetDeviceMemoryCommitment read =
                host(HostOperation.GetDeviceMemoryCommitment.class).get(0);

        assertThat(read.memory()).isEqualTo("lazy");
        assertThat(read.expect()).isZero();
    }

    @Test
    void json_says_the_same_as_yaml() {
        StreamProgram json = StreamReader.read(
                        "s.json", TestDevice.json(GraphicsFixture.text()).getBytes(StandardCharsets.UTF_8), null)
                .resolve(TestDevice.spec());

        assertThat(json)
                .usingRecursiveComparison()
                .ignoringFieldsMatchingRegexes(".*origin.*", ".*kernels.*")
                .isEqualTo(GraphicsFixture.read(GraphicsFixture.text()));
    }
}
