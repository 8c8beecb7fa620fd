// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Finds out whether a wave goes round a {@code while} loop without getting anywhere: whether all that it knows (registers, masks,
 * place in the text) comes back as it was (Brent's algorithm, over a fingerprint of 64 bits).
 *
 * <p>A wave whose state comes back goes on as it did before, as long as its loads return what they returned before; so what they
 * returned since the last turn counts as a part of the state, and all that they returned since the state was last there has to be what
 * it was the time before: a loop within the loop may have no loads of its own.
 *
 * <p>What a load brought counts where the next one into its register begins, and a register that waits counts as what was there
 * last: so it does not matter whether an answer comes before or after the wave jumps back, which may differ from turn to turn.
 */
public final class LoopWatch {
    /** The longest period that is found, in back edges. */
    private static final int LONGEST = 1 << 20;

    /** By register: what the last access brought there. */
    private long[] delivered = new long[0];
    /** Registers that wait, and for which the last value was taken. */
    private final BitSet guessed = new BitSet();

    private long saved;
    private long seen;
    private boolean any;
    /** What was read since the saved state was there. */
    private long round;
    /** What was read in the round before; means nothing as long as nothing has come back. */
    private long before;

    private long circles;
    private long operations;
    private int steps;
    private int limit = 1;
    private long recurrences;
    private int first = Integer.MAX_VALUE;
    private int last = -1;

    /** Another wave takes the place: nothing is known. */
    void clear() {
        any = false;
        seen = 0;
        round = 0;
        steps = 0;
        limit = 1;
        Arrays.fill(delivered, 0);
        guessed.clear();
        forget();
    }

    /** The wave goes on to its next operation. */
    void step() {
        operations++;
    }

    /** To how many operations the waves of the place went on; does not change while one gets no turn. */
    public long operations() {
        return operations;
    }

    /** The wave got values from memory. */
    void read(long values) {
        seen = RegisterFile.mix(seen, values);
    }

    /** The wave begins an access that will fill a register. */
    void expect(int register) {
        read(RegisterFile.mix(register, last(register)));
    }

    /** Such an access has filled it. */
    void deliver(int register, long values) {
        if (guessed.get(register) && values != last(register)) {
            read(values);
        }
        guessed.clear(register);
        if (register >= delivered.length) {
            delivered = Arrays.copyOf(delivered, register + 1);
        }
        delivered[register] = values;
    }

    /** What a register that waits will hold unless memory has changed. */
    long guess(int register) {
        guessed.set(register);
        return last(register);
    }

    private long last(int register) {
        return register < delivered.length ? delivered[register] : 0;
    }

    /** The wave jumps back. */
    void arrive(int target, int from, long registers) {
        long state = RegisterFile.mix(seen, registers);
        round = RegisterFile.mix(round, seen);
        seen = 0;
        first = Math.min(first, target);
        last = Math.max(last, from);
        if (any && state == saved) {
            if (recurrences > 0 && round != before) {
                forget();
            }
            recurrences++;
            before = round;
            round = 0;
            steps = 0;
        } else if (++steps >= limit) {
            saved = state;
            any = true;
            round = 0;
            steps = 0;
            limit = Math.min(LONGEST, 2 * limit);
            forget();
        }
    }

    private void forget() {
        circles++;
        recurrences = 0;
        first = Integer.MAX_VALUE;
        last = -1;
    }

    /** How often the same state came back; 0 as soon as it once did not. */
    public long recurrences() {
        return recurrences;
    }

    /** Changes whenever it becomes another circle that is counted. */
    public long circles() {
        return circles;
    }

    /** The first instruction of the loop, which is the outermost if several lie in each other. */
    int first() {
        return first;
    }

    /** The last instruction of the loop. */
    int last() {
        return last;
    }
}
