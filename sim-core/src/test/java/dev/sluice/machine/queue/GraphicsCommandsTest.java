// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import static dev.sluice.machine.queue.Machine.HERE;
import static dev.sluice.machine.queue.Machine.barrier;
import static dev.sluice.machine.queue.Machine.binary;
import static dev.sluice.machine.queue.Machine.dispatch;
import static dev.sluice.machine.queue.Machine.submit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.Attachment;
import dev.sluice.program.Barrier;
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
import dev.sluice.program.Sharing;
import dev.sluice.program.SubpassScopes;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Rect;
import dev.sluice.program.image.ResolveMode;
import dev.sluice.program.image.Tiling;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import dev.sluice.result.RunResult;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The front end reaches the first command at cycle 2 and one more a cycle; every piece of graphics work takes 20 cycles. */
final class GraphicsCommandsTest {

    private static final long COLOR = Stage.COLOR_ATTACHMENT_OUTPUT.mask();
    private static final long FRAGMENT = Stage.FRAGMENT_SHADER.mask();
    private static final Rect AREA = new Rect(0, 0, 64, 64);

    private static Machine machine() {
        Machine machine = Machine.with(Profiles.empty());
        machine.run.images(List.of(image("color"), image("other")));
        return machine;
    }

    static ImageDeclaration image(String name) {
        ImageSpec spec = new ImageSpec(name, Format.R8G8B8A8_UNORM, 64, 64, 1, 1, 1, 1, Tiling.OPTIMAL, Set.of());
        return new ImageDeclaration(spec, "m", 0, ImageLayout.UNDEFINED, false, Sharing.UNSTATED, HERE);
    }

    private static Attachment attachment(Attachment.LoadOp load, Attachment.StoreOp store, @Nullable String resolve) {
        return new Attachment(
                new ImageSlice("color", 0, 0, Format.R8G8B8A8_UNORM),
                Set.of(Aspect.COLOR),
                ImageLayout.COLOR_ATTACHMENT_OPTIMAL,
                ImageLayout.COLOR_ATTACHMENT_OPTIMAL,
                load,
                store,
                load,
                store,
                ClearValue.ZERO,
                resolve == null
                        ? null
                        : new Attachment.Resolve(
                                new ImageSlice(resolve, 0, 0, Format.R8G8B8A8_UNORM),
                                Map.of(Aspect.COLOR, ResolveMode.AVERAGE)));
    }

    private static RenderTargets targets(Attachment attachment) {
        return new RenderTargets(AREA, List.of(attachment), null, 1);
    }

    private static RenderTargets plain() {
        return targets(attachment(Attachment.LoadOp.LOAD, Attachment.StoreOp.STORE, null));
    }

    private static Command begin(RenderTargets targets) {
        return new Command.PassStep(HERE, Command.PassStep.Form.BEGIN_RENDERING, null, null, targets);
    }

    private static Command end(RenderTargets targets) {
        return new Command.PassStep(HERE, Command.PassStep.Form.END_RENDERING, targets, null, null);
    }

    private static Command draw(Geometry geometry) {
        return new Command.Draw(
                HERE,
                Command.Draw.Form.DRAW,
                geometry,
                new Coverage.Fullscreen(),
                "f",
                plain(),
                DrawState.PLAIN,
                Map.of(),
                Map.of());
    }

    private static ImageTransition transition(ImageLayout from, ImageLayout to) {
        return new ImageTransition(new ImageRange("color", Set.of(Aspect.COLOR), 0, 1, 0, 1), from, to);
    }

    private static Command imageBarrier(ImageLayout from, ImageLayout to) {
        return barrier(new Barrier(
                COLOR,
                Access.COLOR_ATTACHMENT_WRITE.mask(),
                FRAGMENT,
                Access.SHADER_SAMPLED_READ.mask(),
                null,
                transition(from, to),
                null,
                null));
    }

