// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.lesson;

/** A lesson of which a run was stopped: half of a run has neither the answer nor all that the text leads to. */
public final class InterruptedLessonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InterruptedLessonException() {
        super("interrupted: no page is written");
    }
}
