// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.bite;

import java.util.List;

/**
 * What a missing dependency does on a device.
 *
 * @param details what differs, or why nothing could be shown, a line each
 */
public record Bite(Bite.Kind kind, List<String> details) {
    static final Bite LUCKY = new Bite(Kind.LUCKY, List.of());
    static final Bite NONE = new Bite(Kind.NONE, List.of());
    static final Bite NOT_RUN = new Bite(Kind.NOT_RUN, List.of());

    public Bite {
        details = List.copyOf(details);
    }

    static Bite stale(List<String> differences) {
        return new Bite(Kind.STALE, differences);
    }

    static Bite notShown(String why) {
        return new Bite(Kind.NOT_SHOWN, List.of(why));
    }

    /** As reports have it. */
    public String word() {
        return kind.word();
    }

    /** The sorts. */
    public enum Kind {
        /** A stale byte, a lost write, or other bytes than with the dependency. */
        STALE("stale"),
        /** Runs with it and without it leave the same bytes in every resource, and the host reads the same. */
        LUCKY("lucky"),
        /** It is no hazard there: memory types or queues differ. */
        NONE("no hazard"),
        /** No run with the dependency could be made to compare with. */
        NOT_SHOWN("not shown"),
        /** It was not run. */
        NOT_RUN("not run");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** As reports have it. */
        public String word() {
            return word;
        }
    }
}
