// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import dev.sluice.machine.view.Texts;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Requests of a part that wait for room on their way, in order: those of one path after those of another. */
public final class WaitingOnPaths extends WaitingTable {

    private final List<Supplier<@Nullable Request>> firsts;

    /** @param firsts of each path the first that waits, linked by {@link Request#next}, or null */
    public WaitingOnPaths(Texts texts, List<Supplier<@Nullable Request>> firsts) {
        super("waiting", "requests that wait for room on their way, in order", texts);
        this.firsts = List.copyOf(firsts);
    }

    @Override
    protected int size() {
        int size = 0;
        for (Supplier<@Nullable Request> first : firsts) {
            for (Request r = first.get(); r != null; r = r.next) {
                size++;
            }
        }
        return size;
    }

    @Override
    protected @Nullable Request at(int row) {
        int left = row;
        for (Supplier<@Nullable Request> first : firsts) {
            for (Request r = first.get(); r != null; r = r.next) {
                if (left-- == 0) {
                    return r;
                }
            }
        }
        return null;
    }
}
