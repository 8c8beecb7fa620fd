// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import dev.sluice.machine.Simulation;
import dev.sluice.machine.observe.ObservedRequest;

/** Says of each event whether it is recorded: between two marks, if it touches what is watched, up to a number of steps. */
final class StepWindow {

    /** The longest line of a cache: a drop names no more than its first byte. */
    private static final int LONGEST_LINE = ObservedRequest.MAX_BYTES;

    private final StepBounds bounds;
    private final long[] firsts;
    private final long[] ends;
    private boolean fromMet;
    private boolean toMet;
    private boolean touched;
    private String cut = "";

    StepWindow(StepBounds bounds) {
        this.bounds = bounds;
        firsts = new long[bounds.watched().size()];
        ends = new long[bounds.watched().size()];
        fromMet = bounds.from().none();
    }

    /** Finds what is watched. */
    void resolve(Simulation machine) {
        for (int i = 0; i < firsts.length; i++) {
            StepBounds.Watched watched = bounds.watched().get(i);
            firsts[i] = machine.addressOf(watched.resource()) + watched.offset();
            ends[i] = firsts[i] + watched.length();
        }
    }

    /** Whether recording has begun by a cycle. */
    boolean open(long cycle) {
        return fromMet || bounds.from().cycle() >= 0 && cycle >= bounds.from().cycle();
    }

    /** Whether recording is over. */
    boolean over() {
        return !cut.isEmpty();
    }

    /** Why it is over, or empty. */
    String cut() {
        return cut;
    }

    /** Whether the event that is over is to be recorded. */
    boolean wanted() {
        boolean wanted = firsts.length == 0 || touched;
        touched = false;
        return wanted;
    }

    /** Ends recording before an event that lies behind all that is to be recorded; more may happen in the last cycle. */
    void closeBefore(long cycle) {
        if (bounds.to().cycle() >= 0 && cycle > bounds.to().cycle()) {
            cut = "to";
        }
    }

    /** Ends recording after an event, if that is to be. */
    void closeAfter(int steps) {
        if (toMet) {
            cut = "to";
        } else if (steps >= bounds.maxSteps()) {
            cut = "maxSteps";
        }
    }

    void command(String id, boolean begins) {
        if (begins && id.equals(bounds.from().command())) {
            fromMet = true;
        }
        if (!begins && id.equals(bounds.to().command())) {
            toMet = true;
        }
    }

    void found() {
        touched = true;
    }

    void touched(long address, int sectors) {
        if (firsts.length > 0 && sectors != 0) {
            int first = Integer.numberOfTrailingZeros(sectors);
            int end = Integer.SIZE - Integer.numberOfLeadingZeros(sectors);
            long from = address + (long) first * ObservedRequest.SECTOR_BYTES;
            touchedBytes(from, (long) (end - first) * ObservedRequest.SECTOR_BYTES);
        }
    }

    void touchedLine(long address) {
        touchedBytes(address, LONGEST_LINE);
    }

    void touchedBytes(long address, long bytes) {
        for (int i = 0; i < firsts.length; i++) {
            if (address < ends[i] && address + bytes > firsts[i]) {
                touched = true;
            }
        }
    }
}
