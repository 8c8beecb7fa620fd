// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.engine;

import java.util.ArrayList;
import java.util.List;

/** The end-of-run proof that no request vanished: what components issued, completed and still hold. */
public final class Audit {

    private final List<String> complaints = new ArrayList<>();

    /** States that a component issued and saw completed this many requests. */
    public void balance(Component component, String what, long issued, long completed) {
        if (issued != completed) {
            complaints.add(component.name() + ": " + issued + " " + what + " issued, " + completed + " completed");
        }
    }

    /** States that a component still holds this many things that a finished run must not hold. */
    public void held(Component component, String what, long count) {
        if (count != 0) {
            complaints.add(component.name() + ": " + count + " " + what + " still held");
        }
    }

    public boolean clean() {
        return complaints.isEmpty();
    }

    public List<String> complaints() {
        return List.copyOf(complaints);
    }
}
