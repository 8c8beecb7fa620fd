// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static org.objectweb.asm.Opcodes.*;

import dev.sluice.program.kernel.SlotValues.Value;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/**
 * Writes the {@link TranslatedPart} of a range of a kernel's instructions: what controls; {@link ArithmeticWriter} does the rest.
 *
 * <p>How many instructions were executed is added up while bytecode is written, and to the variables only where control may part.
 */
final class PartWriter {
    private static final String PACKAGE = "dev/sluice/program/kernel/";
    private static final String PART = PACKAGE + "TranslatedPart";
    private static final String RUN = "(L" + HelpedWay.STEPPER + ";[JI[JI)I";

    private final KernelProgram kernel;
    private final int from;
    private final int to;
    /** Whether accesses are done within a step, as far as the machine does them at once. */
    private final boolean atOnce;

    private final ClassWriter type = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    private final MethodVisitor code;
    private final LocalVariables locals;
    private final SlotValues values;
    private final StepCounts counts;
    private final HelpedWay helped;
    private final ArithmeticWriter arithmetic;
    private final TestWriter tests;
    private final ChainWriter chains;

    /** Where each instruction begins. */
    private final Label[] labels;

    private final EntryPoints entries;
    /** Registers that loads fill, as {@link KernelProgram#uses}. */
    private final long loaded;
    /** Of those, the ones that are known not to be pending; only where a bit stands for one register. */
    private long arrived;

    private int length;

    PartWriter(KernelProgram kernel, int from, int to, boolean atOnce) {
        this.kernel = kernel;
        this.from = from;
        this.to = to;
        this.atOnce = atOnce;
        String name = PACKAGE + "Translated_" + name(kernel);
        type.visit(V17, ACC_FINAL | ACC_SUPER, name, null, PART, null);
        MethodVisitor constructor = type.visitMethod(0, "<init>", "()V", null, null);
        constructor.visitVarInsn(ALOAD, 0);
        constructor.visitMethodInsn(INVOKESPECIAL, PART, "<init>", "()V", false);
        constructor.visitInsn(RETURN);
        constructor.visitMaxs(0, 0);
        code = type.visitMethod(0, "run", RUN, null, null);
        locals = new LocalVariables(kernel, code);
        values = new SlotValues(kernel, code, locals);
        counts = new StepCounts(code, locals);
        helped = new HelpedWay(kernel, code, locals, values);
        arithmetic = new ArithmeticWriter(kernel, code, locals, values, helped);
        tests = new TestWriter(kernel, code, locals, values, helped);
        chains = new ChainWriter(kernel, type, name, code, locals, values, counts);
        labels = new Label[to];
        for (int i = from; i < to; i++) {
            labels[i] = new Label();
        }
        long fills = 0;
        for (int i = 0; i < kernel.ops.length; i++) {
            switch (kernel.ops[i]) {
                case LOAD, SHARED_LOAD, ATOMIC ->
                    fills |= kernel.destinations[i] > 0 ? 1L << kernel.destinations[i] : 0;
                default -> {
                    // fills no register later
                }
            }
        }
        loaded = atOnce ? 0 : fills; // or no register is ever pending
        entries = new EntryPoints(kernel, from, to, helped, atOnce);
    }

    /** A name that profilers show. */
    private static String name(KernelProgram kernel) {
        return kernel.name().replaceAll("[^A-Za-z0-9]", "_");
    }

    /** The class file. */
    byte[] write() {
        code.visitCode();
        Label entrance = new Label();
        Label end = new Label();
        readState();
        code.visitJumpInsn(GOTO, entrance);
        boolean falls = false;
        for (int i = from; i < to; i++) {
            if (entries.isLeader(i)) {
                counts.flush();
                values.forgetAll();
                arrived = 0;
            }
            long fills = kernel.uses[i] & loaded & ~arrived;
            if (fills != 0) {
                counts.flush(); // a wave that goes on here has not executed what comes before
                entries.add(i, values.reloads());
            }
            code.visitLabel(labels[i]);
            if (fills != 0) {
                await(i, fills);
            }
            chains.before(i, entries, to);
            falls = instruction(i);
            chains.after(i);
        }
        if (falls) {
            leave(to);
        }
        code.visitLabel(entrance);
        entries.write(code, labels);
        code.visitLabel(end);
        code.visitMaxs(0, 0);
        type.visitEnd();
        byte[] bytes = type.toByteArray();
        length = end.getOffset();
        return bytes;
    }

    /** Bytes of the method that was written. */
    int length() {
        return length;
    }

