// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * A program as {@link WaveStepper} runs it: each instruction decoded once, into {@value #WORDS} ints.
 *
 * <pre>
 *  word 0         what to do: one of the constants
 *       1         place of the destination
 *       2, 3, 4   places of the operands
 *       5         where it jumps to
 *       6         masks of the wave's record in use before it
 *       7         1 if its result is a temporary, which has no past in lanes that are not active
 * </pre>
 *
 * <p>A place is where base and stride of a register lie: p words into the wave's record, or, if it is negative, ~p words into what
 * its waves share.
 */
final class Decoded {
    static final int WORDS = 8;
    static final int SHIFT = 3;

    static final int DESTINATION = 1;
    static final int A = 2;
    static final int B = 3;
    static final int C = 4;
    static final int TARGET = 5;
    static final int DEPTH = 6;
    static final int TEMPORARY = 7;

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

    static int[] decode(KernelProgram program) {
        int count = program.ops.length;
        int[] code = new int[count << SHIFT];
        for (int i = 0; i < count; i++) {
            int at = i << SHIFT;
            code[at] = operation(program.ops[i]);
            code[at + DESTINATION] = place(program, program.destinations[i]);
            code[at + A] = place(program, program.a[i]);
            code[at + B] = place(program, program.b[i]);
            code[at + C] = place(program, program.c[i]);
            code[at + TARGET] = program.targets[i];
            code[at + DEPTH] = program.depths[i];
            code[at + TEMPORARY] = program.destinations[i] > program.namedRegisters ? 1 : 0;
        }
        return code;
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
}
