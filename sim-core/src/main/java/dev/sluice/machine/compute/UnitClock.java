// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import java.util.List;

/**
 * The clock of a device's compute units: says once a cycle, to each unit that asked for it, that it may do the cycle's work.
 *
 * <p>A unit's cycle is one tick after what arrives in that cycle: waves that woke up, replies, room on a path. So the units that
 * have something to do in a cycle are bits, and one event serves them all. Each cycle begins with another unit, so that none is
 * always the first to send.
 *
 * <p>What arrives after the ticks of a cycle, by an event that they caused, gives the unit another tick in the same cycle.
 */
final class UnitClock {

    /** The cycle has begun; its ticks come last in it. */
    private static final int CYCLE = 0;

    private static final int TICKS = 1;

    /** Cycles ahead that have a set of units, as many as a long has bits. Later ticks are events of their own, with a unit's index. */
    static final int RING = Long.SIZE;

    private static final int LATER = 2;

    private final Component owner;
    private final Engine engine;
    private final int words;
    /** A bit for each unit, by 64 of them and cycle modulo {@link #RING}. */
    private final long[] asked;
    /** Bit c: the event of a cycle that is c modulo {@link #RING} is scheduled. */
    private long scheduled;

    private final ComputeUnit[] units;

    /**
     * Of the ticks of this cycle: how many words of units have had theirs, which units of the word that has them now still want one,
     * and the first unit of that word. They are fields, because what lies in registers is saved and fetched again for each tick.
     */
    private int pass;

    private long due;
    private int dueFrom;

    /**
     * @param owner hands its events to {@link #onEvent}
     * @param most how many units there will be
     */
    UnitClock(Component owner, int most) {
        this.owner = owner;
        engine = owner.engine();
        words = (most + Long.SIZE - 1) / Long.SIZE;
        asked = new long[RING * words];
        units = new ComputeUnit[most];
    }

    /** Adds a unit, which may ask for ticks from now on. */
    void add(ComputeUnit unit) {
        units[unit.index()] = unit;
    }

    List<ComputeUnit> units() {
        return List.of(units);
    }

    /** The unit wants a tick in some cycles, {@link #RING} or more. */
    void tickLater(int unit, long ahead) {
        engine.schedule(owner, ahead, LATER, unit);
    }

    /** Where the sets of units begin that a unit is in, for {@link #tickAt}. */
    int sets(int unit) {
        return (unit >>> 6) * RING;
    }

    /**
     * A unit wants a tick in a cycle, which is this one or a later one, less than {@link #RING} ahead.
     *
     * @param sets {@link #sets} of the unit
     * @param bit the unit's bit in each of them
     */
    void tickAt(int sets, long bit, long cycle, long now) {
        asked[sets + ((int) cycle & RING - 1)] |= bit;
        begin(cycle, now);
    }

    /**
     * Has a cycle begin, less than {@link #RING} ahead, even if no unit will tick in it. Who first asks for a cycle decides where its
     * beginning stands among the cycle's events, and so what comes before its ticks.
     */
    void begin(long cycle, long now) {
        if ((scheduled >>> cycle & 1) == 0) {
            schedule(cycle, now);
        }
    }

    private void schedule(long cycle, long now) {
        scheduled |= 1L << cycle;
        engine.schedule(owner, cycle - now, CYCLE, 0);
    }

    /** An event of the clock. */
    void onEvent(int kind, int argument) {
        switch (kind) {
            case CYCLE -> engine.schedule(owner, 0, TICKS, 0);
            case TICKS -> tick(engine.now());
            default -> tickAt(sets(argument), 1L << argument, engine.now(), engine.now());
        }
    }

    private void tick(long now) {
        scheduled &= ~(1L << now);
        for (pass = 0; pass <= words; pass++) {
            due = take(now);
            while (due != 0) {
                int unit = dueFrom + Long.numberOfTrailingZeros(due);
                due &= due - 1;
                units[unit].tick(now);
            }
        }
    }

    /** Takes the units that want a tick, of those that come in this pass. */
    private long take(long now) {
        int first = (int) (now % units.length);
        int word = (first >>> 6) + pass;
        word = word >= words ? word - words : word;
        dueFrom = word << 6;
        int at = word * RING + ((int) now & RING - 1);
        // the word in which the first unit lies comes first for the units from it on, and last for those before it
        long later = -1L << first;
        long taken = asked[at] & (pass == 0 ? later : pass == words ? ~later : -1L);
        asked[at] &= ~taken;
        return taken;
    }
}
