// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Which resources of a stream one queue family owns at a time (Vulkan specification, section Queue Family Ownership
 * Transfer).
 */
public final class SharingModes {
    private SharingModes() {}

    /** The names of the buffers and images that are exclusive, by their declaration or because a barrier transfers them. */
    public static Set<String> exclusive(StreamProgram stream) {
        Set<String> transferred = transferred(stream);
        Set<String> names = new LinkedHashSet<>();
        for (BufferDeclaration buffer : stream.buffers()) {
            if (exclusive(buffer.sharing(), transferred.contains(buffer.name()))) {
                names.add(buffer.name());
            }
        }
        for (ImageDeclaration image : stream.images()) {
            if (exclusive(image.sharing(), transferred.contains(image.name()))) {
                names.add(image.name());
            }
        }
        return names;
    }

    private static boolean exclusive(Sharing sharing, boolean transferred) {
        return sharing.mode() == Sharing.Mode.EXCLUSIVE || (sharing.mode() == Sharing.Mode.UNSTATED && transferred);
    }

    /** The resources that some barrier of the stream transfers between queue families. */
    private static Set<String> transferred(StreamProgram stream) {
        Set<String> names = new LinkedHashSet<>();
        for (HostThread thread : stream.threads()) {
            for (HostOperation operation : thread.operations()) {
                if (operation instanceof HostOperation.QueueSubmit submit) {
                    submit.commandBuffers().forEach(commands -> commands.forEach(command -> add(command, names)));
                }
            }
        }
        return names;
    }

    private static void add(Command command, Set<String> names) {
        if (!(command instanceof Command.PipelineBarrier dependency)) {
            return;
        }
        for (Barrier barrier : dependency.barriers()) {
            BufferRange range = barrier.range();
            ImageTransition image = barrier.image();
            if (barrier.srcQueueFamily() == null) {
                continue;
            }
            if (range != null) {
                names.add(range.buffer());
            } else if (image != null) {
                names.add(image.range().image());
            }
        }
    }
}
