// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.sweep;

import dev.sluice.config.ConfigException;
import java.util.Map;
import java.util.Set;

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

    private Constraint(String text, Expression expression) {
        this.text = text;
        this.expression = expression;
    }

    /**
     * Reads a condition.
     *
     * @param axes the names that it may use, beside {@code stream}
     * @param at what to call the condition's place in faults, {@code --where} for example
     * @throws ConfigException with the column of the text
     */
    public static Constraint parse(String text, Set<String> axes, String at) {
        try {
            Expression expression = new ConstraintParser(text, axes).parse();
            return new Constraint(text, expression);
        } catch (ValueList.Fault e) {
            throw fault(at, text, e);
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
            throw fault("--where", text, e);
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

    private static ConfigException fault(String at, String text, ValueList.Fault fault) {
        return new ConfigException(at + " \"" + text + "\"", "column " + fault.column() + ": " + fault.problem());
    }
}
