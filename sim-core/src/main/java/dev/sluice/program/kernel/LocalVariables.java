// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The local variables of {@link TranslatedPart#run} in bytecode, and the words that they lead to. */
final class LocalVariables {
    static final int STEPPER = 1;
    static final int WORDS = 2;
    static final int RECORD = 3;
    static final int SHARED = 4;
    static final int PC = 5;
    static final int MASK = 6;
    static final int LIVE = 8;
    static final int PENDING = 10;
    static final int ISSUED = 12;
    static final int COUNT = 13;
    static final int LANES = 14;
    private static final int FIRST_FREE = 15;

    private final KernelProgram kernel;
    private final MethodVisitor code;
    private int free = FIRST_FREE;

    LocalVariables(KernelProgram kernel, MethodVisitor code) {
        this.kernel = kernel;
        this.code = code;
    }

    /** A new variable for a long. */
    int next() {
        int variable = free;
        free += 2;
        return variable;
    }

    /** Pushes array and index of a register's base, or with 1 of its stride. */
    void word(int slot, int second) {
        if (slot < 0) {
            code.visitVarInsn(Opcodes.ALOAD, SHARED);
            push(2 * ~slot + second);
        } else {
            recordWord(kernel.firstSlot + 2 * slot + second);
        }
    }

    /** Pushes array and index of a word of the wave's record. */
    void recordWord(int word) {
        code.visitVarInsn(Opcodes.ALOAD, WORDS);
        code.visitVarInsn(Opcodes.ILOAD, RECORD);
        if (word != 0) {
            push(word);
            code.visitInsn(Opcodes.IADD);
        }
    }

    /** Pushes an int. */
    void push(int value) {
        if (value >= -1 && value <= 5) {
            code.visitInsn(Opcodes.ICONST_0 + value);
        } else if (value == (byte) value) {
            code.visitIntInsn(Opcodes.BIPUSH, value);
        } else if (value == (short) value) {
            code.visitIntInsn(Opcodes.SIPUSH, value);
        } else {
            code.visitLdcInsn(value);
        }
    }
}
