// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import java.util.List;

/** Feeds a trace into a device's hierarchy. */
abstract class TraceFeed extends Component {

    TraceFeed(Engine engine, String name) {
        super(engine, name);
    }

    /** Begins with the first access. */
    abstract void begin();

    /** Records, or instructions that access memory, that were issued. */
    abstract long issued();

    /** The cycle of the last answer. */
    abstract long lastActivity();

    /** What is to be known of how it went, in sentences. */
    abstract List<String> notes();
}
