// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a read may find at a location. Values are taken as the formal model's tests take them: a read finds every write of the
 * same value through the same name, so with two of them, or when it would find itself, there is no choice at all; a read and
 * a write that both have no value count as equal. Without such a write 0 is the initial value, and any other read is free.
 *
 * @param location the location
 * @param read the event
 * @param sources writes, or {@link ReadsFrom#INITIAL}; empty when the values contradict each other
 */
record Choices(int location, int read, List<Integer> sources) {

    /** The choices of all reads for which the flag {@code atomic} holds, read by read. */
    static List<Choices> of(ProgramRelations fixed, boolean atomic) {
        List<Choices> all = new ArrayList<>();
        for (int read = 0; read < fixed.size(); read++) {
            Event event = fixed.event(read);
            if (!event.reads() || event.atomic() != atomic) {
                continue;
            }
            for (long rest = event.locations(); rest != 0; rest &= rest - 1) {
                int location = Long.numberOfTrailingZeros(rest);
                all.add(new Choices(location, read, sources(fixed, location, read)));
            }
        }
        return all;
    }

    private static List<Integer> sources(ProgramRelations fixed, int location, int read) {
        Integer value = value(fixed.event(read));
        List<Integer> any = new ArrayList<>(List.of(ReadsFrom.INITIAL));
        List<Integer> named = new ArrayList<>();
        for (long rest = fixed.writers(location); rest != 0; rest &= rest - 1) {
            int write = Long.numberOfTrailingZeros(rest);
            any.add(write);
            ModelAccess access = fixed.event(write).access();
            if (access != null
                    && Objects.equals(value, access.writeValue())
                    && fixed.event(write).sharesReference(fixed.event(read))) {
                named.add(write);
            }
        }
        any.remove((Integer) read);
        boolean initial = value != null && value == 0;
        if (named.isEmpty()) {
            return initial ? List.of(ReadsFrom.INITIAL) : any;
        }
        return named.size() == 1 && !named.contains(read) && !initial ? named : List.of();
    }

    private static @Nullable Integer value(Event event) {
        return event.access() == null ? null : event.access().readValue();
    }
}
