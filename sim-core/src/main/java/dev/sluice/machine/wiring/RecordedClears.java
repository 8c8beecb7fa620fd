// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.rop.FastClear;
import dev.sluice.machine.trace.Entrance;
import dev.sluice.program.image.Surface;

/** Has the clears of a render output unit, of metadata alone, written to a trace. */
record RecordedClears(FastClear below, Entrances entrances, Entrance entrance, int unit) implements FastClear {

    @Override
    public boolean allows(Surface surface, long tileAddress) {
        return below.allows(surface, tileAddress);
    }

    @Override
    public void clear(
            Surface surface,
            long firstTileAddress,
            int count,
            int code,
            int command,
            int agent,
            Component replyTo,
            int kind,
            int argument) {
        int bytes = count * surface.layout().tile().bytes();
        entrances.cleared(entrance, unit, firstTileAddress, bytes, code, agent);
        below.clear(surface, firstTileAddress, count, code, command, agent, replyTo, kind, argument);
    }

    @Override
    public void clearAtOnce(Surface surface, long firstTileAddress, int count, int code, int command, int agent) {
        throw new IllegalStateException("nothing is recorded outside simulated time");
    }
}
