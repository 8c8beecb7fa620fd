// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement with all names resolved; {@code target} is a register's index in order of first assignment. */
sealed interface Statement {
    SourcePosition at();

    record Assign(SourcePosition at, int target, Expression value) implements Statement {}

    /** SHUFFLE (value and lane), BALLOT, ANY or ALL (lane is then the value again). */
    record Across(SourcePosition at, int target, Opcode op, Expression value, Expression lane) implements Statement {}

    /**
     * A lane takes {@code width} elements, one after the other: of a vector, {@code target} is the first register, and the index
     * counts vectors.
     */
    record Load(
            SourcePosition at,
            int target,
            int binding,
            ElementType type,
            int width,
            Expression index,
            Qualifiers qualifiers)
            implements Statement {}

    /** Becomes loads and arithmetic in {@link SampleSchedule}; lod is null where not given. */
    record Sample(
            SourcePosition at,
            int target,
            int binding,
            ElementType type,
            Sampling sampling,
            Expression u,
            Expression v,
            @Nullable Expression lod,
            Qualifiers qualifiers)
            implements Statement {}

    /** Writes an output of a fragment; outputs are numbered as in {@link Traits}. */
    record Export(SourcePosition at, int output, Expression low, Expression high) implements Statement {}

    /** As {@link Load}; the value of a vector is its first register. */
    record Store(
            SourcePosition at,
            int binding,
            ElementType type,
            int width,
            Expression index,
            Expression value,
            Qualifiers qualifiers)
            implements Statement {}

    /** Target is -1 where the old value is not wanted; compare is 0 but for compareExchange. */
    record Atomic(
            SourcePosition at,
            int target,
            AtomicOp op,
            int binding,
            ElementType type,
            Expression index,
            Expression compare,
            Expression operand,
            Qualifiers qualifiers)
            implements Statement {}

    record SharedLoad(SourcePosition at, int target, ElementType type, int width, Expression index)
            implements Statement {}

    record SharedStore(SourcePosition at, ElementType type, int width, Expression index, Expression value)
            implements Statement {}

    record Alu(SourcePosition at, Expression cycles) implements Statement {}

    record Barrier(SourcePosition at, boolean control, Scope scope, int semantics) implements Statement {}

    record If(
            SourcePosition at,
            Expression condition,
            List<Statement> then,
            @Nullable List<Statement> otherwise) implements Statement {}

    /** {@code loop} numbers the loops of the kernel, from 0. */
    record While(SourcePosition at, int loop, Expression condition, List<Statement> body) implements Statement {}

    record For(
            SourcePosition at,
            int loop,
            int target,
            Expression from,
            Expression to,
            Expression step,
            List<Statement> body)
            implements Statement {}
}
