// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.List;

/** A value per lane, without side effects; names are resolved. */
sealed interface Expression {

    /** Height of the tree, bounded by the parser so that walks may recurse. */
    default int height() {
        return 1;
    }

    record Constant(long value) implements Expression {}

    /** A register, by its index in order of first assignment. */
    record Register(int index) implements Expression {}

    /** A parameter, by its index. */
    record Parameter(int index) implements Expression {}

    record Ready(Builtin builtin) implements Expression {}

    record Call(Opcode op, List<Expression> arguments, int height) implements Expression {}

    /** A call, or its value where every argument is constant. */
    static Expression call(Opcode op, Expression... arguments) {
        boolean constant = true;
        int height = 0;
        long[] values = new long[3];
        for (int i = 0; i < arguments.length; i++) {
            height = Math.max(height, arguments[i].height());
            if (arguments[i] instanceof Constant known) {
                values[i] = known.value();
            } else {
                constant = false;
            }
        }
        if (constant) {
            return new Constant(Arithmetic.evaluate(op, values[0], values[1], values[2]));
        }
        return new Call(op, List.of(arguments), height + 1);
    }
}
