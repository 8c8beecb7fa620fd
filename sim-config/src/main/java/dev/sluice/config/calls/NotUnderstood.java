// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.calls;

import dev.sluice.config.bind.Doc;
import dev.sluice.config.bind.Min;
import org.jspecify.annotations.Nullable;

/**
 * A call of a capture that the import left out although it may change something.
 *
 * @param call the call's name
 * @param count how often the program made it
 * @param change what leaving it out can change
 * @param reason why, in a few words
 * @param captureIndex where the capture has it first; null when that is not known
 */
public record NotUnderstood(
        String call,
        @Min(1) long count,
        @Doc("What leaving it out can change.") Change change,
        String reason,

        @Doc("Where the capture has it first.") @Nullable Long captureIndex) {

    /** Its place among others of the capture; the last where that is not known. */
    public long place() {
        return captureIndex == null ? Long.MAX_VALUE : captureIndex;
    }

    /** The same with another call. */
    public NotUnderstood again() {
        return new NotUnderstood(call, count + 1, change, reason, captureIndex);
    }
}
