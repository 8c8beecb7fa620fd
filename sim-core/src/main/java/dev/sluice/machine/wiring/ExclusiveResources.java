// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.BufferRange;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.SharingModes;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.image.Surface;
import dev.sluice.program.sync.AddressRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Where the resources lie that one queue family owns at a time. */
final class ExclusiveResources {

    private final List<AddressRange> exclusive = new ArrayList<>();
    private final List<AddressRange> shared = new ArrayList<>();

    ExclusiveResources(StreamProgram stream, Bindings bindings) {
        Set<String> names = SharingModes.exclusive(stream);
        for (BufferDeclaration buffer : stream.buffers()) {
            AddressRange bytes = bindings.addresses(new BufferRange(buffer.name(), 0, buffer.size()));
            add(names.contains(buffer.name()), bytes);
        }
        for (ImageDeclaration image : stream.images()) {
            Surface surface = bindings.surface(image.name());
            add(names.contains(image.name()), new AddressRange(surface.base(), surface.end() - surface.base()));
        }
    }

    private void add(boolean owned, AddressRange bytes) {
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
}
