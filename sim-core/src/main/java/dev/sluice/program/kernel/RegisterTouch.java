// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import dev.sluice.program.kind.UnknownKindException;

/** Which registers a statement reads or assigns. */
final class RegisterTouch {
    private RegisterTouch() {}

    /** Whether a statement without a block of its own reads or assigns a register. */
    static boolean touches(Statement statement, int register) {
        if (statement instanceof Statement.Assign s) {
            return s.target() == register || reads(s.value(), register);
        } else if (statement instanceof Statement.Across s) {
            return s.target() == register || reads(s.value(), register) || reads(s.lane(), register);
        } else if (statement instanceof Statement.Load s) {
            return isOf(s.target(), s.width(), register) || reads(s.index(), register);
        } else if (statement instanceof Statement.Sample s) {
            Expression lod = s.lod();
            return s.target() == register
                    || reads(s.u(), register)
                    || reads(s.v(), register)
                    || (lod != null && reads(lod, register));
        } else if (statement instanceof Statement.Store s) {
            return reads(s.index(), register) || reads(s.value(), s.width(), register);
        } else if (statement instanceof Statement.Atomic s) {
            return s.target() == register
                    || reads(s.index(), register)
                    || reads(s.compare(), register)
                    || reads(s.operand(), register);
        } else if (statement instanceof Statement.SharedLoad s) {
            return isOf(s.target(), s.width(), register) || reads(s.index(), register);
        } else if (statement instanceof Statement.SharedStore s) {
            return reads(s.index(), register) || reads(s.value(), s.width(), register);
        } else if (statement instanceof Statement.Export s) {
            return reads(s.low(), register) || reads(s.high(), register);
        } else if (statement instanceof Statement.Alu s) {
            return reads(s.cycles(), register);
        } else if (statement instanceof Statement.Barrier) {
            return false;
        }
        throw new UnknownKindException(statement);
    }

    private static boolean isOf(int first, int width, int register) {
        return register >= first && register < first + width;
    }

    /** The same of what is stored, which may be a vector. */
    private static boolean reads(Expression value, int width, int register) {
        return width > 1 && value instanceof Expression.Register first
                ? isOf(first.index(), width, register)
                : reads(value, register);
    }

    private static boolean reads(Expression expression, int register) {
        if (expression instanceof Expression.Register own) {
            return own.index() == register;
        }
        if (expression instanceof Expression.Call call) {
            for (Expression argument : call.arguments()) {
                if (reads(argument, register)) {
                    return true;
                }
            }
            return false;
        }
        if (expression instanceof Expression.Constant
                || expression instanceof Expression.Parameter
                || expression instanceof Expression.Ready) {
            return false;
        }
        throw new UnknownKindException(expression);
    }
}
