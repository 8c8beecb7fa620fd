// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;

/**
 * Finds arithmetic in branches and loops whose result no lane reads that does not execute it. It may be written in all lanes, so
 * that its register keeps base and stride where it would become a vector.
 *
 * <p>Lanes that do not execute go on where an {@code else} begins, or behind a block or loop. What an invocation reads
 * from there on before it writes it is the liveness of registers, found backwards until nothing changes (A. W. Appel, "Modern
 * Compiler Implementation", Liveness Analysis).
 */
final class DeadLanes {
    private final Opcode[] ops;
    private final KernelProgram program;
    /** The registers that are read from each instruction on before they are written. */
    private final BitSet[] live;

    private DeadLanes(KernelProgram program) {
        this.program = program;
        ops = program.ops;
        live = new BitSet[ops.length];
        for (int i = 0; i < ops.length; i++) {
            live[i] = new BitSet();
        }
    }

    /** The instructions that may write all lanes. */
    static BitSet of(KernelProgram program) {
        DeadLanes lanes = new DeadLanes(program);
        lanes.findLive();
        return lanes.find();
    }

    private void findLive() {
        boolean changed;
        do {
            changed = false;
            for (int i = ops.length - 1; i >= 0; i--) {
                BitSet before = goingOn(i);
                int width = program.machine[i].width();
                if (isNamed(program.destinations[i])) {
                    before.clear(program.destinations[i], program.destinations[i] + width);
                }
                set(before, program.a[i]);
                if (isNamed(program.b[i])) {
                    before.set(program.b[i], program.b[i] + width);
                }
                set(before, program.c[i]);
                changed |= !before.equals(live[i]);
                live[i] = before;
            }
        } while (changed);
    }

    /** The registers that are live behind an instruction. */
    private BitSet goingOn(int i) {
        BitSet set = new BitSet();
        int target = program.targets[i];
        switch (ops[i]) {
            case END -> {}
            case JUMP, FOR_NEXT, ELSE -> set.or(live[target]);
            case IF -> {
                set.or(live[i + 1]);
                set.or(live[ops[target] == Opcode.ELSE ? target + 1 : target]);
            }
            case WHILE_TEST, FOR_TEST, FOR_TEST_UNIFORM -> {
                set.or(live[i + 1]);
                set.or(live[target]);
            }
            default -> set.or(live[i + 1]);
        }
        return set;
    }

    private BitSet find() {
        BitSet found = new BitSet();
        Deque<BitSet> blocks = new ArrayDeque<>(); // what lanes read that wait for the end of each
        blocks.push(new BitSet());
        for (int i = 0; i < ops.length; i++) {
            switch (ops[i]) {
                case IF -> blocks.push(waiting(blocks, i));
                case ELSE -> {
                    blocks.pop();
                    blocks.push(waiting(blocks, i));
                }
                case LOOP -> {
                    BitSet left = (BitSet) blocks.element().clone();
                    left.or(live[end(i)]);
                    blocks.push(left);
                }
                case END_IF, END_LOOP -> blocks.pop();
                default ->
                    found.set(
                            i,
                            isNamed(program.destinations[i])
                                    && !blocks.element().get(program.destinations[i]));
            }
        }
        return found;
    }

    /** What lanes read that do not take a branch, or have taken the other. */
    private BitSet waiting(Deque<BitSet> blocks, int branch) {
        BitSet set = (BitSet) blocks.element().clone();
        int target = program.targets[branch];
        set.or(live[target]);
        if (ops[target] == Opcode.ELSE) {
            set.or(live[target + 1]);
        }
        return set;
    }

    /** The end of a loop. */
    private int end(int loop) {
        int at = loop + 1;
        while (program.depths[at] != program.depths[loop]) {
            at++;
        }
        return at - 1;
    }

    private boolean isNamed(int slot) {
        return slot >= 1 && slot <= program.namedRegisters;
    }

    private void set(BitSet set, int slot) {
        if (isNamed(slot)) {
            set.set(slot);
        }
    }
}
