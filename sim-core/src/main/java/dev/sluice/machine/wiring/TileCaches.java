// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.cache.Maintenance;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.rop.TileCacheControl;
import dev.sluice.machine.rop.TileRanges;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a render output unit orders of its own tile cache, as maintenance of exactly the tiles it names. */
final class TileCaches extends Component implements TileCacheControl {

    private static final int OWN = 0;
    private static final int CODES = 1;
    private static final int READERS = 2;

    private static final class Order {
        final Maintenance maintenance = new Maintenance();
        final TileRanges codes = new TileRanges();
        int command;
        int left;

        @Nullable
        Component replyTo;

        int kind;
        int argument;
    }

    private final Cache cache;
    private final List<Order> orders = new ArrayList<>();
    private final List<Integer> free = new ArrayList<>();
    private @Nullable TileCodes codes;
    private long begun;
    private long done;

    /** @param cache the unit's tile cache, one slice, or a slice of a cache that units write past */
    TileCaches(Engine engine, Cache cache) {
        super(engine, cache.name() + " control");
        this.cache = cache;
    }

    /** From now on a flush brings the metadata of what it writes to where readers find it. */
    void with(TileCodes followers) {
        codes = followers;
    }

    /** Whether a write-back has bytes that nobody has written here, because dirty is a whole line or sector. */
    boolean writesMoreThanWasWritten() {
        CacheSpec.Policy policy = cache.spec().policy();
        return policy.canBeDirty() && policy.dirty() != CacheSpec.DirtyTracking.BYTE;
    }

    @Override
    public void discard(TileRanges ranges, int command, Component replyTo, int kind, int argument) {
        order(Maintenance.Verb.DISCARD, ranges, command, replyTo, kind, argument);
    }

    @Override
    public void flush(TileRanges ranges, int command, Component replyTo, int kind, int argument) {
        order(Maintenance.Verb.FLUSH, ranges, command, replyTo, kind, argument);
    }

    @Override
    public void discardAtOnce(TileRanges ranges, int command) {
        perform(Maintenance.Verb.DISCARD, ranges, command);
    }

    @Override
    public void flushAtOnce(TileRanges ranges, int command) {
        perform(Maintenance.Verb.FLUSH, ranges, command);
        TileCodes followers = codes;
        if (followers != null) {
            TileRanges changed = new TileRanges();
            followers.of(ranges, changed);
            followers.metadata().flushAtOnce(changed, command);
            followers.readers().forEach(reader -> reader.invalidateAtOnce(changed, command));
        }
    }

    /** Writes the lines of the tiles down and drops them outside simulated time, while nothing is under way in the machine. */
    void invalidateAtOnce(TileRanges ranges, int command) {
        perform(Maintenance.Verb.INVALIDATE, ranges, command);
    }

    private void perform(Maintenance.Verb verb, TileRanges ranges, int command) {
        if (ranges.count() > 0) {
            cache.orders().perform(maintenance(new Maintenance(), verb, ranges, command));
        }
    }

    /** Writes the lines of the tiles down and drops them; all of a unit's own cache where that is less to look at. */
    void invalidate(TileRanges ranges, int command, Component replyTo, int kind, int argument) {
        order(Maintenance.Verb.INVALIDATE, ranges, command, replyTo, kind, argument);
    }

    private boolean large(TileRanges ranges) {
        long bytes = 0;
        for (int i = 0; i < ranges.count(); i++) {
            bytes += ranges.end(i) - ranges.start(i);
        }
        return bytes / cache.spec().geometry().line() >= cache.spec().geometry().linesPerSlice();
    }

    private void order(
            Maintenance.Verb verb, TileRanges ranges, int command, Component replyTo, int kind, int argument) {
        if (ranges.count() == 0) {
            engine().schedule(replyTo, 0, kind, argument);
            return;
        }
        int index = take();
        Order order = orders.get(index);
        order.replyTo = replyTo;
        order.kind = kind;
        order.argument = argument;
        order.command = command;
        order.maintenance.replyTo(this, OWN, index);
        order.codes.clear();
        TileCodes followers = codes;
        if (followers != null && verb == Maintenance.Verb.FLUSH) {
            followers.of(ranges, order.codes);
        }
        begun++;
        cache.orders().start(maintenance(order.maintenance, verb, ranges, command));
    }

    private Maintenance maintenance(Maintenance order, Maintenance.Verb verb, TileRanges ranges, int command) {
        order.start(verb, -1, command);
        boolean own = cache.spec().scope() == CacheSpec.Scope.ROP;
        boolean whole = verb == Maintenance.Verb.INVALIDATE && own && large(ranges);
        order.exact = !whole;
        for (int i = 0; i < ranges.count() && !whole; i++) {
            order.addRange(ranges.start(i), ranges.end(i));
        }
        return order;
    }

    @Override
    public void onEvent(int event, int index) {
        Order order = orders.get(index);
        TileCodes followers = codes;
        if (event == OWN) {
            done++;
        }
        if (followers != null && order.codes.count() > 0) {
            if (event == OWN) {
                followers.metadata().flush(order.codes, order.command, this, CODES, index);
                return;
            }
            order.left = event == CODES ? followers.readers().size() : order.left - 1;
            if (order.left > 0) {
                if (event == CODES) {
                    followers
                            .readers()
                            .forEach(reader -> reader.invalidate(order.codes, order.command, this, READERS, index));
                }
                return;
            }
        }
        Component to = order.replyTo;
        order.replyTo = null;
        free.add(index);
        if (to != null) {
            engine().schedule(to, 0, order.kind, order.argument);
        }
    }

    private int take() {
        if (free.isEmpty()) {
            orders.add(new Order());
            return orders.size() - 1;
        }
        return free.remove(free.size() - 1);
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "orders", begun, done);
    }
}
