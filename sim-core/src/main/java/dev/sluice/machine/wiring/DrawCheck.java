// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.Client;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.fault.StreamException;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostThread;
import dev.sluice.program.StreamProgram;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a device can draw what a stream draws. */
final class DrawCheck {

    private DrawCheck() {}

    /** @throws StreamException if the stream draws and the device has no render output units with tile caches */
    static void check(GpuSpec device, StreamProgram stream) {
        String missing = missing(device);
        Command command = missing == null ? null : drawn(stream);
        if (command != null) {
            throw new StreamException(
                    command.origin(),
                    command.kind() + ": device " + device.name() + " cannot draw: " + missing
                            + ", or choose another device");
        }
    }

    /** Whether a stream draws, be it to nothing. */
    static boolean draws(StreamProgram stream) {
        return drawn(stream) != null;
    }

    /** The first command that draws, or null. */
    private static @Nullable Command drawn(StreamProgram stream) {
        for (HostThread thread : stream.threads()) {
            for (HostOperation operation : thread.operations()) {
                if (operation instanceof HostOperation.QueueSubmit submit) {
                    for (List<Command> commands : submit.commandBuffers()) {
                        for (Command command : commands) {
                            if (command instanceof Command.Graphics) {
                                return command;
                            }
                        }
                    }
                }
            }
        }
        return null;
    }

    /** Whether a device has render output units with tile caches. */
    static boolean draws(GpuSpec device) {
        return missing(device) == null;
    }

    /** What a device lacks for drawing, and the remedy; null for nothing. */
    private static @Nullable String missing(GpuSpec device) {
        if (device.rop().count() == 0) {
            return "it has no render output units; give its file the key rop";
        }
        for (Client client : List.of(Client.COLOR_ATTACHMENT, Client.DEPTH_STENCIL_ATTACHMENT)) {
            if (!tiles(device, client)) {
                return "clients." + client.key() + " is " + device.clients().get(client)
                        + "; let it name a cache with scope: rop and tile: true";
            }
        }
        return null;
    }

    private static boolean tiles(GpuSpec device, Client client) {
        return device.caches().stream()
                .anyMatch(cache -> cache.name().equals(device.clients().get(client))
                        && cache.geometry().tile()
                        && cache.scope() == CacheSpec.Scope.ROP);
    }
}
