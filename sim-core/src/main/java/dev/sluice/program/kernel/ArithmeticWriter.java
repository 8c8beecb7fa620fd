// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static org.objectweb.asm.Opcodes.*;

import dev.sluice.program.kernel.SlotValues.Term;
import dev.sluice.program.kernel.SlotValues.Value;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/**
 * Writes what a kernel computes: in place where one or two numbers say all lanes, and otherwise a call of the {@link WaveStepper}.
 *
 * <p>Registers that are base and stride stay so under {@link Opcode#ADD} and its like, whichever lanes are active.
 */
final class ArithmeticWriter {
    private static final String SCALAR = "dev/sluice/program/kernel/ScalarOps";

    private final KernelProgram kernel;
    private final MethodVisitor code;
    private final LocalVariables locals;
    private final SlotValues values;
    private final HelpedWay helped;

    ArithmeticWriter(
            KernelProgram kernel, MethodVisitor code, LocalVariables locals, SlotValues values, HelpedWay helped) {
        this.kernel = kernel;
        this.helped = helped;
        this.code = code;
        this.locals = locals;
        this.values = values;
    }

    /** Writes an arithmetic instruction whose lanes know nothing of each other. */
    void write(int i) {
        int operation = (int) kernel.packed[2 * i] & Decoded.OPERATION;
        if (operation >= Decoded.ARITHMETIC) {
            String floats = switch (kernel.ops[i]) {
                case F32_ADD -> "f32add";
                case F32_SUB -> "f32sub";
                case F32_MUL -> "f32mul";
                case F32_FMA -> "f32fma";
                default -> "";
            };
            if (floats.isEmpty()) {
                helped.call("arithmetic", i);
            } else {
                floats(i, floats);
            }
            return;
        }
        int slot = kernel.destinations[i];
        Value x = values.of(kernel.a[i]);
        Value y = kernel.ops[i].arity() > 1 ? values.of(kernel.b[i]) : SlotValues.NOTHING;
        Label reload = new Label();
        helped.begin();
        if (!kernel.writesAllLanes(i) && kernel.depths[i] > 0) {
            helped.unlessAllExecute();
        }
        keepVector(slot);
        Term base = Term.in(locals.next());
        Term stride = switch (operation) {
            case Decoded.COPY, Decoded.ADD, Decoded.SUBTRACT -> sum(operation, x, y, base);
            case Decoded.MULTIPLY -> product(x, y, base);
            case Decoded.SHIFT_LEFT -> shifted(x, y, base);
            default -> uniform(i, operation, x, y, base, reload);
        };
        finish(i, base, stride, reload, "arithmetic");
    }

    /** Writes an instruction on numbers of 32 bits: in place where each operand is one number in all lanes. */
    private void floats(int i, String method) {
        Value x = values.of(kernel.a[i]);
        Value y = values.of(kernel.b[i]);
        boolean three = kernel.ops[i].arity() > 2;
        Value z = three ? values.of(kernel.c[i]) : SlotValues.NOTHING;
        Label reload = new Label();
        helped.begin();
        if (!kernel.writesAllLanes(i) && kernel.depths[i] > 0) {
            helped.unlessAllExecute();
        }
        keepVector(kernel.destinations[i]);
        helped.unlessUniform(x, y, z);
        Term base = Term.in(locals.next());
        x.base().load(code);
        y.base().load(code);
        if (three) {
            z.base().load(code);
        }
        code.visitMethodInsn(
                INVOKESTATIC, "dev/sluice/program/kernel/Arithmetic", method, three ? "(JJJ)J" : "(JJ)J", false);
        code.visitVarInsn(LSTORE, base.local());
        finish(i, base, Term.of(0), reload, "floats");
    }

    /** Writes how what was computed in place comes into the record, and the way of the stepper, by one of its methods. */
    private void finish(int i, Term base, Term stride, Label reload, String method) {
        int slot = kernel.destinations[i];
        Label done = new Label();
        values.store(slot, new Value(base, stride));
        if (!helped.isTaken()) {
            values.set(slot, new Value(base, stride));
            return;
        }
        int variable = stride.isConstant() ? locals.next() : stride.local();
        if (stride.isConstant()) {
            stride.load(code);
            code.visitVarInsn(LSTORE, variable);
        }
        Value result = new Value(base, Term.in(variable));
        code.visitJumpInsn(GOTO, done);
        helped.here();
        helped.call(method, i);
        code.visitLabel(reload);
        values.load(slot, result);
        code.visitLabel(done);
        values.set(slot, result);
    }

    /** Leaves a destination to the stepper that has a value a lane, whose room is to be given back. */
    private void keepVector(int slot) {
        if (!values.holdsNoVector(slot)) {
            locals.word(slot, 1);
            code.visitInsn(LALOAD);
            code.visitLdcInsn(RegisterFile.VECTOR);
            code.visitInsn(LCMP);
            helped.goIf(IFEQ);
        }
    }

