// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What a step executed, in bytecode: added up while that is written, and in variables only where control may part. */
final class StepCounts {
    private final MethodVisitor code;
    private final LocalVariables locals;
    private int issued;
    private int count;

    StepCounts(MethodVisitor code, LocalVariables locals) {
        this.code = code;
        this.locals = locals;
    }

    /** An instruction is executed. */
    void execute() {
        count++;
    }

    /** It takes a cycle of the wave. */
    void issue() {
        issued++;
    }

    /** Adds what was counted to the variables. */
    void flush() {
        if (issued > 0) {
            code.visitIincInsn(LocalVariables.ISSUED, issued);
        }
        if (count > 0) {
            code.visitIincInsn(LocalVariables.COUNT, count);
        }
        forget();
    }

    /** Control has gone elsewhere with what was counted. */
    void forget() {
        issued = 0;
        count = 0;
    }

    /** Pushes both sums. */
    void push() {
        push(LocalVariables.ISSUED, issued);
        push(LocalVariables.COUNT, count);
    }

    private void push(int variable, int more) {
        code.visitVarInsn(Opcodes.ILOAD, variable);
        if (more > 0) {
            locals.push(more);
            code.visitInsn(Opcodes.IADD);
        }
    }
}