    @Test
    void should_fetch_and_shade_vertices_before_pixels() {
        Machine machine = machine();
        Geometry geometry = new Geometry(
                3,
                1,
                List.of(new Geometry.VertexBuffer("b", 0, 16, 16)),
                new Geometry.IndexBuffer("i", 0, 2, 3),
                null,
                List.of(PrimitiveShader.ofVertices("v")));

        machine.run(begin(plain()), draw(geometry), end(plain()));

        RunResult.CommandResult draw = machine.command("submit0.1");
        assertThat(draw.stages().get("INDEX_INPUT")).isEqualTo(new RunResult.StageTime(3, 23));
        assertThat(draw.stages().get("VERTEX_ATTRIBUTE_INPUT")).isEqualTo(new RunResult.StageTime(23, 43));
        assertThat(draw.stages().get("VERTEX_SHADER")).isEqualTo(new RunResult.StageTime(43, 63));
        assertThat(draw.stages().get("COLOR_ATTACHMENT_OUTPUT").end()).isEqualTo(63 + 40);
        assertThat(draw.waves()).isEqualTo(4);
    }

    private static Geometry tessellated() {
        return new Geometry(
                3,
                1,
                List.of(),
                null,
                null,
                List.of(
                        PrimitiveShader.ofVertices("v"),
                        new PrimitiveShader(PrimitiveShader.Kind.TESSELLATION_CONTROL, "v", 1, 1),
                        new PrimitiveShader(PrimitiveShader.Kind.TESSELLATION_EVALUATION, "v", 1, 4),
                        new PrimitiveShader(PrimitiveShader.Kind.GEOMETRY, "v", 3, 1)));
    }

    @Test
    void should_run_the_shaders_of_primitives_one_after_the_other_each_in_its_stage() {
        Machine machine = machine();

        machine.run(begin(plain()), draw(tessellated()), end(plain()));

        RunResult.CommandResult draw = machine.command("submit0.1");
        assertThat(draw.stages().get("VERTEX_SHADER")).isEqualTo(new RunResult.StageTime(3, 23));
        assertThat(draw.stages().get("TESSELLATION_CONTROL_SHADER")).isEqualTo(new RunResult.StageTime(23, 43));
        assertThat(draw.stages().get("TESSELLATION_EVALUATION_SHADER")).isEqualTo(new RunResult.StageTime(43, 63));
        assertThat(draw.stages().get("GEOMETRY_SHADER")).isEqualTo(new RunResult.StageTime(63, 83));
        assertThat(draw.stages().get("COLOR_ATTACHMENT_OUTPUT").end()).isEqualTo(83 + 40);
        assertThat(draw.waves()).isEqualTo(7);
    }

    @Test
    void should_hold_a_shader_of_primitives_back_where_a_barrier_names_its_stage() {
        Machine machine = machine();

        machine.run(
                dispatch(200),
                barrier(Stage.COMPUTE_SHADER.mask(), Stage.GEOMETRY_SHADER.mask()),
                begin(plain()),
                draw(tessellated()));

        RunResult.CommandResult draw = machine.command("submit0.3");
        assertThat(draw.stages().get("TESSELLATION_EVALUATION_SHADER").end()).isLessThan(100);
        assertThat(draw.stages().get("GEOMETRY_SHADER").start()).isEqualTo(202);
    }

    @Test
    void should_hold_back_only_the_stage_that_a_barrier_names() {
        Machine machine = machine();

        machine.run(dispatch(200), barrier(Stage.COMPUTE_SHADER.mask(), COLOR), begin(plain()), draw(Geometry.NONE));

        assertThat(machine.graphics.log).contains("5 submit0.3 opens FRAGMENT", "202 submit0.3 opens COLOR_OUTPUT");
    }

    @Test
    void should_clear_before_draws_and_resolve_after_them() {
        Machine machine = machine();
        RenderTargets targets = targets(attachment(Attachment.LoadOp.CLEAR, Attachment.StoreOp.DONT_CARE, "other"));

        machine.run(begin(targets), draw(Geometry.NONE), end(targets));

        assertThat(machine.graphics.log)
                .contains(
                        "2 clear color [COLOR, DEPTH, STENCIL]",
                        "22 submit0.1 opens COLOR_OUTPUT",
                        "43 resolve color to other")
                .endsWith("63 discard color");
    }

