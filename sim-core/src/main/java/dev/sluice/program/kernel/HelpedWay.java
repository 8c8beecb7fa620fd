// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import dev.sluice.program.kernel.SlotValues.Term;
import dev.sluice.program.kernel.SlotValues.Value;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Where bytecode leaves an instruction to the {@link WaveStepper}, because one or two numbers do not say its operands. */
final class HelpedWay {
    static final String STEPPER = "dev/sluice/program/kernel/WaveStepper";

    private final KernelProgram kernel;
    private final MethodVisitor code;
    private final LocalVariables locals;
    private final SlotValues values;
    private Label label = new Label();
    private boolean taken;

    HelpedWay(KernelProgram kernel, MethodVisitor code, LocalVariables locals, SlotValues values) {
        this.kernel = kernel;
        this.code = code;
        this.locals = locals;
        this.values = values;
    }

    /** The next instruction begins. */
    void begin() {
        label = new Label();
        taken = false;
    }

    /** Whether the instruction is ever left to the stepper. */
    boolean isTaken() {
        return taken;
    }

    /** The way begins here. */
    void here() {
        code.visitLabel(label);
    }

    /** Goes this way by a jump instruction. */
    void goIf(int jump) {
        taken = true;
        code.visitJumpInsn(jump, label);
    }

    /** Goes this way unless two longs on the stack are equal. */
    void unlessEqual() {
        code.visitInsn(Opcodes.LCMP);
        goIf(Opcodes.IFNE);
    }

    /** Goes this way unless all lanes that are invocations execute. */
    void unlessAllExecute() {
        code.visitVarInsn(Opcodes.LLOAD, LocalVariables.MASK);
        code.visitVarInsn(Opcodes.LLOAD, LocalVariables.LIVE);
        unlessEqual();
    }

    /** Goes this way with a register that is not base and stride, given the latter. */
    void unlessAffine(Term stride) {
        if (!stride.isConstant()) {
            stride.load(code);
            code.visitLdcInsn(RegisterFile.PREDICATE);
            code.visitInsn(Opcodes.LCMP);
            goIf(Opcodes.IFLE);
        }
    }

    /** Goes this way unless each register is one number in all lanes. */
    void unlessUniform(Value... all) {
        boolean first = true;
        for (Value value : all) {
            if (!value.isUniform()) {
                value.stride().load(code);
                if (!first) {
                    code.visitInsn(Opcodes.LOR);
                }
                first = false;
            }
        }
        if (!first) {
            code.visitInsn(Opcodes.LCONST_0);
            unlessEqual();
        }
    }

    /** Jumps if a register has a value a lane. */
    void jumpIfVector(int slot, Label to) {
        Term stride = values.of(slot).stride();
        if (!stride.isConstant()) {
            stride.load(code);
            code.visitLdcInsn(RegisterFile.VECTOR);
            code.visitInsn(Opcodes.LCMP);
            code.visitJumpInsn(Opcodes.IFEQ, to);
        }
    }

    /** Jumps if a number is zero. */
    void jumpIfZero(Term number, Label to) {
        number.load(code);
        code.visitInsn(Opcodes.LCONST_0);
        code.visitInsn(Opcodes.LCMP);
        code.visitJumpInsn(Opcodes.IFEQ, to);
    }

    /** Has the stepper execute an instruction by its method of this name. */
    void call(String method, int i) {
        call(method, "V", i);
        values.forget(kernel.destinations[i]);
    }

    /** Calls a method of the stepper that takes an instruction and returns a value of this type. */
    void call(String method, String type, int i) {
        code.visitVarInsn(Opcodes.ALOAD, LocalVariables.STEPPER);
        locals.push(i);
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, STEPPER, method, "(I)" + type, false);
    }
}
