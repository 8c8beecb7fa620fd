// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import dev.sluice.cli.steps.StepValues;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An event of a recorded step.
 *
 * @param happening what happened
 * @param address of the first byte; -1 for none
 * @param sectors of 32 bytes from the address on; 0 where all of {@code bytes} count
 * @param bytes that the event is about, where there are no sectors
 * @param request the number of the request; -1 for none
 */
public record RecordedEvent(Happening happening, long address, int sectors, long bytes, long request) {

    /** Whether it is about some of these bytes. */
    public boolean meets(WatchedBytes watched) {
        return address >= 0
                && (sectors != 0 ? watched.meetsSectors(address, sectors) : watched.meets(address, Math.max(1, bytes)));
    }

    /** Whether the line that this is about leaves its part by another event. */
    boolean isLeftBy(RecordedEvent other) {
        return Set.of("drop", "writeBack").contains(other.happening.event())
                && other.happening.part().equals(happening.part())
                && other.happening.set() == happening.set()
                && other.happening.way() == happening.way();
    }

    /**
     * The same as an action of the barrier whose maintenance a cache carries out.
     *
     * @param maintained barriers by cache, kept up by this
     */
    RecordedEvent orderedBy(Map<String, Integer> maintained) {
        if (happening.event().equals("maintenance")) {
            maintained.put(happening.part(), happening.barrier());
            return this;
        }
        boolean ordered =
                happening.result().equals("flush") || happening.result().equals("invalidate");
        Integer barrier = ordered ? maintained.get(happening.part()) : null;
        return barrier == null ? this : new RecordedEvent(happening.of(barrier), address, sectors, bytes, request);
    }

    /** An event of a recording. */
    public static RecordedEvent of(RecordedMachine machine, long cycle, StepValues event) {
        String name = event.name();
        String part = event.has("part") ? event.text("part") : name.equals("host") ? "host" : "";
        MachineState.@Nullable Part at = machine.part(part);
        int set = event.has("set") ? (int) event.number("set") : -1;
        int way = event.has("way") ? (int) event.number("way") : -1;
        Happening happening = new Happening(
                cycle,
                name,
                part,
                set,
                way,
                at == null ? 0 : at.number("ways", 0),
                event.has("kind") ? event.text("kind") : "",
                result(event),
                command(machine, event),
                event.has("barrier") ? (int) event.number("barrier") : -1);
        return new RecordedEvent(
                happening,
                event.has("address") ? event.number("address") : -1,
                event.has("sectors") ? (int) event.number("sectors") : 0,
                event.has("size")
                        ? event.number("size")
                        : name.equals("drop") && at != null ? at.number("line", 32) : 1,
                event.has("request") ? event.number("request") : -1);
    }

    private static String command(RecordedMachine machine, StepValues event) {
        if (!event.has("command")) {
            return "";
        }
        return event.type("command").equals("text") ? event.text("command") : machine.command(event.number("command"));
    }

    private static String result(StepValues event) {
        return switch (event.name()) {
            case "lookup" -> event.text("outcome");
            case "waits", "writeBack", "drop" -> event.text("reason");
            case "dram" -> event.text("row");
            case "link" -> event.text("direction");
            case "maintenance" -> event.text("action") + " " + event.text("phase") + "s";
            case "stage" -> event.text("stage") + " " + event.text("phase") + "s";
            case "hostOperation" -> event.text("what") + " " + event.text("phase") + "s";
            case "barrier" -> "barrier " + event.text("phase");
            case "host" -> event.text("what");
            case "passed" -> "is carried out";
            case "finding" -> event.text("kind");
            default -> "";
        };
    }
}
