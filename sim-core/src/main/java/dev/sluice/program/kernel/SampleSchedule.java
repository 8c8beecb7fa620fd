// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The statements of one block in the order in which they are executed, samples turned into loads and arithmetic.
 *
 * <p>The loads of a sample come where the text has it; the arithmetic that filters them would wait for them, and so it comes
 * just before the first statement that needs the result, or at the end of the block. That way the loads of up to
 * {@value #SETS} samples overlap, as those of plain loads do.
 */
final class SampleSchedule {
    /** Samples whose texels are outstanding or not yet filtered; each has registers of its own. */
    private static final int SETS = 4;

    private static final Expression ZERO = new Expression.Constant(0);

    private static final Opcode[] CORNERS = {
        Opcode.CORNER_LEFT_UPPER, Opcode.CORNER_RIGHT_UPPER, Opcode.CORNER_LEFT_LOWER, Opcode.CORNER_RIGHT_LOWER
    };

    private final Names names;
    private final List<Statement> statements = new ArrayList<>();
    private final ArrayDeque<Statement.Assign> filters = new ArrayDeque<>();
    private int nextSet;

    SampleSchedule(Names names) {
        this.names = names;
    }

    /** Adds the text's next statement. */
    void add(Statement statement) {
        int needed = needed(statement);
        for (int i = 0; i < needed; i++) {
            statements.add(filters.remove());
        }
        if (filters.isEmpty()) {
            nextSet = 0;
        }
        if (statement instanceof Statement.Sample sample) {
            expand(sample);
        } else {
            statements.add(statement);
        }
    }

    /** The block, at its end. */
    List<Statement> statements() {
        statements.addAll(filters);
        filters.clear();
        return statements;
    }

    /** How many of the filters, oldest first, must come before the statement. */
    private int needed(Statement statement) {
        if (statement instanceof Statement.If
                || statement instanceof Statement.While
                || statement instanceof Statement.For) {
            return filters.size();
        }
        int needed = statement instanceof Statement.Sample && filters.size() == SETS ? 1 : 0;
        int position = 0;
        for (Statement.Assign filter : filters) {
            position++;
            if (RegisterTouch.touches(statement, filter.target())) {
                needed = position;
            }
        }
        return needed;
    }

    private void expand(Statement.Sample s) {
        Expression shape = new Expression.Parameter(names.imageParameter(s.binding(), ImageParameter.SHAPE));
        Expression size = new Expression.Constant(s.type().shift());
        Expression position = Expression.call(Opcode.PIXEL, s.u(), s.v());
        if (s.sampling() == Sampling.NEAREST) {
            Expression place = place(Opcode.LEVEL_NEAREST, shape, s.lod(), size);
            Expression index = Expression.call(Opcode.SAMPLE_NEAREST, shape, position, place);
            statements.add(new Statement.Load(s.at(), s.target(), s.binding(), s.type(), 1, index, s.qualifiers()));
            return;
        }
        int set = nextSet;
        nextSet = (nextSet + 1) % SETS;
        position = held(s, "#position", position);
        Expression value;
        if (s.sampling() == Sampling.BILINEAR) {
            Expression place = held(s, "#place", place(Opcode.LEVEL_NEAREST, shape, s.lod(), size));
            value = filtered(s, "#" + set, shape, position, place);
        } else {
            Expression given = s.lod();
            Expression lod = given == null ? ZERO : held(s, "#lod", given);
            Expression finer = held(s, "#place", place(Opcode.LEVEL_FINER, shape, lod, size));
            Expression one = filtered(s, "#" + set, shape, position, finer);
            Expression coarser = held(s, "#place", place(Opcode.LEVEL_COARSER, shape, lod, size));
            Expression two = filtered(s, "#" + set + "c", shape, position, coarser);
            Expression way = held(s, "#" + set + ".way", Expression.call(Opcode.LEVEL_FRACTION, shape, lod));
            value = Expression.call(mix(s.type()), one, two, way);
        }
        filters.add(new Statement.Assign(s.at(), s.target(), value));
    }

    private static Expression place(Opcode level, Expression shape, @Nullable Expression lod, Expression size) {
        Expression of = lod == null ? ZERO : Expression.call(level, shape, lod);
        return Expression.call(Opcode.PLACE, ZERO, of, size);
    }

    /** A value that is used more than once, computed once. */
    private Expression held(Statement.Sample s, String name, Expression value) {
        if (!(value instanceof Expression.Call)) {
            return value;
        }
        int register = names.hidden(name);
        statements.add(new Statement.Assign(s.at(), register, value));
        return new Expression.Register(register);
    }

    /** Loads the four texels around the position, and gives their weighted sum. */
    private Expression filtered(
            Statement.Sample s, String set, Expression shape, Expression position, Expression place) {
        Expression fraction =
                held(s, set + ".fraction", Expression.call(Opcode.SAMPLE_FRACTION, shape, position, place));
        Expression[] texels = new Expression[CORNERS.length];
        for (int i = 0; i < texels.length; i++) {
            int register = names.hidden(set + ".texel" + i);
            Expression index = Expression.call(CORNERS[i], shape, position, place);
            statements.add(new Statement.Load(s.at(), register, s.binding(), s.type(), 1, index, s.qualifiers()));
            texels[i] = new Expression.Register(register);
        }
        return switch (s.type()) {
            case U64 ->
                Expression.call(
                        Opcode.OR,
                        sum(Opcode.ROW_SHORTS_LOW, Opcode.COLUMN_SHORTS, texels, fraction),
                        Expression.call(
                                Opcode.SHIFT_LEFT,
                                sum(Opcode.ROW_SHORTS_HIGH, Opcode.COLUMN_SHORTS, texels, fraction),
                                new Expression.Constant(Integer.SIZE)));
            case U32 -> sum(Opcode.ROW_BYTES, Opcode.COLUMN_BYTES, texels, fraction);
            case F32 -> sum(Opcode.ROW_FLOAT, Opcode.COLUMN_FLOAT, texels, fraction);
            default -> sum(Opcode.ROW_ONE, Opcode.COLUMN_ONE, texels, fraction);
        };
    }

    private static Expression sum(Opcode row, Opcode column, Expression[] texels, Expression fraction) {
        return Expression.call(
                column,
                Expression.call(row, texels[0], texels[1], fraction),
                Expression.call(row, texels[2], texels[3], fraction),
                fraction);
    }

    private static Opcode mix(ElementType type) {
        return switch (type) {
            case U64 -> Opcode.MIX_SHORTS;
            case U32 -> Opcode.MIX_BYTES;
            case F32 -> Opcode.MIX_FLOAT;
            default -> Opcode.MIX_ONE;
        };
    }
}
