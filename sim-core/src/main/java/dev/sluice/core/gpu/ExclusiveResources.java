package dev.sluice.core.gpu;

import dev.sluice.core.barrier.AddressRange;
import dev.sluice.core.command.Barrier;
import dev.sluice.core.command.BufferDeclaration;
import dev.sluice.core.command.BufferRange;
import dev.sluice.core.command.Command;
import dev.sluice.core.command.HostOperation;
import dev.sluice.core.command.HostThread;
import dev.sluice.core.command.ImageDeclaration;
import dev.sluice.core.command.ImageTransition;
import dev.sluice.core.command.Sharing;
import dev.sluice.core.command.StreamProgram;
import dev.sluice.core.image.Surface;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Where the resources lie that one queue family owns at a time. */
final class ExclusiveResources {

    private final List<AddressRange> exclusive = new ArrayList<>();
    private final List<AddressRange> shared = new ArrayList<>();

    ExclusiveResources(StreamProgram stream, Bindings bindings) {
        Set<String> transferred = transferred(stream);
        for (BufferDeclaration buffer : stream.buffers()) {
            AddressRange bytes = bindings.addresses(new BufferRange(buffer.name(), 0, buffer.size()));
            add(buffer.name(), buffer.sharing(), bytes, transferred);
        }
        for (ImageDeclaration image : stream.images()) {
            Surface surface = bindings.surface(image.name());
            add(
                    image.name(),
                    image.sharing(),
                    new AddressRange(surface.base(), surface.end() - surface.base()),
                    transferred);
        }
    }

    private void add(String name, Sharing sharing, AddressRange bytes, Set<String> transferred) {
        boolean owned = sharing.mode() == Sharing.Mode.EXCLUSIVE
                || (sharing.mode() == Sharing.Mode.UNSTATED && transferred.contains(name));
        (owned ? exclusive : shared).add(bytes);
    }

    /** Whether there are none. */
    boolean none() {
        return exclusive.isEmpty();
    }

    /** Whether a byte belongs to such resources only. */
    boolean hold(long address) {
        return in(exclusive, address) && !in(shared, address);
    }

    private static boolean in(List<AddressRange> ranges, long address) {
        for (AddressRange range : ranges) {
            if (address >= range.address() && address < range.end()) {
                return true;
            }
        }
        return false;
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