    private void readState() {
        locals.recordWord(WaveRecords.MASK);
        code.visitInsn(LALOAD);
        code.visitVarInsn(LSTORE, LocalVariables.MASK);
        locals.recordWord(WaveRecords.LIVE);
        code.visitInsn(LALOAD);
        code.visitVarInsn(LSTORE, LocalVariables.LIVE);
        code.visitVarInsn(ALOAD, LocalVariables.STEPPER);
        call("pending", "()J");
        code.visitVarInsn(LSTORE, LocalVariables.PENDING);
        code.visitVarInsn(ALOAD, LocalVariables.STEPPER);
        call("lanes", "()I");
        code.visitVarInsn(ISTORE, LocalVariables.LANES);
        boolean whole = from == 0 && to == kernel.ops.length;
        for (int variable : new int[] {LocalVariables.ISSUED, LocalVariables.COUNT}) {
            if (whole) {
                code.visitInsn(ICONST_0);
            } else {
                code.visitVarInsn(ALOAD, LocalVariables.STEPPER);
                call(variable == LocalVariables.COUNT ? "countSoFar" : "issuedSoFar", "()I");
            }
            code.visitVarInsn(ISTORE, variable);
        }
    }

    /** Writes an instruction; returns whether control goes on with the next. */
    private boolean instruction(int i) {
        Opcode op = kernel.ops[i];
        counts.execute();
        if (atOnce && isAccess(op)) {
            access(i);
            return true;
        }
        switch (op) {
            case LOAD, STORE, ATOMIC, SHARED_LOAD, SHARED_STORE, ALU, CONTROL_BARRIER, MEMORY_BARRIER, EXPORT -> {
                stop(i, "operation", Decoded.destination(kernel.packed[2 * i]));
                return false;
            }
            case END -> {
                stop(i, "end", WaveInterpreter.END);
                return false;
            }
            case END_IF -> restoreMask(kernel.depths[i] - 2);
            case END_LOOP -> restoreMask(kernel.depths[i] - 1);
            case LOOP -> saveMask(kernel.depths[i]);
            case IF -> {
                counts.issue();
                branchIf(i);
            }
            case ELSE -> {
                counts.issue();
                restoreMask(kernel.depths[i] - 1);
                jumpIfNoLane(i);
            }
            case WHILE_TEST -> {
                counts.issue();
                tests.nonZero(i);
                code.visitVarInsn(LLOAD, LocalVariables.MASK);
                code.visitInsn(LAND);
                setMask();
                jumpIfNoLane(i);
            }
            case FOR_TEST, FOR_TEST_UNIFORM -> {
                counts.issue();
                testCounter(i);
            }
            case FOR_NEXT -> {
                counts.issue();
                tests.advance(i);
                jumpBack(i);
                return false;
            }
            case JUMP -> {
                counts.issue();
                jumpBack(i);
                return false;
            }
            case SHUFFLE, BALLOT, ANY, ALL -> {
                counts.issue();
                helped.call("across", i);
            }
            default -> {
                counts.issue();
                arithmetic.write(i);
            }
        }
        return true;
    }

    /** Whether an instruction is one that a machine may do at once. */
    static boolean isAccess(Opcode op) {
        return switch (op) {
            case LOAD, STORE, SHARED_LOAD, SHARED_STORE -> true;
            default -> false;
        };
    }

    /** Has an access done within the step, or else stops there. */
    private void access(int i) {
        counts.flush();
        boolean shared = kernel.ops[i] == Opcode.SHARED_LOAD || kernel.ops[i] == Opcode.SHARED_STORE;
        Label done = new Label();
        if (shared) {
            Value index = values.of(kernel.a[i]);
            code.visitVarInsn(ALOAD, LocalVariables.STEPPER);
            index.base().load(code);
            index.stride().load(code);
            locals.push(i);
            call("sharedAtOnce", "(JJI)Z");
        } else {
            helped.call("accessAtOnce", "Z", i);
        }
        code.visitJumpInsn(IFNE, done);
        stop(i, "operation", Decoded.destination(kernel.packed[2 * i]));
        code.visitLabel(done);
        code.visitInsn(ICONST_0); // as if the step had ended
        code.visitVarInsn(ISTORE, LocalVariables.ISSUED);
        if (kernel.consumes[i] != 0) {
            consume(i);
        }
        for (int k = 0; k < kernel.machine[i].width(); k++) {
            values.forget(kernel.destinations[i] + k);
        }
        entries.add(i + 1, values.reloads());
    }

    /** Gives up the temporaries that an access was the only one to read, where they may have a value a lane. */
    private void consume(int i) {
        int operands = kernel.consumes[i];
        Label none = new Label();
        Label some = new Label();
        if ((operands & 1) != 0) {
            helped.jumpIfVector(kernel.a[i], some);
        }
        if ((operands & 2) != 0) {
            helped.jumpIfVector(kernel.b[i], some);
        }
        code.visitJumpInsn(GOTO, none);
        code.visitLabel(some);
        helped.call("consume", "V", i);
        code.visitLabel(none);
    }

