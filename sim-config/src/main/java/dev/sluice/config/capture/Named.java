// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object of the capture that the stream names.
 *
 * <p>A debug name may come after the first use, so what a stream says of it is {@link Late}, until {@link #resolve} has
 * settled all names.
 */
final class Named {
    private final String kind;
    private final long handle;
    private @Nullable String given;
    private String name;

    Named(String kind, long handle) {
        this.kind = kind;
        this.handle = handle;
        name = kind + handle;
    }

    /** Sets the debug name; an empty one takes it away. */
    void give(String text) {
        String clean = text.strip();
        given = clean.isEmpty() ? null : clean;
    }

    /** Settles the name; one that is taken already gets the handle as an ending. */
    void resolve(Set<String> taken) {
        String wanted = given == null ? kind + handle : given;
        if (!taken.add(wanted)) {
            StringBuilder longer = new StringBuilder(wanted).append('_').append(handle);
            while (!taken.add(longer.toString())) {
                longer.append('_');
            }
            wanted = longer.toString();
        }
        name = wanted;
    }

    /** The names of several objects. */
    static List<String> texts(List<Named> names) {
        return names.stream().map(Named::toString).toList();
    }

    /** The name as it stands. */
    @Override
    public String toString() {
        return name;
    }
}
