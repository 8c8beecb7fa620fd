// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes the orders of a slice to flush and invalidate, tells who must know of them, and has its {@link Walker} carry them out. */
public final class MaintenanceOrders {

    private final Cache cache;
    private final Walker walker;
    /** Null where the slice is not exclusive. */
    private final @Nullable ExclusiveLines exclusive;

    private @Nullable Consumer<Maintenance> listener;

    MaintenanceOrders(Cache cache, Walker walker, @Nullable ExclusiveLines exclusive) {
        this.cache = cache;
        this.walker = walker;
        this.exclusive = exclusive;
    }

    /** Orders a flush or invalidate, which begins at once or after those ordered before. */
    public void start(Maintenance maintenance) {
        tell(maintenance);
        walker.order(maintenance);
    }

    /** Has an order carried out at once, outside simulated time, while nothing is under way here; nobody is told by an event. */
    public void perform(Maintenance maintenance) {
        tell(maintenance);
        walker.perform(maintenance);
    }

    private void tell(Maintenance maintenance) {
        cache.waiting.unstick();
        SliceWatch seen = cache.watch;
        if (seen != null) {
            seen.touchedOthers();
        }
        if (exclusive != null && invalidates(maintenance)) {
            exclusive.stamps.invalidating();
        }
        if (listener != null) {
            listener.accept(maintenance);
        }
    }

    /** An order was carried out. */
    void over(Maintenance maintenance) {
        if (exclusive != null && invalidates(maintenance)) {
            exclusive.stamps.invalidated();
        }
    }

    /** Tells somebody of every order before it is carried out. */
    public void listen(Consumer<Maintenance> to) {
        listener = to;
    }

    private boolean invalidates(Maintenance maintenance) {
        return maintenance.drops() || cache.spec().upkeep().flushInvalidates();
    }
}
