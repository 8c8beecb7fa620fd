// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static org.objectweb.asm.Opcodes.*;

import dev.sluice.program.kernel.SlotValues.Term;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/**
 * Writes where a wave does a {@link LaneChain} at once and goes past the bytecode of its instructions, which stays for waves that
 * cannot.
 */
final class ChainWriter {
    private final KernelProgram kernel;
    private final MethodVisitor code;
    private final LocalVariables locals;
    private final SlotValues values;
    private final StepCounts counts;
    private Label after = new Label();
    /** What was known of registers where the ways part. */
    private @Nullable Map<Integer, SlotValues.Value> before;

    private int first;
    /** The instruction after the chain that is being written; 0 if none is. */
    private int end;

    ChainWriter(
            KernelProgram kernel, MethodVisitor code, LocalVariables locals, SlotValues values, StepCounts counts) {
        this.kernel = kernel;
        this.code = code;
        this.locals = locals;
        this.values = values;
        this.counts = counts;
    }

    /** An instruction comes next; {@code entries} know to which others jump, and the part ends before {@code to}. */
    void before(int i, EntryPoints entries, int to) {
        if (end != 0) {
            return;
        }
        int limit = i + 1;
        while (limit < to && !entries.isLeader(limit)) {
            limit++;
        }
        int length = LaneChain.length(kernel, i, limit);
        if (length == 0) {
            return;
        }
        Term a = values.of(kernel.a[i]).stride();
        Term b = values.of(kernel.b[i]).stride();
        if (a.isConstant() && b.isConstant()) {
            return;
        }
        counts.flush();
        Label vector = new Label();
        Label each = new Label();
        after = new Label();
        before = values.known();
        first = i;
        end = i + length;
        jumpIfVector(a, vector);
        jumpIfVector(b, vector);
        code.visitJumpInsn(GOTO, each);
        code.visitLabel(vector);
        code.visitVarInsn(ALOAD, LocalVariables.STEPPER);
        locals.push(i);
        locals.push(length);
        code.visitMethodInsn(INVOKEVIRTUAL, HelpedWay.STEPPER, "chain", "(II)Z", false);
        code.visitJumpInsn(IFEQ, each);
        code.visitIincInsn(LocalVariables.ISSUED, length);
        code.visitIincInsn(LocalVariables.COUNT, length);
        code.visitJumpInsn(GOTO, after);
        code.visitLabel(each);
    }

    private void jumpIfVector(Term stride, Label to) {
        if (!stride.isConstant()) {
            stride.load(code);
            code.visitLdcInsn(RegisterFile.VECTOR);
            code.visitInsn(LCMP);
            code.visitJumpInsn(IFEQ, to);
        }
    }

    /** An instruction has been written. */
    void after(int i) {
        Map<Integer, SlotValues.Value> known = before;
        if (i + 1 != end || known == null) {
            return;
        }
        counts.flush();
        code.visitLabel(after);
        Set<Integer> changed = new HashSet<>();
        for (int at = first; at < end; at++) {
            changed.add(kernel.destinations[at]);
        }
        values.keep(known, slot -> changed.contains(slot) || slot > kernel.namedRegisters); // temporaries are gone
        end = 0;
        before = null;
    }
}
