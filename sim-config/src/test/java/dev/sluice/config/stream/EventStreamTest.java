// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import dev.sluice.config.device.TestDevice;
import dev.sluice.program.Barrier;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.Sharing;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events, secondary command buffers and ownership as streams write them. */
class EventStreamTest {
    private static final String HEAD = """
            sluice: 1
            name: events
            memory:
              - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
            buffers:
              - {name: a, memory: local, offset: 0, size: 4KiB, sharingMode: EXCLUSIVE}
              - {name: b, memory: local, offset: 4KiB, size: 4KiB, sharingMode: CONCURRENT, queueFamilies: [universal, copy]}
              - {name: c, memory: local, offset: 8KiB, size: 4KiB}
            images:
              - {name: i, memory: local, offset: 64KiB, extent: [16, 16], format: R8G8B8A8_UNORM}
            events: [e]
            """;
    private static final String FULL = HEAD + """
            commandBuffers:
              inner:
                level: secondary
                commands:
                  - fillBuffer: {dst: a, data: 1}
              outer:
                level: secondary
                commands:
                  - executeCommands: inner
                  - copyBuffer: {src: a, dst: b}
              main:
                commands:
                  - label: before
                  - executeCommands: [outer, inner]
            program:
              - queueSubmit:
                  queue: universal.0
                  commands:
                    - setEvent: {event: e, memory: [{srcStage: COPY, srcAccess: TRANSFER_WRITE, dstStage: COMPUTE_SHADER, dstAccess: SHADER_STORAGE_READ}]}
                    - waitEvents: {events: e, memory: [{srcStage: COPY, srcAccess: TRANSFER_WRITE, dstStage: COMPUTE_SHADER, dstAccess: SHADER_STORAGE_READ}]}
                    - resetEvent: {event: e, stageMask: COMPUTE_SHADER}
                    - setEvent: {event: l, stageMask: [COPY]}
                    - waitEvents: {events: [e, l], srcStageMask: [COPY], dstStageMask: [COPY], buffers: [{buffer: a, srcAccess: TRANSFER_WRITE, dstAccess: TRANSFER_READ}]}
                    - waitEvents:
                        events: [e, l]
                        dependencies:
                          - memory: [{srcStage: HOST, srcAccess: HOST_WRITE, dstStage: COPY, dstAccess: TRANSFER_READ}]
                          - buffers: [{buffer: b, srcStage: COPY, srcAccess: TRANSFER_WRITE, dstStage: COPY, dstAccess: TRANSFER_READ}]
                    - pipelineBarrier: {buffers: [{buffer: a, srcStage: COPY, dstStage: COPY, srcQueueFamily: VK_QUEUE_FAMILY_IGNORED, dstQueueFamily: QUEUE_FAMILY_IGNORED}]}
                    - pipelineBarrier: {buffers: [{buffer: a, srcStage: COPY, dstStage: COPY, srcQueueFamily: universal, dstQueueFamily: EXTERNAL}]}
                    - pipelineBarrier: {buffers: [{buffer: a, srcStage: COPY, dstStage: COPY, srcQueueFamily: copy, dstQueueFamily: copy}]}
              - queueSubmit: {commandBuffers: [main, main]}
              - setEvent: e
              - resetEvent: e
              - getEventStatus: {event: e, expect: RESET}
              - getEventStatus: l
              - getEventStatus: {event: l, untilSet: true}
            """;

    private static StreamProgram read(String text) {
        return StreamReader.read("s.yaml", text.getBytes(StandardCharsets.UTF_8), null)
                .resolve(TestDevice.spec());
    }

    private static HostOperation operation(int index) {
        return read(FULL).threads().get(0).operations().get(index);
    }

    private static <T extends Command> T command(int index, Class<T> type) {
        HostOperation.QueueSubmit submit = (HostOperation.QueueSubmit) operation(0);
        return type.cast(submit.commandBuffers().get(0).get(index));
    }

    private static Barrier copyToShader() {
        return new Barrier(
                Stage.COPY.mask(),
                Access.TRANSFER_WRITE.mask(),
                Stage.COMPUTE_SHADER.mask(),
                Access.SHADER_STORAGE_READ.mask(),
                null,
                null,
                null);
    }

    @Test
    void a_set_carries_the_dependency_that_its_wait_completes() {
        Command.SetEvent set = command(0, Command.SetEvent.class);
        assertThat(set.legacy()).isFalse();
        assertThat(set.event()).isEqualTo("e");
        assertThat(set.barriers()).containsExactly(copyToShader());
        assertThat(command(1, Command.WaitEvents.class).waits())
                .containsExactly(new Command.WaitEvents.Wait(List.of("e"), List.of(copyToShader())));
    }