    private Term sum(int operation, Value x, Value y, Term base) {
        helped.unlessAffine(x.stride());
        helped.unlessAffine(y.stride());
        int instruction = operation == Decoded.SUBTRACT ? LSUB : LADD;
        combine(instruction, x.base(), y.base(), base);
        if (y.isUniform()) {
            return copied(x.stride());
        }
        if (x.isUniform() && operation == Decoded.ADD) {
            return copied(y.stride());
        }
        if (x.stride().isConstant() && y.stride().isConstant()) {
            long dx = x.stride().constant();
            long dy = y.stride().constant();
            return Term.of(operation == Decoded.SUBTRACT ? dx - dy : dx + dy);
        }
        Term stride = Term.in(locals.next());
        combine(instruction, x.stride(), y.stride(), stride);
        helped.unlessAffine(stride);
        return stride;
    }

    /** A number that a register has for itself. */
    private Term copied(Term number) {
        if (number.isConstant()) {
            return number;
        }
        Term copy = Term.in(locals.next());
        number.load(code);
        code.visitVarInsn(LSTORE, copy.local());
        return copy;
    }

    private void combine(int instruction, Term x, Term y, Term into) {
        x.load(code);
        if (!y.is(0) || instruction == LMUL) {
            y.load(code);
            code.visitInsn(instruction);
        }
        code.visitVarInsn(LSTORE, into.local());
    }

    private Term product(Value x, Value y, Term base) {
        helped.unlessAffine(x.stride());
        helped.unlessAffine(y.stride());
        combine(LMUL, x.base(), y.base(), base);
        if (x.isUniform() && y.isUniform()) {
            return Term.of(0);
        }
        Term stride = Term.in(locals.next());
        if (y.isUniform()) {
            combine(LMUL, x.stride(), y.base(), stride);
        } else if (x.isUniform()) {
            combine(LMUL, y.stride(), x.base(), stride);
        } else {
            Label one = new Label();
            helped.jumpIfZero(x.stride(), one);
            y.stride().load(code);
            code.visitInsn(LCONST_0);
            helped.unlessEqual();
            code.visitLabel(one);
            x.stride().load(code);
            y.base().load(code);
            code.visitInsn(LMUL);
            y.stride().load(code);
            x.base().load(code);
            code.visitInsn(LMUL);
            code.visitInsn(LADD);
            code.visitVarInsn(LSTORE, stride.local());
        }
        helped.unlessAffine(stride);
        return stride;
    }

    private Term shifted(Value x, Value y, Term base) {
        helped.unlessAffine(x.stride());
        if (!y.isUniform()) {
            y.stride().load(code);
            code.visitInsn(LCONST_0);
            helped.unlessEqual();
        }
        shift(LSHL, x.base(), y.base());
        code.visitVarInsn(LSTORE, base.local());
        if (x.isUniform()) {
            return Term.of(0);
        }
        Term stride = Term.in(locals.next());
        shift(LSHL, x.stride(), y.base());
        code.visitVarInsn(LSTORE, stride.local());
        helped.unlessAffine(stride);
        return stride;
    }

    private void shift(int instruction, Term x, Term by) {
        x.load(code);
        by.load(code);
        code.visitInsn(L2I);
        code.visitInsn(instruction);
    }

    /** Writes an instruction that is done in place where each operand is one number in all lanes, or where one lane is active. */
    private Term uniform(int i, int operation, Value x, Value y, Term base, Label reload) {
        if (!x.isUniform() || !y.isUniform()) {
            Label same = new Label();
            x.stride().load(code);
            if (!y.isUniform()) {
                y.stride().load(code);
                code.visitInsn(LOR);
            }
            code.visitInsn(LCONST_0);
            code.visitInsn(LCMP);
            code.visitJumpInsn(IFEQ, same);
            switch (operation) {
                case Decoded.REMAINDER, Decoded.LESS -> {
                    if (!y.isUniform()) {
                        y.stride().load(code);
                        code.visitInsn(LCONST_0);
                        helped.unlessEqual();
                    }
                    progression(i, operation == Decoded.LESS ? "less" : "remainder", x, y, false);
                    code.visitJumpInsn(IFNE, reload);
                    helped.goIf(GOTO);
                    code.visitLabel(same);
                    operate(operation, x.base(), y.base());
                    code.visitVarInsn(LSTORE, base.local());
                }
                case Decoded.EQUAL, Decoded.NOT_EQUAL -> {
                    progression(i, operation == Decoded.EQUAL ? "equal" : "notEqual", x, y, true);
                    code.visitJumpInsn(IFNE, reload);
                    helped.goIf(GOTO);
                    code.visitLabel(same);
                    operate(operation, x.base(), y.base());
                    code.visitVarInsn(LSTORE, base.local());
                }
                default -> alone(operation, x, y, base, same);
            }
        } else {
            operate(operation, x.base(), y.base());
            code.visitVarInsn(LSTORE, base.local());
        }
        return Term.of(0);
    }

