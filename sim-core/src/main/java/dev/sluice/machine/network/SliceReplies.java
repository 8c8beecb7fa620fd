// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import java.util.Arrays;

/**
 * The reply ports of the slices of a cache, where a device limits them.
 *
 * <p>A reply asks for its slice's port when it is ready and for its client's when its first flit leaves, so that a reply that
 * waits at a busy slice takes no client's time.
 */
final class SliceReplies extends Component {

    private static final int READY = 0;
    private static final int LEAVE = 1;

    private final RequestPool pool;
    private final FlitPorts ports;
    /** Of each reply here, by the request's place in the pool: its path, and cycles from its first to its last flit. */
    private CrossbarPath[] paths = new CrossbarPath[0];

    private int[] tails = new int[0];
    private int waiting;

    SliceReplies(Engine engine, String name, RequestPool pool, FlitPorts ports) {
        super(engine, name);
        this.pool = pool;
        this.ports = ports;
    }

    /** Takes a reply that its slice has ready {@code delay} cycles from now. */
    void give(Request request, CrossbarPath path, long delay) {
        int index = request.index;
        if (index >= paths.length) {
            int size = Math.max(index + 1, 2 * paths.length);
            paths = Arrays.copyOf(paths, size);
            tails = Arrays.copyOf(tails, size);
        }
        paths[index] = path;
        pool.answered(request);
        waiting++;
        wake(delay, READY, index);
    }

    @Override
    protected boolean ofHierarchy() {
        return true;
    }

    @Override
    public void onEvent(int kind, int argument) {
        Request request = pool.get(argument);
        CrossbarPath path = paths[argument];
        if (kind == READY) {
            int slice = path.slice(request);
            long first = ports.start(slice, now());
            tails[argument] = (int) (ports.take(slice, now(), path.replyFlits(request)) - first);
            if (first > now()) {
                request.travelled(first - now());
                wake(first - now(), LEAVE, argument);
                return;
            }
        }
        waiting--;
        path.leave(request, tails[argument]);
    }

    long busiestFlits() {
        return ports.busiest();
    }

    FlitPorts ports() {
        return ports;
    }

    void reset() {
        ports.reset();
    }

    @Override
    public void audit(Audit audit) {
        audit.held(this, "replies", waiting);
    }
}