    @Test
    void a_legacy_set_has_stages_only() {
        Command.SetEvent set = command(3, Command.SetEvent.class);
        assertThat(set.legacy()).isTrue();
        assertThat(set.barriers()).containsExactly(new Barrier(Stage.COPY.mask(), 0, 0, 0, null, null, null));
    }

    @Test
    void a_legacy_wait_gives_its_stages_to_its_barriers_and_names_all_events_at_once() {
        Command.WaitEvents wait = command(4, Command.WaitEvents.class);
        assertThat(wait.legacy()).isTrue();
        Barrier barrier = new Barrier(
                Stage.COPY.mask(),
                Access.TRANSFER_WRITE.mask(),
                Stage.COPY.mask(),
                Access.TRANSFER_READ.mask(),
                new BufferRange("a", 0, 4096),
                null,
                null);
        assertThat(wait.waits()).containsExactly(new Command.WaitEvents.Wait(List.of("e", "l"), List.of(barrier)));
    }

    @Test
    void each_event_can_have_a_dependency_of_its_own() {
        Command.WaitEvents wait = command(5, Command.WaitEvents.class);
        assertThat(wait.waits())
                .extracting(Command.WaitEvents.Wait::events)
                .containsExactly(List.of("e"), List.of("l"));
        assertThat(wait.waits().get(0).barriers().get(0).srcStages()).isEqualTo(Stage.HOST.mask());
        assertThat(wait.waits().get(1).barriers().get(0).range()).isEqualTo(new BufferRange("b", 0, 4096));
    }

    @Test
    void an_event_is_reset_after_stages() {
        assertThat(command(2, Command.ResetEvent.class).stages()).isEqualTo(Stage.COMPUTE_SHADER.mask());
    }

    @Test
    void ignored_or_equal_families_transfer_nothing() {
        for (int index : new int[] {6, 8}) {
            Barrier barrier =
                    command(index, Command.PipelineBarrier.class).barriers().get(0);
            assertThat(barrier.srcQueueFamily()).isNull();
            assertThat(barrier.dstQueueFamily()).isNull();
        }
    }

    @Test
    void a_range_can_be_released_to_the_outside() {
        assertThat(command(7, Command.PipelineBarrier.class).barriers().get(0).dstQueueFamily())
                .isEqualTo("EXTERNAL");
    }

    @Test
    void the_commands_of_secondaries_stand_where_they_are_executed_and_keep_their_place() {
        HostOperation.QueueSubmit submit = (HostOperation.QueueSubmit) operation(1);
        assertThat(submit.commandBuffers()).hasSize(2);
        List<Command> commands = submit.commandBuffers().get(0);
        assertThat(commands)
                .extracting(Command::kind)
                .containsExactly(
                        "label", "executeCommands", "executeCommands", "fillBuffer", "copyBuffer", "fillBuffer");
        int line = FULL.lines().toList().indexOf("      - fillBuffer: {dst: a, data: 1}") + 1;
        assertThat(commands.get(3).origin().where()).startsWith("s.yaml:" + line + ":");
        assertThat(commands.get(5).origin()).isEqualTo(commands.get(3).origin());
        assertThat(((Command.ExecuteCommands) commands.get(1)).commandBuffers()).containsExactly("outer", "inner");
    }

    @Test
    void the_host_sets_resets_and_asks() {
        assertThat(operation(2)).isInstanceOf(HostOperation.SetEvent.class);
        assertThat(operation(3)).isInstanceOf(HostOperation.ResetEvent.class);
        assertThat(((HostOperation.GetEventStatus) operation(4)).expect()).isFalse();
        assertThat(((HostOperation.GetEventStatus) operation(5)).expect()).isNull();
        assertThat(operation(6)).isInstanceOf(HostOperation.AwaitEvent.class);
    }

    @Test
    void a_status_that_is_waited_for_is_not_compared_as_well() {
        String both = FULL.replace("event: l, untilSet: true", "event: l, expect: SET, untilSet: true");

        assertThatThrownBy(() -> read(both)).hasMessageContaining("'expect' and 'untilSet' exclude each other");
    }

    @Test
    void sharing_is_carried_with_the_declaration() {
        StreamProgram stream = read(FULL);
        assertThat(stream.buffers().get(0).sharing()).isEqualTo(new Sharing(Sharing.Mode.EXCLUSIVE, List.of()));
        assertThat(stream.buffers().get(1).sharing())
                .isEqualTo(new Sharing(Sharing.Mode.CONCURRENT, List.of("universal", "copy")));
        assertThat(stream.buffers().get(2).sharing()).isEqualTo(Sharing.UNSTATED);
    }

