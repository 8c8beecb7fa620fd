// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static org.objectweb.asm.Opcodes.*;

import dev.sluice.program.kernel.SlotValues.Value;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/** Writes what branches and loops test, and how loops count. */
final class TestWriter {
    private final KernelProgram kernel;
    private final MethodVisitor code;
    private final LocalVariables locals;
    private final SlotValues values;
    private final HelpedWay helped;

    TestWriter(KernelProgram kernel, MethodVisitor code, LocalVariables locals, SlotValues values, HelpedWay helped) {
        this.kernel = kernel;
        this.code = code;
        this.locals = locals;
        this.values = values;
        this.helped = helped;
    }

    /** Pushes the bits of the lanes in which an instruction's first operand is not zero, and gives that up if it is to. */
    void nonZero(int i) {
        Value value = values.of(kernel.a[i]);
        Label uniform = new Label();
        Label none = new Label();
        Label end = new Label();
        if (!value.isUniform()) {
            helped.jumpIfZero(value.stride(), uniform);
            Label otherForm = new Label();
            if (!value.stride().isConstant()) {
                value.stride().load(code);
                code.visitLdcInsn(RegisterFile.PREDICATE);
                code.visitInsn(LCMP);
                code.visitJumpInsn(IFNE, otherForm);
                value.base().load(code);
                code.visitJumpInsn(GOTO, end);
            }
            code.visitLabel(otherForm);
            helped.call("test", "J", i);
            code.visitJumpInsn(GOTO, end);
            code.visitLabel(uniform);
        }
        helped.jumpIfZero(value.base(), none);
        code.visitLdcInsn(-1L);
        code.visitJumpInsn(GOTO, end);
        code.visitLabel(none);
        code.visitInsn(LCONST_0);
        code.visitLabel(end);
    }

    /**
     * Tests a loop's counter: falls through if all lanes go on, else jumps; leaves bounds by lane to the stepper.
     *
     * @param exit where all lanes leave the loop
     */
    void inRange(int i, Label exit) {
        Value counter = values.of(kernel.a[i]);
        Value end = values.of(kernel.b[i]);
        Value step = values.of(kernel.c[i]);
        helped.begin();
        helped.unlessUniform(counter, end, step);
        if (step.base().isConstant()) {
            long by = step.base().constant();
            if (by == 0) {
                code.visitJumpInsn(GOTO, exit);
                return;
            }
            counter.base().load(code);
            end.base().load(code);
            code.visitInsn(LCMP);
            code.visitJumpInsn(by > 0 ? IFGE : IFLE, exit);
            return;
        }
        counter.base().load(code);
        end.base().load(code);
        step.base().load(code);
        code.visitMethodInsn(INVOKESTATIC, "dev/sluice/program/kernel/ScalarOps", "inRange", "(JJJ)Z", false);
        code.visitJumpInsn(IFEQ, exit);
    }

    /** Adds the step to a loop's counter. */
    void advance(int i) {
        int slot = kernel.destinations[i];
        Value counter = values.of(slot);
        Value end = values.of(kernel.b[i]);
        Value step = values.of(kernel.c[i]);
        Label done = new Label();
        helped.begin();
        if (!kernel.writesAllLanes(i)) {
            helped.unlessAllExecute();
        }
        helped.unlessUniform(counter, end, step);
        locals.word(slot, 0);
        counter.base().load(code);
        end.base().load(code);
        step.base().load(code);
        code.visitMethodInsn(INVOKESTATIC, "dev/sluice/program/kernel/RegisterFile", "next", "(JJJ)J", false);
        code.visitInsn(LASTORE);
        code.visitJumpInsn(GOTO, done);
        helped.here();
        helped.call("advance", i);
        code.visitLabel(done);
        values.forget(slot);
    }
}