    private static Machine readingInputs() {
        Machine machine = Machine.with(Profiles.empty()
                .src(Access.COLOR_ATTACHMENT_WRITE, "flush:ROP_COLOR")
                .dst(Access.INPUT_ATTACHMENT_READ, "invalidate:TEX"));
        machine.run.images(List.of(image("color"), image("other")));
        machine.caches.add("ROP_COLOR", 10);
        machine.caches.add("TEX", 5);
        return machine;
    }

    private static Command inputDraw() {
        return new Command.Draw(
                HERE,
                Command.Draw.Form.DRAW,
                Geometry.NONE,
                new Coverage.Fullscreen(),
                "f",
                plain(),
                DrawState.PLAIN,
                Map.of("src", new ImageBinding("color", Set.of(Aspect.COLOR), 0, 1, 0, 1, ImageLayout.GENERAL)),
                Map.of());
    }

    @Test
    void should_make_a_clear_visible_to_the_draws_that_read_the_attachment_as_input() {
        Machine machine = readingInputs();
        RenderTargets targets = targets(attachment(Attachment.LoadOp.CLEAR, Attachment.StoreOp.STORE, null));

        machine.run(begin(targets), draw(Geometry.NONE), inputDraw(), inputDraw(), end(targets));

        assertThat(machine.graphics.log)
                .contains("3 submit0.1 opens FRAGMENT", "37 submit0.2 opens FRAGMENT", "37 submit0.3 opens FRAGMENT");
        assertThat(machine.caches.begun).containsExactly("22 flush:ROP_COLOR", "32 invalidate:TEX");
        RunResult.BarrierResult visible = machine.cost("submit0.2.load0");
        assertThat(visible.kind()).isEqualTo("loadedInput");
        assertThat(visible.implicit()).isTrue();
        assertThat(machine.before("submit0.0", COLOR, "submit0.1", FRAGMENT)).isFalse();
        assertThat(machine.before("submit0.0", COLOR, "submit0.2", FRAGMENT)).isTrue();
        assertThat(machine.before("submit0.1", COLOR, "submit0.2", FRAGMENT)).isFalse();
    }

    @Test
    void should_let_draws_that_read_undefined_contents_come_after_these_are_given_up() {
        Machine machine = readingInputs();
        RenderTargets targets = targets(attachment(Attachment.LoadOp.DONT_CARE, Attachment.StoreOp.STORE, null));

        machine.run(begin(targets), inputDraw(), end(targets));

        assertThat(machine.graphics.log).contains("22 submit0.1 opens FRAGMENT");
        assertThat(machine.caches.begun).isEmpty();
    }

    @Test
    void should_leave_reads_in_the_next_subpass_to_dependencies() {
        Machine machine = readingInputs();
        RenderTargets targets = targets(attachment(Attachment.LoadOp.CLEAR, Attachment.StoreOp.STORE, null));

        machine.run(
                begin(targets),
                new Command.PassStep(HERE, Command.PassStep.Form.NEXT_SUBPASS, null, null, null),
                inputDraw(),
                end(targets));

        assertThat(machine.graphics.log).contains("4 submit0.2 opens FRAGMENT");
        assertThat(machine.caches.begun).isEmpty();
    }

    @Test
    void should_not_count_load_operations_to_what_comes_before_their_dependency() {
        Machine machine = machine();
        Command.PipelineBarrier dependency = new Command.PipelineBarrier(
                HERE,
                List.of(new Barrier(COLOR, 0, FRAGMENT, 0, null, null, null)
                        .limitedTo(SubpassScopes.of(SubpassScopes.EXTERNAL, 0))),
                false);
        RenderTargets targets = targets(attachment(Attachment.LoadOp.CLEAR, Attachment.StoreOp.STORE, null));

        machine.run(
                new Command.PassStep(HERE, Command.PassStep.Form.BEGIN_RENDER_PASS, null, dependency, targets),
                draw(Geometry.NONE),
                end(targets));

        assertThat(machine.before("submit0.0", COLOR, "submit0.1", FRAGMENT)).isFalse();
        assertThat(machine.before("submit0.0", COLOR, "submit0.1", COLOR)).isTrue();
    }

