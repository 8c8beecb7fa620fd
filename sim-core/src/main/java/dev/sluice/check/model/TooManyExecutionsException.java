// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

/** A test leaves so much open that its executions cannot be gone through. */
public final class TooManyExecutionsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What there is too much of. */
    public TooManyExecutionsException(String what) {
        super(what);
    }
}
