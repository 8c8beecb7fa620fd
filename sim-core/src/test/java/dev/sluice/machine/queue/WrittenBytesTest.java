// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.Attachment;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.Coverage;
import dev.sluice.program.DrawState;
import dev.sluice.program.Geometry;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.Origin;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.Rect;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.AddressRange;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class WrittenBytesTest {
    private static final Origin HERE = Origin.at("s.yaml:1:1");
    private static final RenderTargets TARGETS = new RenderTargets(new Rect(0, 0, 8, 8), List.of(), null, 1);

    private final WrittenBytes written = new WrittenBytes(
            range -> new AddressRange(range.offset(), range.size()), new FakeGraphics(() -> 0, (cycles, then) -> {}));

    static Stream<Command> transfers() {
        return Stream.of(
                new Command.CopyBuffer(HERE, "a", "b", List.of(new Command.CopyBuffer.Region(0, 64, 32))),
                new Command.FillBuffer(HERE, new BufferRange("b", 64, 32), 0),
                new Command.UpdateBuffer(HERE, "b", 64, new byte[32]),
                new Command.ClearImage(
                        HERE,
                        Command.ClearImage.Form.CLEAR_COLOR_IMAGE,
                        "i",
                        ClearValue.ZERO,
                        List.of(new ImageRange("i", Set.of(Aspect.COLOR), 0, 1, 0, 1))),
                new Command.ImageTransfer(HERE, Command.ImageTransfer.Form.COPY_IMAGE, "i", "j", List.of(), false));
    }

    static Stream<Command> graphics() {
        return Stream.of(
                new Command.Draw(
                        HERE,
                        Command.Draw.Form.DRAW,
                        new Geometry(3, 1, List.of(), null, null, List.of()),
                        new Coverage.Fullscreen(),
                        null,
                        TARGETS,
                        DrawState.PLAIN,
                        Map.of(),
                        Map.of()),
                new Command.PassStep(HERE, Command.PassStep.Form.BEGIN_RENDERING, null, null, TARGETS),
                new Command.ClearAttachments(
                        HERE,
                        List.of(new Command.ClearAttachments.Clear(
                                new Attachment(
                                        new ImageSlice("i", 0, 0, Format.R8G8B8A8_UNORM),
                                        Set.of(Aspect.COLOR),
                                        ImageLayout.GENERAL,
                                        ImageLayout.GENERAL,
                                        Attachment.LoadOp.LOAD,
                                        Attachment.StoreOp.STORE,
                                        Attachment.LoadOp.LOAD,
                                        Attachment.StoreOp.STORE,
                                        ClearValue.ZERO,
                                        null),
                                Set.of(Aspect.COLOR),
                                ClearValue.ZERO,
                                List.of()))));
    }

    private static Stream<Class<?>> kinds(Stream<Command> commands) {
        return commands.map(Object::getClass);
    }

    @Test
    void these_are_all_commands_that_write() {
        assertThat(kinds(transfers())).containsExactlyInAnyOrder(Command.Transfer.class.getPermittedSubclasses());
        assertThat(kinds(graphics())).containsExactlyInAnyOrder(Command.Graphics.class.getPermittedSubclasses());
    }

    @ParameterizedTest
    @MethodSource("transfers")
    void of_every_transfer_it_is_known_what_it_writes(Command command) {
        List<AddressRange> bytes = written.by(command, Access.TRANSFER_WRITE);

        if (command instanceof Command.ImageTransfer || command instanceof Command.ClearImage) {
            assertThat(bytes).isNotNull();
        } else {
            assertThat(bytes).containsExactly(new AddressRange(64, 32));
        }
    }

    @ParameterizedTest
    @MethodSource("graphics")
    void of_every_graphics_command_it_is_known_what_it_writes(Command command) {
        assertThat(written.by(command, Access.COLOR_ATTACHMENT_WRITE)).isNotNull();
    }
}
