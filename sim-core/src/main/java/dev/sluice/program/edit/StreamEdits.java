// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.edit;

import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostThread;
import dev.sluice.program.StreamProgram;
import java.util.ArrayList;
import java.util.List;

/** Applies edits to resolved streams. */
public final class StreamEdits {
    private StreamEdits() {}

    /** The stream with the edits made, one after the other. */
    public static StreamProgram apply(StreamProgram stream, List<? extends BarrierEdit> edits) {
        if (edits.isEmpty()) {
            return stream;
        }
        EditsBySite bySite = new EditsBySite(edits);
        List<HostThread> threads = new ArrayList<>();
        for (HostThread thread : stream.threads()) {
            threads.add(new HostThread(
                    thread.name(),
                    thread.operations().stream().map(op -> edited(op, bySite)).toList()));
        }
        return stream.withThreads(threads);
    }

    private static HostOperation edited(HostOperation operation, EditsBySite edits) {
        if (!(operation instanceof HostOperation.QueueSubmit submit)
                || submit.commandBuffers().stream().noneMatch(list -> changed(list, edits))) {
            return operation;
        }
        return new HostOperation.QueueSubmit(
                submit.origin(),
                submit.queue(),
                submit.waits(),
                submit.commandBuffers().stream()
                        .map(list -> edited(list, edits))
                        .toList(),
                submit.signals(),
                submit.fence());
    }

    private static boolean changed(List<Command> commands, EditsBySite edits) {
        return commands.stream()
                .anyMatch(command -> edits.change(command.origin().where()));
    }

    private static List<Command> edited(List<Command> commands, EditsBySite edits) {
        List<Item> items = edits.applyTo(commands.stream().map(Item::of).toList());
        List<Command> edited = new ArrayList<>(items.size());
        for (Item item : items) {
            if (item.command() != null) {
                edited.add(item.command());
            }
        }
        return edited;
    }

    /** A list with the edits made that apply to it, one after the other. */
    public static List<Item> apply(List<Item> list, List<? extends BarrierEdit> edits) {
        return new EditsBySite(edits).applyTo(list);
    }
}