    /** Where operands differ by lane: takes those of the lane that alone is active. */
    private void alone(int operation, Value x, Value y, Term base, Label same) {
        int lane = locals.next();
        Term first = Term.in(locals.next());
        Term second = Term.in(locals.next());
        Label known = new Label();
        helped.unlessAffine(x.stride());
        helped.unlessAffine(y.stride());
        code.visitVarInsn(LLOAD, LocalVariables.MASK);
        code.visitVarInsn(LLOAD, LocalVariables.MASK);
        code.visitInsn(LCONST_1);
        code.visitInsn(LSUB);
        code.visitInsn(LAND);
        code.visitInsn(LCONST_0);
        helped.unlessEqual();
        code.visitVarInsn(LLOAD, LocalVariables.MASK);
        code.visitMethodInsn(INVOKESTATIC, "java/lang/Long", "numberOfTrailingZeros", "(J)I", false);
        code.visitInsn(I2L);
        code.visitVarInsn(LSTORE, lane);
        inLane(x, lane, first);
        inLane(y, lane, second);
        code.visitJumpInsn(GOTO, known);
        code.visitLabel(same);
        x.base().load(code);
        code.visitVarInsn(LSTORE, first.local());
        y.base().load(code);
        code.visitVarInsn(LSTORE, second.local());
        code.visitLabel(known);
        operate(operation, first, second);
        code.visitVarInsn(LSTORE, base.local());
    }

    private void inLane(Value value, int lane, Term into) {
        value.base().load(code);
        if (!value.isUniform()) {
            value.stride().load(code);
            code.visitVarInsn(LLOAD, lane);
            code.visitInsn(LMUL);
            code.visitInsn(LADD);
        }
        code.visitVarInsn(LSTORE, into.local());
    }

    /** Calls a method of {@link ScalarOps} that writes the register, if it can; pushes whether it did. */
    private void progression(int i, String method, Value x, Value y, boolean bothStrides) {
        x.base().load(code);
        x.stride().load(code);
        y.base().load(code);
        if (bothStrides) {
            y.stride().load(code);
        }
        locals.word(kernel.destinations[i], 0);
        code.visitVarInsn(ILOAD, LocalVariables.LANES);
        code.visitMethodInsn(INVOKESTATIC, SCALAR, method, bothStrides ? "(JJJJ[JII)Z" : "(JJJ[JII)Z", false);
    }

    private void operate(int operation, Term x, Term y) {
        switch (operation) {
            case Decoded.SHIFT_RIGHT -> shift(LSHR, x, y);
            case Decoded.HASH -> {
                x.load(code);
                code.visitMethodInsn(INVOKESTATIC, "dev/sluice/program/kernel/Arithmetic", "hash", "(J)J", false);
            }
            case Decoded.REMAINDER, Decoded.DIVIDE -> {
                x.load(code);
                y.load(code);
                boolean remainder = operation == Decoded.REMAINDER;
                if (y.isConstant() && y.constant() != 0) {
                    code.visitInsn(remainder ? LREM : LDIV);
                } else {
                    code.visitMethodInsn(
                            INVOKESTATIC,
                            "dev/sluice/program/kernel/Arithmetic",
                            remainder ? "remainder" : "divide",
                            "(JJ)J",
                            false);
                }
            }
            case Decoded.AND -> operate(LAND, x, y, code);
            case Decoded.OR -> operate(LOR, x, y, code);
            case Decoded.XOR -> operate(LXOR, x, y, code);
            case Decoded.EQUAL -> compare(IFEQ, x, y);
            case Decoded.NOT_EQUAL -> compare(IFNE, x, y);
            case Decoded.LESS -> compare(IFLT, x, y);
            case Decoded.LESS_EQUAL -> compare(IFLE, x, y);
            default -> throw new IllegalStateException("no uniform arithmetic " + operation);
        }
    }

    private static void operate(int instruction, Term x, Term y, MethodVisitor code) {
        x.load(code);
        y.load(code);
        code.visitInsn(instruction);
    }

    private void compare(int jump, Term x, Term y) {
        Label holds = new Label();
        Label end = new Label();
        x.load(code);
        y.load(code);
        code.visitInsn(LCMP);
        code.visitJumpInsn(jump, holds);
        code.visitInsn(LCONST_0);
        code.visitJumpInsn(GOTO, end);
        code.visitLabel(holds);
        code.visitInsn(LCONST_1);
        code.visitLabel(end);
    }
}
