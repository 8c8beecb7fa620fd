// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import static dev.sluice.machine.queue.Machine.HERE;
import static dev.sluice.machine.queue.Machine.barrier;
import static dev.sluice.machine.queue.Machine.copy;
import static dev.sluice.machine.queue.Machine.dispatch;
import static dev.sluice.machine.queue.Machine.fill;
import static dev.sluice.machine.queue.Machine.indirect;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.Attachment;
import dev.sluice.program.Command;
import dev.sluice.program.Coverage;
import dev.sluice.program.DrawState;
import dev.sluice.program.Geometry;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.PrimitiveShader;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.Rect;
import dev.sluice.program.sync.Stage;
import dev.sluice.result.RunResult;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A condition at offset n is read in n cycles; a dispatch of n groups takes n cycles, and all graphics work 20. */
final class ConditionalRenderingTest {

    private static final String READING = Stage.CONDITIONAL_RENDERING_EXT.name();
    private static final Command END = new Command.EndConditionalRendering(HERE);
    private static final Rect AREA = new Rect(0, 0, 64, 64);
    private static final Attachment COLOR = new Attachment(
            new ImageSlice("color", 0, 0, Format.R8G8B8A8_UNORM),
            Set.of(Aspect.COLOR),
            ImageLayout.COLOR_ATTACHMENT_OPTIMAL,
            ImageLayout.COLOR_ATTACHMENT_OPTIMAL,
            Attachment.LoadOp.LOAD,
            Attachment.StoreOp.STORE,
            Attachment.LoadOp.LOAD,
            Attachment.StoreOp.STORE,
            ClearValue.ZERO,
            null);
    private static final RenderTargets TARGETS = new RenderTargets(AREA, List.of(COLOR), null, 1);

    private static Command begin(long cycles, boolean inverted, @Nullable Boolean runs) {
        return new Command.BeginConditionalRendering(HERE, "c", cycles, inverted, runs);
    }

    private static Machine machine(long word) {
        Machine machine = Machine.with(Profiles.empty());
        machine.run.images(List.of(GraphicsCommandsTest.image("color")));
        machine.conditionWord = word;
        return machine;
    }

    @Test
    void a_dispatch_comes_after_its_condition_was_read() {
        Machine machine = machine(1);

        machine.run(begin(80, false, null), dispatch(5), END);

        RunResult.CommandResult command = machine.command("submit0.1");
        assertThat(command.stages().get(READING)).isEqualTo(new RunResult.StageTime(3, 83));
        assertThat(command.stages().get("COMPUTE_SHADER")).isEqualTo(new RunResult.StageTime(83, 88));
        assertThat(command.bytesRead()).isEqualTo(16 + 4);
    }

    @ParameterizedTest
    @CsvSource({
        "0, false, , 0",
        "1, false, , 5",
        "0x80000000, false, , 5",
        "0, true, , 5",
        "1, true, , 0",
        "0, false, true, 5",
        "1, false, false, 0",
        "1, true, true, 5"
    })
    void its_value_says_whether_a_dispatch_has_groups(long word, boolean inverted, @Nullable Boolean runs, int groups) {
        Machine machine = machine(word);

        machine.run(begin(80, inverted, runs), dispatch(5), END);

        assertThat(machine.command("submit0.1").stages().get("COMPUTE_SHADER"))
                .isEqualTo(new RunResult.StageTime(83, 83 + groups));
    }

    @ParameterizedTest
    @CsvSource({"0, 83, 83", "1, 93, 96"})
    void the_arguments_of_an_indirect_dispatch_are_read_only_if_it_runs(long word, long fetched, long end) {
        Machine machine = machine(word);
        machine.fetchedGroups[0] = 3;

        machine.run(begin(80, false, null), indirect(10), END);

        RunResult.CommandResult command = machine.command("submit0.1");
        assertThat(command.stages().get("DRAW_INDIRECT").end()).isEqualTo(fetched);
        assertThat(command.stages().get("COMPUTE_SHADER").end()).isEqualTo(end);
    }

    @Test
    void transfers_and_what_comes_after_its_end_do_not_depend_on_it() {
        Machine machine = machine(0);

        machine.run(begin(80, false, null), copy(4), END, dispatch(5));

        assertThat(machine.command("submit0.1").stages()).doesNotContainKey(READING);
        assertThat(machine.start("submit0.1")).isEqualTo(3);
        assertThat(machine.command("submit0.3").stages().get("COMPUTE_SHADER"))
                .isEqualTo(new RunResult.StageTime(5, 10));
    }

    @Test
    void each_command_waits_for_barriers_of_the_stage_that_reads_it() {
        Machine machine = machine(1);

        machine.run(
                fill(100),
                barrier(Stage.CLEAR.mask(), Stage.CONDITIONAL_RENDERING_EXT.mask()),
                begin(10, false, null),
                dispatch(5),
                dispatch(5),
                END);

        assertThat(machine.start("submit0.3")).isEqualTo(102);
        assertThat(machine.start("submit0.4")).isEqualTo(102);
        assertThat(machine.command("submit0.4").stages().get("COMPUTE_SHADER").start())
                .isEqualTo(112);
    }

    private static Command draw() {
        return new Command.Draw(
                HERE,
                Command.Draw.Form.DRAW,
                new Geometry(
                        3,
                        1,
                        List.of(new Geometry.VertexBuffer("b", 0, 16, 16)),
                        null,
                        null,
                        List.of(PrimitiveShader.ofVertices("v"))),
                new Coverage.Fullscreen(),
                "f",
                TARGETS,
                DrawState.PLAIN,
                Map.of(),
                Map.of());
    }

    private static Command pass(Command.PassStep.Form form) {
        boolean begins = form == Command.PassStep.Form.BEGIN_RENDERING;
        return new Command.PassStep(HERE, form, begins ? null : TARGETS, null, begins ? TARGETS : null);
    }

    @ParameterizedTest
    @CsvSource({"0, true", "1, false"})
    void a_draw_is_discarded_before_it_fetches(long word, boolean discarded) {
        Machine machine = machine(word);

        machine.run(
                begin(80, false, null),
                pass(Command.PassStep.Form.BEGIN_RENDERING),
                draw(),
                pass(Command.PassStep.Form.END_RENDERING),
                END);

        assertThat(machine.command("submit0.2").stages().get(READING)).isEqualTo(new RunResult.StageTime(4, 84));
        assertThat(machine.command("submit0.2")
                        .stages()
                        .get("VERTEX_ATTRIBUTE_INPUT")
                        .start())
                .isEqualTo(84);
        assertThat(machine.graphics.log.contains("84 discard")).isEqualTo(discarded);
        assertThat(machine.graphics.log.indexOf("84 discard"))
                .isLessThan(machine.graphics.log.indexOf("84 fetch ATTRIBUTES"));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 20"})
    void a_clear_within_a_pass_does_nothing_if_it_is_discarded(long word, long cycles) {
        Machine machine = machine(word);
        Command clear = new Command.ClearAttachments(
                HERE,
                List.of(new Command.ClearAttachments.Clear(
                        COLOR, Set.of(Aspect.COLOR), ClearValue.ZERO, List.of(AREA))));

        machine.run(
                pass(Command.PassStep.Form.BEGIN_RENDERING),
                begin(80, false, null),
                clear,
                END,
                pass(Command.PassStep.Form.END_RENDERING));

        assertThat(machine.command("submit0.2").stages().get("COLOR_ATTACHMENT_OUTPUT"))
                .isEqualTo(new RunResult.StageTime(84, 84 + cycles));
    }
}
