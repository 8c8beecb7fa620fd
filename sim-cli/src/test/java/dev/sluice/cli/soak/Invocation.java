// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.soak;

import dev.sluice.cli.Cli;

/** A way to run the program. */
@FunctionalInterface
interface Invocation {
    /**
     * Runs the program with these arguments.
     *
     * @throws HangException when it does not end
     */
    Cli run(String... arguments) throws HangException;

    /** Tells that a program did not end. */
    final class HangException extends Exception {
        private static final long serialVersionUID = 1L;

        /** @param message where it is, as far as that is known */
        HangException(String message) {
            super(message);
        }
    }
}
