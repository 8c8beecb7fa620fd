// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.sweep;

import dev.sluice.config.ConfigException;
import dev.sluice.config.source.ScalarNode;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A condition on what is varied, such as {@code caches.l2.size <= 4MiB && caches.l2.ways * caches.l2.slices < 256}.
 *
 * <p>The language, from the loosest to the tightest: {@code ||}, {@code &&}, {@code !}, one comparison ({@code == != < <= > >=} or {@code
 * in [a, b]}), {@code + -}, {@code * / %}, a sign, parentheses. Values are names of axes, numbers with or without a unit, and texts; a bare
 * word without dots that is no axis is a text.
 */
public final class Constraint {
    private final String text;
    private final Expression expression;
    private final Function<ValueList.Fault, ConfigException> told;

    private Constraint(String text, Expression expression, Function<ValueList.Fault, ConfigException> told) {
        this.text = text;
        this.expression = expression;
        this.told = told;
    }

    /**
     * Reads a condition.
     *
     * @param axes the names that it may use, beside {@code stream}
     * @param at what to call the condition's place in faults, {@code --where} for example
     * @throws ConfigException with the column of the text
     */
    public static Constraint parse(String text, Set<String> axes, String at) {
        return parse(
                text,
                axes,
                fault -> new ConfigException(
                        at + " \"" + text + "\"", "column " + fault.column() + ": " + fault.problem()));
    }

    /** Reads a condition of a sweep file; its faults are told there. */
    static Constraint parse(ScalarNode written, Set<String> axes) {
        return parse(written.text(), axes, fault -> fault.at("where", written));
    }

    private static Constraint parse(String text, Set<String> axes, Function<ValueList.Fault, ConfigException> told) {
        try {
            return new Constraint(text, new ConstraintParser(text, axes).parse(), told);
        } catch (ValueList.Fault e) {
            throw told.apply(e);
        }
    }

    /**
     * Whether a combination fulfils it.
     *
     * @param values by the names of the axes
     * @throws ConfigException where values do not compare
     */
    public boolean holds(Map<String, String> values) {
        try {
            return expression.truth(values);
        } catch (ValueList.Fault e) {
            throw told.apply(e);
        }
    }

    /** The condition as it was written. */
    public String text() {
        return text;
    }

    @Override
    public String toString() {
        return text;
    }
}