    /** Stops where one of an instruction's registers is pending. */
    private void await(int i, long fills) {
        Label ready = new Label();
        code.visitVarInsn(LLOAD, LocalVariables.PENDING);
        code.visitLdcInsn(fills);
        code.visitInsn(LAND);
        code.visitInsn(LCONST_0);
        code.visitInsn(LCMP);
        code.visitJumpInsn(IFEQ, ready);
        code.visitVarInsn(ALOAD, LocalVariables.STEPPER);
        locals.push(i);
        counts.push();
        call("waits", "(III)Z");
        code.visitJumpInsn(IFEQ, ready);
        locals.push(WaveInterpreter.WAIT);
        code.visitInsn(IRETURN);
        code.visitLabel(ready);
        if (kernel.namedRegisters < Long.SIZE) {
            arrived |= fills;
        }
    }

    private void stop(int i, String how, int kind) {
        code.visitVarInsn(ALOAD, LocalVariables.STEPPER);
        locals.push(kind);
        locals.push(i);
        counts.push();
        call(how, "(IIII)I");
        code.visitInsn(IRETURN);
        counts.forget();
    }

    /** Goes on in another part. */
    private void leave(int target) {
        code.visitVarInsn(ALOAD, LocalVariables.STEPPER);
        locals.push(target);
        counts.push();
        call("leave", "(III)V");
        locals.push(TranslatedPart.GOES_ON);
        code.visitInsn(IRETURN);
    }

    private void branchIf(int i) {
        int depth = kernel.depths[i];
        tests.nonZero(i);
        code.visitVarInsn(LLOAD, LocalVariables.MASK);
        code.visitInsn(LAND);
        int taken = locals.next();
        code.visitVarInsn(LSTORE, taken);
        saveMask(depth);
        locals.recordWord(WaveRecords.HEADER + depth + 1);
        code.visitVarInsn(LLOAD, LocalVariables.MASK);
        code.visitVarInsn(LLOAD, taken);
        code.visitInsn(LXOR);
        code.visitInsn(LASTORE);
        code.visitVarInsn(LLOAD, taken);
        setMask();
        jumpIfNoLane(i);
    }

    private void testCounter(int i) {
        Label goesOn = new Label();
        Label exit = new Label();
        counts.flush();
        tests.inRange(i, exit);
        code.visitJumpInsn(GOTO, goesOn);
        if (helped.isTaken()) {
            helped.here();
            helped.call("leavesLoop", "Z", i);
            int left = locals.next();
            code.visitVarInsn(ISTORE, left);
            readMask();
            code.visitVarInsn(ILOAD, left);
            code.visitJumpInsn(IFEQ, goesOn);
            jump(kernel.targets[i]);
        }
        code.visitLabel(exit);
        code.visitInsn(LCONST_0);
        setMask();
        jump(kernel.targets[i]);
        code.visitLabel(goesOn);
    }

    private void jumpIfNoLane(int i) {
        counts.flush();
        code.visitVarInsn(LLOAD, LocalVariables.MASK);
        code.visitInsn(LCONST_0);
        code.visitInsn(LCMP);
        int target = kernel.targets[i];
        if (target >= from && target < to) {
            code.visitJumpInsn(IFEQ, labels[target]);
            return;
        }
        Label some = new Label();
        code.visitJumpInsn(IFNE, some);
        leave(target);
        code.visitLabel(some);
    }

    /** Jumps; all counts must have been added before. */
    private void jump(int target) {
        if (target >= from && target < to) {
            code.visitJumpInsn(GOTO, labels[target]);
        } else {
            leave(target);
        }
    }

    /** Jumps to the head of a loop, unless the wave has computed for long enough. */
    private void jumpBack(int i) {
        counts.flush();
        Label enough = new Label();
        code.visitVarInsn(ILOAD, LocalVariables.ISSUED);
        locals.push(WaveInterpreter.SLICE);
        code.visitJumpInsn(IF_ICMPGE, enough);
        jump(kernel.targets[i]);
        code.visitLabel(enough);
        code.visitVarInsn(ALOAD, LocalVariables.STEPPER);
        locals.push(i);
        locals.push(kernel.targets[i]);
        counts.push();
        call("slice", "(IIII)I");
        code.visitInsn(IRETURN);
    }

    private void saveMask(int depth) {
        locals.recordWord(WaveRecords.HEADER + depth);
        code.visitVarInsn(LLOAD, LocalVariables.MASK);
        code.visitInsn(LASTORE);
    }

    private void restoreMask(int depth) {
        locals.recordWord(WaveRecords.HEADER + depth);
        code.visitInsn(LALOAD);
        setMask();
    }

    /** Takes a long from the stack as the lanes that execute. */
    private void setMask() {
        code.visitVarInsn(LSTORE, LocalVariables.MASK);
        locals.recordWord(WaveRecords.MASK);
        code.visitVarInsn(LLOAD, LocalVariables.MASK);
        code.visitInsn(LASTORE);
    }

    private void readMask() {
        locals.recordWord(WaveRecords.MASK);
        code.visitInsn(LALOAD);
        code.visitVarInsn(LSTORE, LocalVariables.MASK);
    }

    private void call(String method, String descriptor) {
        code.visitMethodInsn(INVOKEVIRTUAL, HelpedWay.STEPPER, method, descriptor, false);
    }
}
