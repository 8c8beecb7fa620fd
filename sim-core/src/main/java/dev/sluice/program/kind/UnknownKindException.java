// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kind;

/**
 * Thrown by a place that has to know every kind of a sealed type and meets one that it does not: the last branch of its chain.
 * A new kind fails here instead of doing nothing.
 */
public final class UnknownKindException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Of a value whose kind is not known. */
    public UnknownKindException(Object value) {
        super("no branch for " + value.getClass().getName());
    }
}