    @Test
    void should_clear_attachments_between_the_draws_around_it() {
        Machine machine = machine();
        Command clear = new Command.ClearAttachments(
                HERE,
                List.of(new Command.ClearAttachments.Clear(
                        attachment(Attachment.LoadOp.LOAD, Attachment.StoreOp.STORE, null),
                        Set.of(Aspect.COLOR),
                        ClearValue.ZERO,
                        List.of(AREA))));

        machine.run(begin(plain()), draw(Geometry.NONE), clear, draw(Geometry.NONE), end(plain()));

        assertThat(machine.graphics.log)
                .contains(
                        "3 submit0.1 opens COLOR_OUTPUT", "43 clear color [COLOR]", "63 submit0.3 opens COLOR_OUTPUT");
    }

    private static RenderTargets depth(
            Attachment.LoadOp load,
            Attachment.StoreOp store,
            Attachment.LoadOp stencilLoad,
            Attachment.StoreOp stencilStore) {
        return new RenderTargets(
                AREA,
                List.of(),
                new Attachment(
                        new ImageSlice("color", 0, 0, Format.R8G8B8A8_UNORM),
                        Set.of(Aspect.DEPTH, Aspect.STENCIL),
                        ImageLayout.DEPTH_STENCIL_ATTACHMENT_OPTIMAL,
                        ImageLayout.DEPTH_STENCIL_ATTACHMENT_OPTIMAL,
                        load,
                        store,
                        stencilLoad,
                        stencilStore,
                        ClearValue.ZERO,
                        null),
                1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CLEAR | CLEAR | clear color [COLOR, DEPTH, STENCIL]",
                "CLEAR | DONT_CARE | clear color [COLOR, DEPTH, STENCIL], discard [STENCIL] of color",
                "CLEAR | NONE | clear color [COLOR, DEPTH]",
                "NONE | CLEAR | clear color [STENCIL]",
                "DONT_CARE | DONT_CARE | discard color",
                "DONT_CARE | NONE | discard [DEPTH] of color",
                "NONE | DONT_CARE | discard [STENCIL] of color",
                "LOAD | DONT_CARE | load color, discard [STENCIL] of color",
                "NONE | LOAD | load color",
                "CLEAR | LOAD | load color, clear color [COLOR, DEPTH]",
                "LOAD | CLEAR | load color, clear color [STENCIL]",
            })
    void should_load_each_aspect_as_its_operation_says(
            Attachment.LoadOp load, Attachment.LoadOp stencilLoad, @Nullable String expected) {
        Machine machine = machine();
        machine.graphics.storesAtPassEnd = true;
        RenderTargets targets = depth(load, Attachment.StoreOp.NONE, stencilLoad, Attachment.StoreOp.NONE);

        machine.run(begin(targets), end(targets));

        assertThat(done(machine)).isEqualTo(expected == null ? "" : expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "STORE | STORE | store color",
                "STORE | DONT_CARE | store color, discard [STENCIL] of color",
                "DONT_CARE | STORE | store color, discard [DEPTH] of color",
                "NONE | STORE | store color",
                "DONT_CARE | DONT_CARE | discard color",
                "DONT_CARE | NONE | discard [DEPTH] of color",
                "NONE | DONT_CARE | discard [STENCIL] of color",
            })
    void should_store_when_one_aspect_is_wanted(
            Attachment.StoreOp store, Attachment.StoreOp stencilStore, String expected) {
        Machine machine = machine();
        machine.graphics.storesAtPassEnd = true;
        RenderTargets targets = depth(Attachment.LoadOp.LOAD, store, Attachment.LoadOp.LOAD, stencilStore);

        machine.run(begin(targets), end(targets));

        assertThat(done(machine)).isEqualTo("load color, " + expected);
    }

    /** What the units were told, without the cycles. */
    private static String done(Machine machine) {
        return machine.graphics.log.stream()
                .map(entry -> entry.substring(entry.indexOf(' ') + 1))
                .collect(Collectors.joining(", "));
    }

