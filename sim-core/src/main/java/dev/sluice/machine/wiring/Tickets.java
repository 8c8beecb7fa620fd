// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pieces of work under way: each reply event runs what is to follow, once. */
final class Tickets extends Component {

    private final List<@Nullable Runnable> waiting = new ArrayList<>();
    private long taken;
    private long used;

    Tickets(Engine engine, String name) {
        super(engine, name);
    }

    /** What is to follow an event whose argument is the result. */
    int take(Runnable then) {
        waiting.add(then);
        taken++;
        return waiting.size() - 1;
    }

    /** Has what is to follow a piece of work come later in this cycle, without a reply event from whoever did it. */
    void use(int ticket) {
        wake(0, 0, ticket);
    }

    @Override
    public void onEvent(int kind, int argument) {
        Runnable then = waiting.get(argument);
        waiting.set(argument, null);
        if (then == null) {
            throw new IllegalStateException("work " + argument + " was completed twice");
        }
        used++;
        then.run();
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "pieces of work", taken, used);
    }
}
