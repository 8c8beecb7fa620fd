package dev.sluice.core.checker.model;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a read may find at a location. A read with a value finds a write of that value through its reference; without such
 * a write, one through another reference, or else one whose value the test does not say; at a location that none of them
 * covers, anything.
 *
 * @param location the location
 * @param read the event
 * @param sources writes, or {@link ReadsFrom#INITIAL}
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
        if (value != null && value == 0) {
            return List.of(ReadsFrom.INITIAL);
        }
        List<Integer> any = new ArrayList<>(List.of(ReadsFrom.INITIAL));
        List<Integer> sameName = new ArrayList<>();
        List<Integer> otherName = new ArrayList<>();
        List<Integer> unsaid = new ArrayList<>();
        for (int write = 0; write < fixed.size(); write++) {
            if (write == read || (fixed.writers(location) >>> write & 1) == 0) {
                continue;
            }
            any.add(write);
            MemoryAccess access = fixed.event(write).access();
            if (value == null || access == null) {
                continue;
            }
            if (access.writeValue() == null) {
                unsaid.add(write);
            } else if (value.equals(access.writeValue())) {
                (fixed.event(write).sharesReference(fixed.event(read)) ? sameName : otherName).add(write);
            }
        }
        return Stream.of(sameName, otherName, unsaid)
                .filter(list -> !list.isEmpty())
                .findFirst()
                .orElse(any);
    }

    private static @Nullable Integer value(Event event) {
        return event.access() == null ? null : event.access().readValue();
    }
}
