// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static org.objectweb.asm.Opcodes.*;

import dev.sluice.program.kernel.SlotValues.Term;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/**
 * Writes where a wave does a {@link LaneChain} at once and goes past the bytecode of its instructions, which stays for waves that
 * cannot. A chain is a method of its own: a loop over the lanes.
 */
final class ChainWriter {
    /** Records, where that of the wave begins, what waves share, all vectors, where the result begins among them, lanes. */
    private static final String CHAIN = "([JI[J[JII)V";

    private static final int WORDS = 0;
    private static final int RECORD = 1;
    private static final int SHARED = 2;
    private static final int VECTORS = 3;
    private static final int RESULT = 4;
    private static final int LANES = 5;
    private static final int LANE = 6;
    private static final int FIRST_FREE = 7;

    /** Lanes of a turn of the loop: the program's JVM does not unroll by itself where it keeps hot code short. */
    static final int UNROLLED = 4;

    private final KernelProgram kernel;
    private final ClassWriter type;
    private final String name;
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
            KernelProgram kernel,
            ClassWriter type,
            String name,
            MethodVisitor code,
            LocalVariables locals,
            SlotValues values,
            StepCounts counts) {
        this.kernel = kernel;
        this.type = type;
        this.name = name;
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
        if (kernel.a[i] >= 0 && a.isConstant() || kernel.b[i] >= 0 && b.isConstant()) {
            return; // base and stride
        }
        counts.flush();
        after = new Label();
        before = values.known();
        first = i;
        end = i + length;
        Label each = new Label();
        goUnlessVector(a, each);
        goUnlessVector(b, each);
        goUnlessVectors(each);
        branch(each);
        code.visitLabel(each);
    }

    private void goUnlessVector(Term stride, Label to) {
        if (!stride.isConstant()) {
            stride.load(code);
            code.visitLdcInsn(RegisterFile.VECTOR);
            code.visitInsn(LCMP);
            code.visitJumpInsn(IFNE, to);
        }
    }

    /** The same of the registers that the instructions after the first read. */
    private void goUnlessVectors(Label to) {
        Set<Integer> read = new LinkedHashSet<>();
        for (int at = first + 1; at < end; at++) {
            for (int slot : new int[] {kernel.a[at], kernel.b[at]}) {
                if (slot >= 0 && !LaneChain.isResult(kernel, first, at, slot)) {
                    read.add(slot);
                }
            }
        }
        for (int slot : read) {
            locals.word(slot, 1);
            code.visitInsn(LALOAD);
            code.visitLdcInsn(RegisterFile.VECTOR);
            code.visitInsn(LCMP);
            code.visitJumpInsn(IFNE, to);
        }
    }

    private void branch(Label each) {
        int result = locals.next();
        call("chain", "(II)I");
        code.visitVarInsn(ISTORE, result);
        code.visitVarInsn(ILOAD, result);
        code.visitJumpInsn(IFLT, each);
        code.visitVarInsn(ALOAD, LocalVariables.WORDS);
        code.visitVarInsn(ILOAD, LocalVariables.RECORD);
        code.visitVarInsn(ALOAD, LocalVariables.SHARED);
        code.visitVarInsn(ALOAD, LocalVariables.STEPPER);
        code.visitMethodInsn(INVOKEVIRTUAL, HelpedWay.STEPPER, "vectors", "()[J", false);
        code.visitVarInsn(ILOAD, result);
        code.visitVarInsn(ILOAD, LocalVariables.LANES);
        code.visitMethodInsn(INVOKESTATIC, name, "chain" + first, CHAIN, false);
        if (LaneChain.readsTemporaries(kernel, first, end)) {
            call("chained", "(II)V");
        }
        code.visitIincInsn(LocalVariables.ISSUED, end - first);
        code.visitIincInsn(LocalVariables.COUNT, end - first);
        code.visitJumpInsn(GOTO, after);
        writeLoop();
    }

    private void call(String method, String descriptor) {
        code.visitVarInsn(ALOAD, LocalVariables.STEPPER);
        locals.push(first);
        locals.push(end - first);
        code.visitMethodInsn(INVOKEVIRTUAL, HelpedWay.STEPPER, method, descriptor, false);
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

    private void writeLoop() {
        MethodVisitor loop = type.visitMethod(ACC_PRIVATE | ACC_STATIC, "chain" + first, CHAIN, null, null);
        LocalVariables constants = new LocalVariables(kernel, loop);
        loop.visitCode();
        Map<Integer, Integer> operands = readOperands(loop, constants);
        Label head = new Label();
        Label exit = new Label();
        loop.visitInsn(ICONST_0);
        loop.visitVarInsn(ISTORE, LANE);
        loop.visitLabel(head);
        loop.visitVarInsn(ILOAD, LANE);
        loop.visitVarInsn(ILOAD, LANES);
        loop.visitJumpInsn(IF_ICMPGE, exit);
        for (int i = 0; i < UNROLLED; i++) {
            writeLane(loop, constants, operands, i);
        }
        loop.visitIincInsn(LANE, UNROLLED);
        loop.visitJumpInsn(GOTO, head);
        loop.visitLabel(exit);
        loop.visitInsn(RETURN);
        loop.visitMaxs(0, 0);
        loop.visitEnd();
    }

    /** Reads where the lanes of each register begin, and the numbers that waves share; returns their variables by slot. */
    private Map<Integer, Integer> readOperands(MethodVisitor loop, LocalVariables constants) {
        Map<Integer, Integer> operands = new LinkedHashMap<>();
        for (int at = first; at < end; at++) {
            for (int slot : new int[] {kernel.a[at], kernel.b[at]}) {
                if (LaneChain.isResult(kernel, first, at, slot) || operands.containsKey(slot)) {
                    continue;
                }
                int variable = FIRST_FREE + 2 * operands.size();
                operands.put(slot, variable);
                loop.visitVarInsn(ALOAD, slot < 0 ? SHARED : WORDS);
                if (slot < 0) {
                    constants.push(2 * ~slot);
                } else {
                    loop.visitVarInsn(ILOAD, RECORD);
                    constants.push(kernel.firstSlot + 2 * slot);
                    loop.visitInsn(IADD);
                }
                loop.visitInsn(LALOAD);
                if (slot >= 0) {
                    loop.visitInsn(L2I);
                }
                loop.visitVarInsn(slot < 0 ? LSTORE : ISTORE, variable);
            }
        }
        return operands;
    }

    private void writeLane(MethodVisitor loop, LocalVariables constants, Map<Integer, Integer> operands, int lane) {
        int result = FIRST_FREE + 2 * operands.size();
        for (int at = first; at < end; at++) {
            int a = kernel.a[at];
            int b = kernel.b[at];
            if (LaneChain.isResult(kernel, first, at, b)) {
                loop.visitVarInsn(LSTORE, result);
                pushLane(loop, constants, operands, a, lane);
                loop.visitVarInsn(LLOAD, result);
            } else {
                if (!LaneChain.isResult(kernel, first, at, a)) {
                    pushLane(loop, constants, operands, a, lane);
                }
                pushLane(loop, constants, operands, b, lane);
            }
            Opcode op = kernel.ops[at];
            int instruction = instruction(op);
            if (instruction == LSHL || instruction == LSHR) {
                loop.visitInsn(L2I);
            }
            loop.visitInsn(instruction);
        }
        loop.visitVarInsn(LSTORE, result);
        loop.visitVarInsn(ALOAD, VECTORS);
        pushPlace(loop, constants, RESULT, lane);
        loop.visitVarInsn(LLOAD, result);
        loop.visitInsn(LASTORE);
    }

    private static void pushLane(
            MethodVisitor loop, LocalVariables constants, Map<Integer, Integer> operands, int slot, int lane) {
        int variable = operands.getOrDefault(slot, 0);
        if (slot < 0) {
            loop.visitVarInsn(LLOAD, variable);
            return;
        }
        loop.visitVarInsn(ALOAD, VECTORS);
        pushPlace(loop, constants, variable, lane);
        loop.visitInsn(LALOAD);
    }

    private static void pushPlace(MethodVisitor loop, LocalVariables constants, int begin, int lane) {
        loop.visitVarInsn(ILOAD, begin);
        loop.visitVarInsn(ILOAD, LANE);
        loop.visitInsn(IADD);
        if (lane > 0) {
            constants.push(lane);
            loop.visitInsn(IADD);
        }
    }

    /** The instruction that does it, of two longs; of a shift the second is an int. */
    private static int instruction(Opcode op) {
        return switch (op) {
            case ADD -> LADD;
            case SUBTRACT -> LSUB;
            case MULTIPLY -> LMUL;
            case AND -> LAND;
            case OR -> LOR;
            case XOR -> LXOR;
            case SHIFT_LEFT -> LSHL;
            default -> LSHR;
        };
    }
}
