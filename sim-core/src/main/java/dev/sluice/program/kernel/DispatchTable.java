// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.ArrayList;
import java.util.List;

/** The dispatches whose waves run at present: waves of one program with the same parameters share what they have in common. */
final class DispatchTable {
    private final List<DispatchValues> dispatches = new ArrayList<>();
    /** Where the last one was found: waves of one dispatch start one after the other. */
    private int last;

    /** What waves of a program with these parameters have in common. */
    DispatchValues of(KernelProgram kernel, long[] parameters) {
        if (last < dispatches.size() && dispatches.get(last).are(kernel, parameters)) {
            return dispatches.get(last);
        }
        int unused = dispatches.size();
        for (int i = 0; i < dispatches.size(); i++) {
            DispatchValues known = dispatches.get(i);
            if (known.are(kernel, parameters)) {
                last = i;
                return known;
            }
            if (known.waves == 0) {
                unused = i;
            }
        }
        DispatchValues made = new DispatchValues(kernel, parameters);
        if (unused == dispatches.size()) {
            dispatches.add(made);
        } else {
            dispatches.set(unused, made);
        }
        last = unused;
        return made;
    }
}
