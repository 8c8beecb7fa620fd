// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.problem;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.program.CodeSite;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One of the two accesses of a hazard, with what a person looks for it by.
 *
 * @param party the access
 * @param frame the frame that it belongs to, from 1; null in a program that presents nothing
 * @param shader the shader that accesses, or the kernel where the stream has no other name; null for no shader
 * @param bindings the shader's bindings by which it does
 */
public record HazardSite(
        Hazard.Party party,
        @Nullable Integer frame,
        @Nullable String shader,
        List<String> bindings) {
    public HazardSite {
        bindings = List.copyOf(bindings);
    }

    /** The place in the input. */
    public CodeSite code() {
        return party.origin().site();
    }

    /** The debug labels, outermost first. */
    public List<String> labels() {
        return code().labels();
    }
}
