// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.price;

import org.jspecify.annotations.Nullable;

/**
 * What keeps a producer's stage busy beside its writing.
 *
 * @param kind of work
 * @param amount of it; 0 for none
 */
record Busy(Kind kind, long amount) {

    /** Kinds of work. */
    enum Kind {
        /** One more wave that computes for some cycles. */
        CYCLES,
        /** The command itself, some times more. */
        TIMES,
        /** Nothing can: the host has written before the queue begins. */
        NONE;

        /** What keeps a command's stage busy. */
        static Kind of(@Nullable Use producer) {
            if (producer == null) {
                return CYCLES;
            }
            return switch (producer.stage) {
                case COLOR_ATTACHMENT_OUTPUT, ACCELERATION_STRUCTURE_BUILD_KHR -> CYCLES;
                case HOST -> NONE;
                default -> producer.stage.shader() ? CYCLES : TIMES;
            };
        }
    }

    static Busy none(@Nullable Use producer) {
        return new Busy(Kind.of(producer), 0);
    }

    Busy with(long other) {
        return new Busy(kind, other);
    }

    /** Cycles of arithmetic, for the kernels. */
    long cycles() {
        return kind == Kind.CYCLES ? amount : 0;
    }
}
