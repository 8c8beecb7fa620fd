// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.device.Devices;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.program.Barrier;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.Origin;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.edit.BarrierEdit;
import dev.sluice.program.edit.Place;
import dev.sluice.program.edit.StreamEdits;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class StreamTextTest {

    private static final String HEAD = """
            sluice: 1
            name: t
            device: seed-discrete-l2
            memory: [{name: local, size: 1MiB, properties: [DEVICE_LOCAL]}]
            buffers:
              - {name: a, memory: local, size: 4KiB}
              - {name: b, memory: local, offset: 64KiB, size: 4KiB}
            program:
              - queueSubmit:
                  queue: universal.0
            """;

    private static final String BLOCK = HEAD + """
                  commands:
                    # first of all
                    - fillBuffer: {dst: a, data: 1}   # one
                    - pipelineBarrier:   # for the copy
                        memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_READ, MEMORY_WRITE], dstStage: ALL_COMMANDS, dstAccess: [MEMORY_READ]}]

                    # then
                    - label: copy
                      copyBuffer: {src: a, dst: b}
                    - label: last
                      pipelineBarrier:
                        memory:
                          - srcStage: [COPY]
                            srcAccess:
                              - TRANSFER_WRITE
                            dstStage: [CLEAR]
                            dstAccess: TRANSFER_WRITE
                        buffers:
                          - {buffer: b, srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [CLEAR], dstAccess: [TRANSFER_WRITE]}
                    - fillBuffer: {dst: b, data: 2}
                  fence: f
              - waitForFences: [f]
            """;

    private static final String FLOW = HEAD + """
                  commands: [{fillBuffer: {dst: a, data: 1}}, {pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_READ, MEMORY_WRITE], dstStage: ALL_COMMANDS, dstAccess: [MEMORY_READ]}]}},
                    {copyBuffer: {src: a, dst: b}, label: copy},   # in the middle
                    {pipelineBarrier: {buffers: [{buffer: b, srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [CLEAR], dstAccess: [TRANSFER_WRITE]}]}, label: "last, of all"}, {fillBuffer: {dst: b, data: 2}}]
            """;

    private static final String JSON = """
            {"sluice": 1, "name": "t", "device": "seed-discrete-l2",
             "memory": [{"name": "local", "size": "1MiB", "properties": ["DEVICE_LOCAL"]}],
             "buffers": [{"name": "a", "memory": "local", "size": "4KiB"}, {"name": "b", "memory": "local", "offset": "64KiB", "size": "4KiB"}],
             "program": [{"queueSubmit": {"queue": "universal.0", "commands": [
               {"fillBuffer": {"dst": "a", "data": 1}},
               {"pipelineBarrier": {"memory": [{"srcStage": ["ALL_COMMANDS"], "srcAccess": ["MEMORY_READ", "MEMORY_WRITE"], "dstStage": ["ALL_COMMANDS"], "dstAccess": ["MEMORY_READ"]}]}},
               {"copyBuffer": {"src": "a", "dst": "b"}},
               {"pipelineBarrier": {"buffers": [{"buffer": "b", "srcStage": ["COPY"], "srcAccess": ["TRANSFER_WRITE"], "dstStage": ["CLEAR"], "dstAccess": ["TRANSFER_WRITE"]}]}},
               {"fillBuffer": {"dst": "b", "data": 2}}]}}]}
            """;

    /** The text in one of its forms. */
    private record Form(String name, String text) {
        StreamProgram resolve(String other) {
            return StreamReader.read(name, other.getBytes(StandardCharsets.UTF_8), null)
                    .resolve(Devices.load("seed-discrete-l2"));
        }

        StreamText read() {
            return StreamText.of(name, text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final Form AS_BLOCK = new Form("block.yaml", BLOCK);
    private static final List<Form> FORMS = List.of(AS_BLOCK, new Form("flow.yaml", FLOW), new Form("flow.json", JSON));

    private static Barrier narrow() {
        return new Barrier(
                Stage.CLEAR.mask(),
                Access.TRANSFER_WRITE.mask(),
                Stage.COPY.mask(),
                Access.TRANSFER_READ.mask(),
                null,
                null,
                null);
    }

    private static Barrier ranged() {
        return new Barrier(
                Stage.CLEAR.mask(),
                Access.TRANSFER_WRITE.mask(),
                Stage.COPY.mask(),
                Access.TRANSFER_READ.mask(),
                new BufferRange("a", 0, 1024),
                null,
                null);
    }

    /** Edits of the five commands of a stream, by their sites. */
    private static List<List<BarrierEdit>> edits(List<String> sites) {
        String first = sites.get(1);
        String last = sites.get(3);
        return List.of(
                List.of(new BarrierEdit.Remove(first)),
                List.of(new BarrierEdit.Remove(first), new BarrierEdit.Remove(last)),
                List.of(new BarrierEdit.Narrow(first, List.of(narrow()))),
                List.of(new BarrierEdit.Narrow(first, List.of(narrow(), ranged()))),
                List.of(new BarrierEdit.Narrow(last, List.of(ranged()))),
                List.of(new BarrierEdit.Move(first, Place.after(sites.get(2)))),
                List.of(new BarrierEdit.Move(last, Place.before(sites.get(0)))),
                List.of(new BarrierEdit.Move(first, Place.after(sites.get(4)))),
                List.of(
                        new BarrierEdit.Narrow(first, List.of(narrow())),
                        new BarrierEdit.Move(first, Place.before(last))),
                List.of(new BarrierEdit.Merge(first, last)),
                List.of(new BarrierEdit.Merge(last, first)),
                List.of(new BarrierEdit.Split(first, "e", Place.after(sites.get(0)), Place.before(sites.get(4)))),
                List.of(
                        new BarrierEdit.Add("added 1", List.of(narrow()), Place.before(sites.get(0)), null),
                        new BarrierEdit.Add("added 2", List.of(ranged()), Place.after(sites.get(4)), "new")));
    }

    private static Stream<Arguments> formsAndEdits() {
        return FORMS.stream()
                .flatMap(form -> Stream.iterate(0, i -> i < 13, i -> i + 1).map(i -> Arguments.of(form, i)));
    }

    @ParameterizedTest
    @MethodSource("formsAndEdits")
    void edited_text_resolves_to_the_edited_program(Form form, int index) {
        StreamProgram program = form.resolve(form.text());
        List<BarrierEdit> edits = edits(sites(program)).get(index);
        String text = form.read().edited(program, edits);
        assertThat(commands(form.resolve(text))).isEqualTo(commands(StreamEdits.apply(program, edits)));
    }

    @Test
    void text_without_edits_stays_as_it_is() {
        for (Form form : FORMS) {
            assertThat(form.read().edited(form.resolve(form.text()), List.of())).isEqualTo(form.text());
        }
    }

    @Test
    void narrower_masks_change_nothing_but_the_masks() {
        StreamProgram program = AS_BLOCK.resolve(BLOCK);
        String text = AS_BLOCK.read().edited(program, edits(sites(program)).get(2));
        assertThat(text)
                .isEqualTo(
                        BLOCK.replace(
                                "srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_READ, MEMORY_WRITE], dstStage: ALL_COMMANDS, dstAccess: [MEMORY_READ]",
                                "srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [COPY], dstAccess: [TRANSFER_READ]"));
    }

    @Test
    void a_removed_barrier_takes_its_lines_and_no_comment_of_others_along() {
        StreamProgram program = AS_BLOCK.resolve(BLOCK);
        String text = AS_BLOCK.read().edited(program, edits(sites(program)).get(0));
        assertThat(text).doesNotContain("for the copy").contains("# first of all", "# then", "# one");
        assertThat(BLOCK.lines().toList()).containsAll(text.lines().toList());
    }

    @Test
    void a_changed_barrier_keeps_its_label_and_comment() {
        StreamProgram program = AS_BLOCK.resolve(BLOCK);
        String text = AS_BLOCK.read().edited(program, edits(sites(program)).get(3));
        assertThat(text).contains("- pipelineBarrier:   # for the copy\n");
        text = AS_BLOCK.read().edited(program, edits(sites(program)).get(4));
        assertThat(text).contains("- label: last\n").contains("{buffer: a, size: 1024, srcStage: [CLEAR]");
    }

    @Test
    void line_ends_of_windows_stay() {
        Form form = new Form("windows.yaml", BLOCK.replace("\n", "\r\n"));
        StreamProgram program = form.resolve(form.text());
        for (List<BarrierEdit> edits : edits(sites(program))) {
            String text = form.read().edited(program, edits);
            assertThat(text.replace("\r\n", "")).doesNotContain("\n").doesNotContain("\r");
        }
    }

    @Test
    void json_may_be_indented_by_tabs() {
        Form form = new Form("tabs.json", JSON.replace("\n", "\r\n\t\t"));
        StreamProgram program = form.resolve(form.text());
        List<BarrierEdit> edits = edits(sites(program)).get(2);
        String text = form.read().edited(program, edits);
        assertThat(text).contains("\r\n\t\t");
        assertThat(commands(form.resolve(text))).isEqualTo(commands(StreamEdits.apply(program, edits)));
    }

    @Test
    void characters_beyond_16_bits_shift_no_edit() {
        for (Form form : List.of(
                new Form(
                        "astral.yaml",
                        FLOW.replace("name: t", "name: \"\ud83d\ude80\"")
                                .replace("label: copy", "label: \"\ud83d\ude80\"")),
                new Form(
                        "astral.json",
                        JSON.replace(
                                "{\"fillBuffer\": {\"dst\": \"a\"",
                                "{\"label\": \"\ud83d\ude80\\ud83d\\ude80\\/\", \"fillBuffer\": {\"dst\": \"a\"")))) {
            StreamProgram program = form.resolve(form.text());
            for (List<BarrierEdit> edits : edits(sites(program))) {
                String text = form.read().edited(program, edits);
                assertThat(commands(form.resolve(text))).isEqualTo(commands(StreamEdits.apply(program, edits)));
            }
        }
    }

    @Test
    void what_an_alias_stands_for_is_left_alone() {
        Form form = new Form("alias.yaml", HEAD + """
                      commands:
                        - &wide
                          pipelineBarrier: {memory: [{srcStage: [COPY], dstStage: [COPY]}]}
                        - copyBuffer: {src: a, dst: b}
                        - *wide
                """);
        StreamProgram program = form.resolve(form.text());
        String site = sites(program).get(0);
        StreamText text = form.read();
        assertThat(text.editable(site)).isFalse();
        assertThatThrownBy(() -> text.edited(program, List.of(new BarrierEdit.Remove(site))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void masks_behind_an_alias_are_written_out() {
        Form form = new Form("alias.yaml", HEAD + """
                      commands:
                        - pipelineBarrier: {memory: [{srcStage: &all [ALL_COMMANDS], dstStage: [COPY]}]}
                        - copyBuffer: {src: a, dst: b}
                        - pipelineBarrier: {memory: [{srcStage: *all, dstStage: *all}]}
                """);
        StreamProgram program = form.resolve(form.text());
        Barrier copy = new Barrier(Stage.COPY.mask(), 0, Stage.COPY.mask(), 0, null, null, null);
        List<BarrierEdit> edits = List.of(new BarrierEdit.Narrow(sites(program).get(2), List.of(copy)));
        String text = form.read().edited(program, edits);
        assertThat(commands(form.resolve(text))).isEqualTo(commands(StreamEdits.apply(program, edits)));
        assertThat(text).contains("srcStage: &all [ALL_COMMANDS]");
    }

    @Test
    void a_command_buffer_that_is_submitted_twice_is_edited_once() {
        Form form = new Form("twice.yaml", HEAD.substring(0, HEAD.indexOf("program:")) + """
                commandBuffers:
                  cb:
                    commands:
                      - fillBuffer: {dst: a, data: 1}
                      - pipelineBarrier: {memory: [{srcStage: [CLEAR], dstStage: [COPY]}]}
                      - copyBuffer: {src: a, dst: b}
                program:
                  - queueSubmit: {queue: universal.0, commandBuffers: [cb]}
                  - queueSubmit: {queue: universal.0, commandBuffers: [cb, cb]}
                """);
        StreamProgram program = form.resolve(form.text());
        List<BarrierEdit> edits = List.of(new BarrierEdit.Remove(sites(program).get(1)));
        String text = form.read().edited(program, edits);
        assertThat(text).doesNotContain("pipelineBarrier");
        assertThat(commands(form.resolve(text))).hasSize(6).isEqualTo(commands(StreamEdits.apply(program, edits)));
    }

    private static List<String> sites(StreamProgram program) {
        return all(program).map(command -> command.origin().where()).toList();
    }

    private static Stream<Command> all(StreamProgram program) {
        return program.threads().stream()
                .flatMap(thread -> thread.operations().stream())
                .filter(HostOperation.QueueSubmit.class::isInstance)
                .flatMap(submit -> ((HostOperation.QueueSubmit) submit).commandBuffers().stream())
                .flatMap(List::stream);
    }

    /** What the commands do, wherever they are written. */
    private static List<Object> commands(StreamProgram program) {
        return all(program).map(StreamTextTest::bare).toList();
    }

    private static Object bare(Command command) {
        Origin none = Origin.at("");
        if (command instanceof Command.PipelineBarrier barrier) {
            return new Command.PipelineBarrier(none, barrier.barriers(), barrier.byRegion());
        }
        if (command instanceof Command.SetEvent set) {
            return new Command.SetEvent(none, set.event(), set.barriers(), set.legacy());
        }
        if (command instanceof Command.WaitEvents waits) {
            return new Command.WaitEvents(none, waits.waits(), waits.legacy());
        }
        if (command instanceof Command.CopyBuffer copy) {
            return new Command.CopyBuffer(none, copy.src(), copy.dst(), copy.regions());
        }
        Command.FillBuffer fill = (Command.FillBuffer) command;
        return new Command.FillBuffer(none, fill.dst(), fill.data());
    }
}