    @Test
    void should_load_at_pass_begin_and_store_at_pass_end_on_a_tiler() {
        Machine machine = machine();
        machine.graphics.storesAtPassEnd = true;

        machine.run(begin(plain()), draw(Geometry.NONE), end(plain()));

        assertThat(machine.graphics.log).startsWith("2 load color").endsWith("43 store color");
        assertThat(machine.end("submit0.2")).isEqualTo(63);
    }

    @Test
    void should_transition_between_the_halves_of_a_barrier() {
        Machine machine = Machine.with(Profiles.empty()
                .src(Access.COLOR_ATTACHMENT_WRITE, "flush:ROP_COLOR")
                .dst(Access.SHADER_SAMPLED_READ, "invalidate:TEX"));
        machine.run.images(List.of(image("color")));
        machine.caches.add("ROP_COLOR", 5);
        machine.caches.add("TEX", 7);

        machine.run(imageBarrier(ImageLayout.UNDEFINED, ImageLayout.SHADER_READ_ONLY_OPTIMAL), dispatch(1));

        RunResult.BarrierResult cost = machine.cost("submit0.0");
        assertThat(cost.actions())
                .extracting(RunResult.ActionResult::kind)
                .containsExactly("flush:ROP_COLOR", "transition:DECOMPRESS", "invalidate:TEX");
        assertThat(machine.graphics.log).containsExactly("7 transition to SHADER_READ_ONLY_OPTIMAL");
    }

    @Test
    void should_note_a_transition_from_a_layout_that_the_image_is_not_in() {
        Machine machine = machine();

        machine.run(
                imageBarrier(ImageLayout.UNDEFINED, ImageLayout.GENERAL),
                imageBarrier(ImageLayout.COLOR_ATTACHMENT_OPTIMAL, ImageLayout.GENERAL));

        assertThat(machine.run.notes())
                .containsExactly("submit0.1: image color (level 0, layer 0) is in layout GENERAL, but the barrier names"
                        + " the old layout COLOR_ATTACHMENT_OPTIMAL");
    }

    @Test
    void should_keep_a_framebuffer_local_dependency_in_the_pipeline() {
        Machine machine = machine();
        Barrier local = new Barrier(
                COLOR,
                Access.COLOR_ATTACHMENT_WRITE.mask(),
                FRAGMENT,
                Access.INPUT_ATTACHMENT_READ.mask(),
                null,
                null,
                null);

        machine.run(
                begin(plain()),
                draw(Geometry.NONE),
                new Command.PipelineBarrier(HERE, List.of(local), true),
                draw(Geometry.NONE),
                end(plain()));

        assertThat(machine.graphics.log).contains("4 region [] [FRAGMENT, LATE_TESTS, COLOR_OUTPUT]");
        assertThat(machine.cost("submit0.2").drainCycles()).isZero();
    }

    @Test
    void should_drain_the_whole_framebuffer_without_by_region() {
        Machine machine = machine();

        machine.run(begin(plain()), draw(Geometry.NONE), barrier(COLOR, FRAGMENT), draw(Geometry.NONE), end(plain()));

        assertThat(machine.graphics.log)
                .noneMatch(line -> line.contains("region"))
                .contains("43 submit0.3 opens FRAGMENT");
    }

    @Test
    void should_present_when_its_semaphore_is_signalled_and_signal_acquisition_when_the_display_is_done() {
        Machine machine = machine();

        machine.program(
                submit("universal.0", List.of(), List.of(binary("drawn")), null, dispatch(100)),
                new HostOperation.QueuePresent(HERE, "universal.0", List.of(binary("drawn")), List.of("color")),
                new HostOperation.AcquireNextImage(HERE, "color", "free", "f"),
                new HostOperation.WaitForFences(HERE, List.of("f"), true));
        machine.engine.run();

        assertThat(machine.graphics.log).containsExactly("102 present color");
        assertThat(machine.command("host.1").kind()).isEqualTo("queuePresent");
        assertThat(machine.run.lastActivity()).isEqualTo(122);
        machine.engine.auditAtEnd();
    }
}
