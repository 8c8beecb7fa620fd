// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.BufferAddresses.Spot;
import dev.sluice.program.kernel.BindingKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The acceleration structures of a capture, by their handles and by the addresses that instances name them by. */
final class AccelerationStructures {
    /** Bytes of a {@code VkAccelerationStructureInstanceKHR}. */
    static final int INSTANCE_BYTES = 64;

    /** Where in it the address of its structure stands. */
    private static final int REFERENCE = 56;
    /** The most instances that are read. */
    private static final int MOST_INSTANCES = 1 << 16;

    private final CaptureSession session;
    private final Map<Long, AccelerationStructure> byHandle = new HashMap<>();
    private final Map<Long, AccelerationStructure> byAddress = new HashMap<>();

    AccelerationStructures(CaptureSession session) {
        this.session = session;
    }

    void add(long handle, AccelerationStructure structure) {
        byHandle.put(handle, structure);
    }

    /** The program asks for a structure's address. */
    void lies(AccelerationStructure structure, long address) {
        byAddress.put(address, structure);
    }

    /** The structure of a handle; null for one that is not known. */
    @Nullable
    AccelerationStructure of(long handle) {
        return byHandle.get(handle);
    }

    /** The structure at an address; null for one that is not known. */
    @Nullable
    AccelerationStructure at(long address) {
        return byAddress.get(address);
    }

    /**
     * What instances name.
     *
     * @param structures those that are known
     * @param all whether there are no others
     */
    record Instances(Set<AccelerationStructure> structures, boolean all) {
        Instances {
            structures = Collections.unmodifiableSet(new LinkedHashSet<>(structures));
        }
    }

    /**
     * What instances name that lie in a buffer, as it is now.
     *
     * @param pointers whether the buffer has addresses of instances
     */
    Instances named(Spot first, long count, boolean pointers) {
        Set<AccelerationStructure> structures = new LinkedHashSet<>();
        boolean all = count <= MOST_INSTANCES;
        int bytes = pointers ? Long.BYTES : INSTANCE_BYTES;
        for (long i = 0; i < Math.min(count, MOST_INSTANCES); i++) {
            Spot at = new Spot(first.buffer(), first.offset() + i * bytes);
            if (pointers) {
                Long address = word(at);
                at = address == null ? null : session.addresses.find(address);
            }
            Long reference = at == null ? null : word(new Spot(at.buffer(), at.offset() + REFERENCE));
            AccelerationStructure structure = reference == null ? null : byAddress.get(reference);
            if (structure != null) {
                structures.add(structure);
            } else {
                all = all && reference != null && reference == 0; // an instance of nothing takes no part
            }
        }
        return new Instances(structures, all);
    }

    /** The 64 bits at a place; null where they are not known. */
    private static @Nullable Long word(Spot at) {
        Memory memory = at.buffer().memory();
        if (memory == null || at.offset() + Long.BYTES > at.buffer().size) {
            return null;
        }
        byte[] bytes = memory.shadow.known(at.buffer().offset() + at.offset(), Long.BYTES);
        return bytes.length < Long.BYTES
                ? null
                : ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    /** The ranges of some structures, as what reads them binds. */
    static List<Resource> reads(Iterable<AccelerationStructure> structures, String name, String what) {
        BufferRanges ranges = new BufferRanges();
        structures.forEach(structure -> ranges.add(structure.buffer, structure.offset, structure.size));
        return ranges.resources(name, what, BindingKind.ACCELERATION_STRUCTURE, true, false);
    }
}
