// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A growing list of instructions, one array a field, as the interpreter walks them. */
final class Instructions {
    /** Slot of an operand that an instruction does not have, while code is generated. */
    static final int SCRATCH = 0;

    /** Slot of an operand that an instruction of a program does not have; never pending, its content is meaningless. */
    static final int NONE = -1;

    private static final int INITIAL = 32;

    private Opcode[] ops = new Opcode[INITIAL];
    private int[] destinations = new int[INITIAL];
    private int[] a = new int[INITIAL];
    private int[] b = new int[INITIAL];
    private int[] c = new int[INITIAL];
    private int[] targets = new int[INITIAL];
    private int[] lines = new int[INITIAL];
    private final List<MachineOperation> machine = new ArrayList<>();
    private int size;
    private int line = 1;

    /** Instructions from here on stem from this line. */
    void line(int number) {
        line = number;
    }

    int size() {
        return size;
    }

    int add(Opcode op, int destination, int first, int second, int third) {
        return add(op, destination, first, second, third, MachineOperation.NONE);
    }

    int add(Opcode op, int destination, int first, int second, int third, MachineOperation operation) {
        if (size == ops.length) {
            grow();
        }
        ops[size] = op;
        destinations[size] = destination;
        a[size] = first;
        b[size] = second;
        c[size] = third;
        lines[size] = line;
        machine.add(operation);
        return size++;
    }

    /** Sets where the instruction jumps to. */
    void target(int instruction, int to) {
        targets[instruction] = to;
    }

    private void grow() {
        int length = size * 2;
        ops = Arrays.copyOf(ops, length);
        destinations = Arrays.copyOf(destinations, length);
        a = Arrays.copyOf(a, length);
        b = Arrays.copyOf(b, length);
        c = Arrays.copyOf(c, length);
        targets = Arrays.copyOf(targets, length);
        lines = Arrays.copyOf(lines, length);
    }

    Opcode[] ops() {
        return Arrays.copyOf(ops, size);
    }

    int[] destinations() {
        return Arrays.copyOf(destinations, size);
    }

    int[] a() {
        return Arrays.copyOf(a, size);
    }

    int[] b() {
        return Arrays.copyOf(b, size);
    }

    int[] c() {
        return Arrays.copyOf(c, size);
    }

    int[] targets() {
        return Arrays.copyOf(targets, size);
    }

    int[] lines() {
        return Arrays.copyOf(lines, size);
    }

    MachineOperation[] machine() {
        return machine.toArray(MachineOperation[]::new);
    }
}
