// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.BitSet;

/**
 * A program as {@link WaveStepper} runs it: each instruction decoded once, into two longs that every instruction needs, and the
 * ints of those that control.
 *
 * <pre>
 *  long 0   bits  0-5    what to do: one of the constants
 *                 6      whether its result may be written in all lanes: a temporary's, or one that {@link DeadLanes} found
 *                 8-25   place of the destination; of an operation of the machine, its kind
 *                26-43   place of the first operand
 *                44-61   place of the second
 *       1   registers that it reads or fills, a bit for each modulo 64
 *
 *  int  0         place of the destination
 *       1, 2, 3   places of the operands
 * </pre>
 *
 * <p>A place is where base and stride of a register lie: p words into the wave's record, or, if it is negative, ~p words into what
 * its waves share.
 */
final class Decoded {
    static final int SHIFT = 2;

    static final int DESTINATION = 0;
    static final int A = 1;
    static final int B = 2;
    static final int C = 3;

    /** In a first long: what to do. */
    static final int OPERATION = 63;
    /** In a first long: the lanes that do not execute may be written, too. */
    static final int ALL_LANES = 1 << 6;

    private static final int PLACE_BITS = 18;
    private static final int DESTINATION_SHIFT = 8;
    private static final int A_SHIFT = DESTINATION_SHIFT + PLACE_BITS;
    private static final int B_SHIFT = A_SHIFT + PLACE_BITS;
    private static final int UP = Long.SIZE - PLACE_BITS;

    // arithmetic that ScalarOps knows by itself
    static final int COPY = 0;
    static final int ADD = 1;
    static final int SUBTRACT = 2;
    static final int MULTIPLY = 3;
    static final int REMAINDER = 4;
    static final int DIVIDE = 5;
    static final int SHIFT_LEFT = 6;
    static final int SHIFT_RIGHT = 7;
    static final int AND = 8;
    static final int OR = 9;
    static final int XOR = 10;
    static final int EQUAL = 11;
    static final int NOT_EQUAL = 12;
    static final int LESS = 13;
    static final int LESS_EQUAL = 14;
    static final int HASH = 15;
    // other arithmetic, across lanes or not
    static final int ARITHMETIC = 16;
    static final int ACROSS = 17;
    // control
    static final int IF = 18;
    static final int ELSE = 19;
    static final int END_IF = 20;
    static final int LOOP = 21;
    static final int WHILE_TEST = 22;
    static final int FOR_TEST = 23;
    static final int FOR_NEXT = 24;
    static final int JUMP = 25;
    static final int END_LOOP = 26;
    static final int END = 27;
    /** What the machine must do. */
    static final int MACHINE = 28;

    private Decoded() {}

    /** The ints of all instructions. */
    static int[] decode(KernelProgram program) {
        int count = program.ops.length;
        int[] code = new int[count << SHIFT];
        for (int i = 0; i < count; i++) {
            int at = i << SHIFT;
            code[at + DESTINATION] = place(program, program.destinations[i]);
            code[at + A] = place(program, program.a[i]);
            code[at + B] = place(program, program.b[i]);
            code[at + C] = place(program, program.c[i]);
        }
        return code;
    }

    /** The longs of all instructions, given their ints. */
    static long[] pack(KernelProgram program, int[] code) {
        int count = program.ops.length;
        long[] packed = new long[2 * count];
        // a loop that nothing bounds is watched for turns that change nothing, by all lanes
        BitSet dead = program.maySpin() ? new BitSet() : DeadLanes.of(program);
        for (int i = 0; i < count; i++) {
            packed[2 * i] = pack(program.ops[i], code, i << SHIFT)
                    | (program.destinations[i] > program.namedRegisters || dead.get(i) ? ALL_LANES : 0);
            packed[2 * i + 1] = program.uses[i];
        }
        return packed;
    }

    private static long pack(Opcode op, int[] code, int at) {
        int operation = operation(op);
        if (operation == MACHINE) {
            return operation | (long) kind(op) << DESTINATION_SHIFT;
        }
        long destination = code[at + DESTINATION];
        long a = code[at + A];
        long b = code[at + B];
        if (operation < ARITHMETIC && !(fits(destination) && fits(a) && fits(b))) {
            return ARITHMETIC;
        }
        return operation
                | destination << UP >>> UP - DESTINATION_SHIFT
                | a << UP >>> UP - A_SHIFT
                | b << UP >>> UP - B_SHIFT;
    }

    private static boolean fits(long place) {
        return place << UP >> UP == place;
    }

    /** The place of the destination, or the kind of the operation of the machine. */
    static int destination(long packed) {
        return (int) (packed << UP - DESTINATION_SHIFT >> UP);
    }

    static int a(long packed) {
        return (int) (packed << UP - A_SHIFT >> UP);
    }

    static int b(long packed) {
        return (int) (packed << UP - B_SHIFT >> UP);
    }

    private static int place(KernelProgram program, int slot) {
        return slot >= 0 ? program.firstSlot + 2 * slot : ~(2 * ~slot);
    }

    private static int operation(Opcode op) {
        return switch (op) {
            case COPY -> COPY;
            case ADD -> ADD;
            case SUBTRACT -> SUBTRACT;
            case MULTIPLY -> MULTIPLY;
            case REMAINDER -> REMAINDER;
            case DIVIDE -> DIVIDE;
            case SHIFT_LEFT -> SHIFT_LEFT;
            case SHIFT_RIGHT -> SHIFT_RIGHT;
            case AND -> AND;
            case OR -> OR;
            case XOR -> XOR;
            case EQUAL -> EQUAL;
            case NOT_EQUAL -> NOT_EQUAL;
            case LESS -> LESS;
            case LESS_EQUAL -> LESS_EQUAL;
            case HASH -> HASH;
            case SHUFFLE, BALLOT, ANY, ALL -> ACROSS;
            case IF -> IF;
            case ELSE -> ELSE;
            case END_IF -> END_IF;
            case LOOP -> LOOP;
            case WHILE_TEST -> WHILE_TEST;
            case FOR_TEST, FOR_TEST_UNIFORM -> FOR_TEST;
            case FOR_NEXT -> FOR_NEXT;
            case JUMP -> JUMP;
            case END_LOOP -> END_LOOP;
            case END -> END;
            case LOAD, STORE, ATOMIC, SHARED_LOAD, SHARED_STORE, CONTROL_BARRIER, MEMORY_BARRIER, ALU, EXPORT ->
                MACHINE;
            default -> ARITHMETIC;
        };
    }

    private static int kind(Opcode op) {
        return switch (op) {
            case LOAD -> WaveInterpreter.LOAD;
            case STORE -> WaveInterpreter.STORE;
            case ATOMIC -> WaveInterpreter.ATOMIC;
            case SHARED_LOAD -> WaveInterpreter.SHARED_LOAD;
            case SHARED_STORE -> WaveInterpreter.SHARED_STORE;
            case ALU -> WaveInterpreter.ALU;
            case CONTROL_BARRIER -> WaveInterpreter.CONTROL_BARRIER;
            case EXPORT -> WaveInterpreter.EXPORT;
            default -> WaveInterpreter.MEMORY_BARRIER;
        };
    }
}
