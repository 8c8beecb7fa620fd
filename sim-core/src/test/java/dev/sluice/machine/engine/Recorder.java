// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.engine;

import java.util.ArrayList;
import java.util.List;

/** A component that notes its events and can do something at each. */
final class Recorder extends Component {

    /** One event. */
    record Seen(long cycle, int kind, int argument) {}

    /** What to do at an event. */
    interface Reaction {
        void on(int kind, int argument);
    }

    final List<Seen> seen = new ArrayList<>();
    Reaction reaction = (kind, argument) -> {};

    Recorder(Engine engine, String name) {
        super(engine, name);
        engine.add(this);
    }

    @Override
    public void onEvent(int kind, int argument) {
        seen.add(new Seen(now(), kind, argument));
        reaction.on(kind, argument);
    }

    List<Integer> arguments() {
        return seen.stream().map(Seen::argument).toList();
    }

    List<Long> cycles() {
        return seen.stream().map(Seen::cycle).toList();
    }
}
