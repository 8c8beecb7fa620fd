// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import dev.sluice.config.ConfigException;
import dev.sluice.config.calls.LeftOut;
import dev.sluice.config.device.DeviceSource;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.InvalidSpecException;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.sync.BarrierProfile;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** Builds the machine of a device and a stream without running it, for what only its parts know. */
public final class Wiring {
    private static final String NAME = "wiring";
    private static final String HEAD = "sluice: 1\nname: wiring\nprogram: []\n";
    private static final String MEMORY = "memory: [{name: m, size: 64KiB, properties: [DEVICE_LOCAL]}]\n";

    /** Streams that do nothing: with an image, so that graphics hardware is there too, and for devices without room for one. */
    private static final List<String> STREAMS = List.of(
            HEAD + MEMORY + "images: [{name: i, memory: m, offset: 0, extent: [16, 16], format: R8G8B8A8_UNORM,"
                    + " usage: [COLOR_ATTACHMENT, SAMPLED]}]\n",
            HEAD + MEMORY,
            HEAD);

    private final Consumer<LoadedRun> machine;

    /** @param machine builds the machine of a run */
    public Wiring(Consumer<LoadedRun> machine) {
        this.machine = machine;
    }

    /** Wires a device alone; a fault is at its place in the device's file. */
    public void check(GpuSpec device, BarrierProfile profile, DeviceSource source) {
        ConfigException misfit = null;
        for (String text : STREAMS) {
            try {
                StreamProgram stream = StreamReader.read(NAME, text.getBytes(StandardCharsets.UTF_8), null)
                        .resolve(device);
                machine.accept(new LoadedRun(NAME, device, profile, stream, LeftOut.NOTHING));
                return;
            } catch (InvalidSpecException e) {
                throw source.fault(e);
            } catch (ConfigException e) {
                misfit = e; // the device may be too small for this one
            }
        }
        if (misfit != null) {
            throw source.fault(misfit.problem());
        }
    }

    /** Wires a stream on the device of a document. */
    void check(LoadedRun run, DeviceSource source) {
        try {
            machine.accept(run);
        } catch (InvalidSpecException e) {
            throw source.fault(e);
        }
    }
}
