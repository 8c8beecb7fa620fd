// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import dev.sluice.cli.report.Table;
import java.util.Set;

/**
 * Something that happened to bytes.
 *
 * @param cycle when
 * @param event what, as the event log calls it: {@code lookup}, {@code writeBack}
 * @param part where
 * @param set the set of a cache, else -1
 * @param way the way of a cache, -1 without a line; those of its victim cache count on after the set's
 * @param ways of a set of the cache, 0 where there are none
 * @param kind of a request what it asks for: {@code read}, {@code fill}, {@code write}, {@code write-back}, {@code atomic};
 *     else empty
 * @param result what came of it, in the words of the event log; empty for nothing
 * @param command on whose behalf; empty for nobody
 * @param barrier the number of the barrier whose action it is; -1 for none
 */
public record Happening(
        long cycle,
        String event,
        String part,
        int set,
        int way,
        int ways,
        String kind,
        String result,
        String command,
        int barrier) {

    /** Words without which the rest says little. */
    private static final Set<String> PHASES = Set.of("begins", "ends");

    private static final Set<String> OF_PROGRAM = Set.of("stage", "hostOperation", "barrier", "passed");

    Happening(
            long cycle,
            String event,
            String part,
            int set,
            int way,
            int ways,
            String kind,
            String result,
            String command) {
        this(cycle, event, part, set, way, ways, kind, result, command, -1);
    }

    /** The same as an action of a barrier. */
    Happening of(int number) {
        return new Happening(cycle, event, part, set, way, ways, kind, result, command, number);
    }

    /** Whether an event of this name is a command, a barrier or a host operation that moves on. */
    public static boolean ofProgram(String event) {
        return OF_PROGRAM.contains(event);
    }

    /** What happened, in a few words. */
    public String words() {
        return switch (event) {
            case "issue" -> kind + " is sent";
            case "complete" -> kind + " is answered";
            case "lookup" -> (kind.equals("fill") ? "fetch" : kind) + lookedUp();
            case "waits" -> "waits: " + waitsFor();
            case "fill" -> "bytes come in";
            case "writeBack" -> "goes down: " + result;
            case "drop" -> "dropped: " + dropped();
            case "dram" -> (stores() ? "written" : "read") + ", row " + result;
            case "link" -> kind + (result.equals("toHost") ? " crosses to the host" : " crosses to the device");
            case "host" -> "host: " + result;
            case "maintenance" -> result;
            case "finding" -> result.equals("staleRead") ? "found: stale read" : "found: lost write";
            case "stage", "hostOperation", "barrier", "passed" -> result;
            default -> event + (result.isEmpty() ? "" : ": " + result);
        };
    }

    /** The same in some characters at most: of what begins or ends the name is shortened. */
    public String words(int most) {
        String words = words();
        int last = words.lastIndexOf(' ');
        int name = most - (words.length() - last);
        return words.length() > most && name > 0 && PHASES.contains(words.substring(last + 1))
                ? Table.cut(words.substring(0, last), name) + words.substring(last)
                : words;
    }

    private boolean stores() {
        return kind.startsWith("write");
    }

    private String lookedUp() {
        return switch (result) {
            case "hit" -> " hits";
            case "miss" -> " misses";
            case "sectorMiss", "sector miss" -> " misses its sector";
            case "merged" -> " joins a miss";
            case "bypassed" -> " goes past";
            default -> ": " + result;
        };
    }

    private String waitsFor() {
        return switch (result) {
            case "bank" -> "bank busy";
            case "walk" -> "tags walked";
            case "queue" -> "others first";
            case "mshrs" -> "no MSHR free";
            case "merges" -> "MSHR takes no more";
            case "ways" -> "all ways fill";
            case "down" -> "no room below";
            case "port" -> "port busy";
            case "fills" -> "fills of its line";
            default -> result;
        };
    }

    private String dropped() {
        return switch (result) {
            case "passed" -> "written past it";
            case "inclusion" -> "cache below did";
            default -> result;
        };
    }

    /** Set and way, as far as there are any, or which line of the victim cache. */
    public String place() {
        return ways > 0 && way >= ways ? Copy.victim(way - ways) : Copy.place(set, way);
    }
}
