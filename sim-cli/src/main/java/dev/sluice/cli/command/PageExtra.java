// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import java.util.Locale;

/** What a page of a run has beside the run, if asked for. */
enum PageExtra {
    /** Hazards and lint, as {@code check} finds them. */
    CHECK,
    /** Cheaper barriers, as {@code advise} finds them. */
    ADVISE;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
