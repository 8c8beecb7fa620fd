// SPDX-License-Identifier: Apache-2.0
package dev.sluice.benchmarks;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.Port;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;

/** A memory that answers everything after a fixed time. */
final class FixedLatencyMemory extends Component {

    private final RequestPool pool;
    private final int latency;
    private final BackingStore store = new BackingStore();
    private final Port port = new Port("memory", this, 0, 256);

    FixedLatencyMemory(Engine engine, RequestPool pool, int latency) {
        super(engine, "memory");
        this.pool = pool;
        this.latency = latency;
    }

    Downstream path() {
        return new DirectPath(port, 0, 0, Request.MAX_BYTES);
    }

    @Override
    public void onEvent(int kind, int argument) {
        Request request = pool.get(argument);
        if (request.kind == Request.READ) {
            store.read(request);
        } else {
            store.write(request);
        }
        port.release();
        request.reply(latency);
    }
}
