// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

/** A command that says nothing sensible; the message says what would be right. */
final class BadCommandException extends RuntimeException {

    private static final long serialVersionUID = 1;

    BadCommandException(String message) {
        super(message);
    }
}
