// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import org.jspecify.annotations.Nullable;

/**
 * What stands after {@code @} in an access.
 *
 * @param coherent goes to the point of coherence below L1 and never hits in L1
 * @param nonprivate takes part in inter-thread ordering; implied by {@code coherent}, {@code available}, {@code visible}
 * @param available scope to whose domain a write is made available; null where not written
 * @param visible scope from whose domain a read is made visible; null where not written
 * @param streaming the line is the first to be evicted
 * @param bypass the access does not allocate
 * @param persisting the line is the last to be evicted, in caches that keep a share of their ways for such
 */
public record Qualifiers(
        boolean coherent,
        boolean nonprivate,
        @Nullable Scope available,
        @Nullable Scope visible,
        boolean streaming,
        boolean bypass,
        boolean persisting) {

    /** No qualifiers. */
    public static final Qualifiers NONE = new Qualifiers(false, false, null, null, false, false, false);

    /** Qualifiers of an access whose line need not persist. */
    public Qualifiers(
            boolean coherent,
            boolean nonprivate,
            @Nullable Scope available,
            @Nullable Scope visible,
            boolean streaming,
            boolean bypass) {
        this(coherent, nonprivate, available, visible, streaming, bypass, false);
    }

    /** Whether there are no qualifiers. */
    public boolean none() {
        return !coherent && !nonprivate && available == null && visible == null && !streaming && !bypass && !persisting;
    }
}
