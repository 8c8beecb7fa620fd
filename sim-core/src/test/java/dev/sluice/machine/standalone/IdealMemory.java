// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.standalone;

import dev.sluice.device.FixedLatencySpec;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.RequestPool;

/** The memory below caches alone, for tests of other packages. */
public final class IdealMemory {

    private final FixedLatencyMemory memory;

    public IdealMemory(Engine engine, RequestPool pool, FixedLatencySpec spec) {
        memory = engine.add(new FixedLatencyMemory(engine, "ideal", spec, pool));
    }

    /** A way to it. */
    public Downstream path() {
        return memory.path(128);
    }

    /** Bytes read and written so far. */
    public long bytes() {
        return memory.bytes();
    }
}
