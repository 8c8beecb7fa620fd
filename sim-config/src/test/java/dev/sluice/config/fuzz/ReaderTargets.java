// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.fuzz;

import java.util.ArrayList;
import java.util.List;

/** All readers of this module, to be fed with anything. */
public final class ReaderTargets {
    private ReaderTargets() {}

    /** The targets, each with a name of its own. */
    public static List<FuzzTarget> all() {
        List<FuzzTarget> all = new ArrayList<>(TextTargets.all());
        all.addAll(CaptureTargets.all());
        all.addAll(TraceTargets.all());
        return List.copyOf(all);
    }
}