    @Test
    void a_wait_for_an_event_that_nothing_sets_is_noted() {
        StreamProgram stream = read(HEAD + """
                program:
                  - setEvent: ready
                  - queueSubmit: {commands: [{waitEvents: {events: redy, srcStageMask: HOST, dstStageMask: COPY}}]}
                """);
        assertThat(stream.notes())
                .singleElement()
                .asString()
                .contains("nothing sets event 'redy'", "the run cannot end", "did you mean 'ready'?");
    }

    @Test
    void a_command_buffer_that_nothing_uses_is_noted() {
        StreamProgram stream = read(HEAD + "commandBuffers: {spare: {level: secondary, commands: []}}\nprogram: []\n");
        assertThat(stream.notes()).containsExactly("nothing submits or executes command buffer 'spare'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = true,
            value = {
                "events: [e] | events: [e, e] | two events are named 'e'",
                "sharingMode: EXCLUSIVE} | sharingMode: SHARED} | 'SHARED' is neither EXCLUSIVE nor CONCURRENT",
                "sharingMode: EXCLUSIVE} | queueFamilies: [copy]} | queueFamilies: they belong to 'sharingMode: CONCURRENT' only",
                "queueFamilies: [universal, copy] | queueFamilies: [universal, kopy] | unknown queue family 'kopy'; did you mean 'copy'?",
                "dstQueueFamily: EXTERNAL | dstQueueFamily: VK_QUEUE_FAMILY_IGNORED | an ownership transfer names both families; give 'dstQueueFamily' too",
                "executeCommands: inner | executeCommands: outer | executeCommands: 'outer' would execute itself",
                "executeCommands: inner | executeCommands: iner | unknown command buffer 'iner'; did you mean 'inner'?",
                "executeCommands: inner | executeCommands: main | command buffer 'main' is primary; executeCommands needs 'level: secondary'",
                "commandBuffers: [main, main] | commandBuffers: [main, inner] | command buffer 'inner' is secondary",
                "commandBuffers: [main, main] | commandBuffers: main, commands: [label: x] | 'commands' and 'commandBuffers' exclude each other",
                "level: secondary | level: tertiary | unknown value 'tertiary'",
                "copyBuffer: {src: a, dst: b} | beginRendering: {colorAttachments: [{image: i}]} | what begins here must end in the same command buffer",
                "copyBuffer: {src: a, dst: b} | endRenderPass: {} | endRenderPass can stand in a primary command buffer only",
                "setEvent: {event: l, stageMask: [COPY]} | setEvent: {event: l} | give the dependency that its wait completes",
                "setEvent: {event: l, stageMask: [COPY]} | setEvent: {event: l, stageMask: [HOST]} | HOST is no stage of a queue",
                "resetEvent: {event: e, stageMask: COMPUTE_SHADER} | resetEvent: {event: e} | missing key 'stageMask'",
                "stageMask: COMPUTE_SHADER | stageMask: COMPUTE_SHADR | COMPUTE_SHADER",
                "srcStageMask: [COPY], dstStageMask: [COPY] | srcStageMask: [COPY] | missing key 'dstStageMask'",
                "buffers: [{buffer: a, srcAccess: TRANSFER_WRITE, dstAccess: TRANSFER_READ}] | buffers: [{buffer: a, srcStage: COPY}] | in the legacy form the stages stand in srcStageMask and dstStageMask",
                "- memory: [{srcStage: HOST, srcAccess: HOST_WRITE, dstStage: COPY, dstAccess: TRANSFER_READ}] | | 1 for 2 events; each event has its own",
                "waitEvents: {events: e, memory | waitEvents: {events: e, srcQueueFamily: copy, memory | unknown key 'srcQueueFamily'",
                "waitEvents: {events: e, memory | waitEvents: {events: [e, l], images: [{image: i, oldLayout: UNDEFINED, newLayout: GENERAL}], memory | a layout transition belongs to one event",
                "buffers: [{buffer: b, srcStage: COPY, | buffers: [{buffer: b, srcQueueFamily: copy, dstQueueFamily: universal, srcStage: COPY, | an event cannot transfer ownership between queue families; use pipelineBarrier",
                "expect: RESET | expect: MAYBE | unknown value 'MAYBE'",
            })
    void names_the_fault_and_its_line(String old, String replacement, String message) {
        assertThat(FULL).contains(old);
        String text = FULL.replace(old, replacement == null ? "" : replacement);
        assertThatThrownBy(() -> read(text)).isInstanceOfSatisfying(ConfigException.class, e -> {
            assertThat(e.getMessage()).startsWith("s.yaml:").contains(message);
            assertThat(e.line()).isBetween(1, (int) text.lines().count());
        });
    }
}
