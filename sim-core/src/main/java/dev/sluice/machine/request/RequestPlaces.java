// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import dev.sluice.machine.engine.Component;
import org.jspecify.annotations.Nullable;

/** Which parts of the machine, by number, somebody who looks sees components and paths as. */
public interface RequestPlaces {

    /** In both: none. */
    int NOWHERE = -1;

    /** The part that a component is or belongs to, or {@link #NOWHERE}. */
    int partOf(@Nullable Component component);

    /** The network that a path leads through, or {@link #NOWHERE} where it is a wire of its own. */
    int networkOf(@Nullable Downstream path);
}
