// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import org.jspecify.annotations.Nullable;

/** Where the stepper's commands come from. */
interface LineSource extends AutoCloseable {

    /** The next line; null at the end of input. An interrupted line is empty and not repeated. */
    @Nullable
    String next(String prompt);

    /** Whether a person types them, so that a mistake does not end the session. */
    boolean interactive();

    /** What a line is called in an error. */
    String place();

    @Override
    void close();
}
