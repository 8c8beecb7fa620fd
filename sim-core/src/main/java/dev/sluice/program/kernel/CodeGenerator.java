// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import dev.sluice.program.kind.UnknownKindException;
import java.util.BitSet;
import java.util.List;

/** Turns statements into three-address code over slots of the register file. */
final class CodeGenerator {
    private static final int NO = Instructions.SCRATCH;

    private final Instructions code = new Instructions();
    private final SlotMap slots;
    private final BitSet uniformLoops;

    CodeGenerator(SlotMap slots, BitSet uniformLoops) {
        this.slots = slots;
        this.uniformLoops = uniformLoops;
    }

    Instructions generate(List<Statement> statements) {
        block(statements);
        code.add(Opcode.END, NO, NO, NO, NO);
        return code;
    }

    private void block(List<Statement> statements) {
        for (Statement statement : statements) {
            int mark = slots.mark();
            code.line(statement.at().line());
            statement(statement);
            slots.release(mark);
        }
    }

    private void statement(Statement statement) {
        if (statement instanceof Statement.Assign s) {
            into(s.value(), slots.register(s.target()));
        } else if (statement instanceof Statement.Across s) {
            code.add(s.op(), slots.register(s.target()), operand(s.value()), operand(s.lane()), NO);
        } else if (statement instanceof Statement.Load s) {
            MachineOperation access = MachineOperation.plain(s.binding(), s.type(), s.width(), s.qualifiers());
            code.add(Opcode.LOAD, slots.register(s.target()), operand(s.index()), NO, NO, access);
        } else if (statement instanceof Statement.Store s) {
            MachineOperation access = MachineOperation.plain(s.binding(), s.type(), s.width(), s.qualifiers());
            code.add(Opcode.STORE, NO, operand(s.index()), operand(s.value()), NO, access);
        } else if (statement instanceof Statement.Atomic s) {
            MachineOperation access = MachineOperation.atomic(s.binding(), s.type(), s.op(), s.qualifiers());
            int destination = s.target() < 0 ? NO : slots.register(s.target());
            int index = operand(s.index());
            code.add(Opcode.ATOMIC, destination, index, operand(s.operand()), operand(s.compare()), access);
        } else if (statement instanceof Statement.SharedLoad s) {
            MachineOperation access = MachineOperation.shared(s.type(), s.width());
            code.add(Opcode.SHARED_LOAD, slots.register(s.target()), operand(s.index()), NO, NO, access);
        } else if (statement instanceof Statement.SharedStore s) {
            MachineOperation access = MachineOperation.shared(s.type(), s.width());
            code.add(Opcode.SHARED_STORE, NO, operand(s.index()), operand(s.value()), NO, access);
        } else if (statement instanceof Statement.Export s) {
            ElementType type = s.output() == Traits.DEPTH ? ElementType.F32 : ElementType.U64;
            int low = operand(s.low());
            code.add(Opcode.EXPORT, NO, low, operand(s.high()), NO, MachineOperation.export(s.output(), type));
        } else if (statement instanceof Statement.Alu s) {
            code.add(Opcode.ALU, NO, operand(s.cycles()), NO, NO);
        } else if (statement instanceof Statement.Barrier s) {
            Opcode op = s.control() ? Opcode.CONTROL_BARRIER : Opcode.MEMORY_BARRIER;
            code.add(op, NO, NO, NO, NO, MachineOperation.barrier(s.scope(), s.semantics()));
        } else if (statement instanceof Statement.If s) {
            conditional(s);
        } else if (statement instanceof Statement.While s) {
            whileLoop(s);
        } else if (statement instanceof Statement.For s) {
            forLoop(s);
        } else {
            throw new UnknownKindException(statement);
        }
    }

    private void conditional(Statement.If s) {
        int test = code.add(Opcode.IF, NO, operand(s.condition()), NO, NO);
        block(s.then());
        List<Statement> otherwise = s.otherwise();
        if (otherwise != null) {
            int turn = code.add(Opcode.ELSE, NO, NO, NO, NO);
            code.target(test, turn);
            block(otherwise);
            test = turn;
        }
        code.target(test, code.add(Opcode.END_IF, NO, NO, NO, NO));
    }

    private void whileLoop(Statement.While s) {
        code.add(Opcode.LOOP, NO, NO, NO, NO);
        int head = code.size();
        int mark = slots.mark();
        int test = code.add(Opcode.WHILE_TEST, NO, operand(s.condition()), NO, NO);
        slots.release(mark);
        block(s.body());
        code.line(s.at().line());
        code.target(code.add(Opcode.JUMP, NO, NO, NO, NO), head);
        code.target(test, code.add(Opcode.END_LOOP, NO, NO, NO, NO));
    }

    private void forLoop(Statement.For s) {
        int to = held(s.to());
        int step = held(s.step());
        int counter = slots.register(s.target());
        into(s.from(), counter);
        code.add(Opcode.LOOP, NO, NO, NO, NO);
        Opcode testing = uniformLoops.get(s.loop()) ? Opcode.FOR_TEST_UNIFORM : Opcode.FOR_TEST;
        int test = code.add(testing, NO, counter, to, step);
        block(s.body());
        code.line(s.at().line());
        code.target(code.add(Opcode.FOR_NEXT, counter, counter, to, step), test);
        code.target(test, code.add(Opcode.END_LOOP, NO, NO, NO, NO));
    }

    /** A slot whose value the body of the loop cannot change. */
    private int held(Expression expression) {
        if (!(expression instanceof Expression.Register)) {
            return operand(expression);
        }
        int copy = slots.temporary();
        into(expression, copy);
        return copy;
    }

    private int operand(Expression expression) {
        if (expression instanceof Expression.Constant constant) {
            return slots.constant(constant.value());
        } else if (expression instanceof Expression.Register register) {
            return slots.register(register.index());
        } else if (expression instanceof Expression.Parameter parameter) {
            return slots.parameter(parameter.index());
        } else if (expression instanceof Expression.Ready ready) {
            return slots.builtin(ready.builtin());
        } else if (expression instanceof Expression.Call call) {
            return call(call);
        }
        throw new UnknownKindException(expression);
    }

    private int call(Expression.Call call) {
        int mark = slots.mark();
        int[] operands = operands(call);
        // the result may take the place of an operand, because instructions work lane by lane
        slots.release(mark);
        int result = slots.temporary();
        code.add(call.op(), result, operands[0], operands[1], operands[2]);
        return result;
    }

    private void into(Expression expression, int slot) {
        if (expression instanceof Expression.Call call) {
            int mark = slots.mark();
            int[] operands = operands(call);
            slots.release(mark);
            code.add(call.op(), slot, operands[0], operands[1], operands[2]);
        } else {
            code.add(Opcode.COPY, slot, operand(expression), NO, NO);
        }
    }

    private int[] operands(Expression.Call call) {
        int[] operands = {NO, NO, NO};
        for (int i = 0; i < call.arguments().size(); i++) {
            operands[i] = operand(call.arguments().get(i));
        }
        return operands;
    }
}
