// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import dev.sluice.config.calls.LeftOut;
import dev.sluice.config.device.Devices;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.InvalidSpecException;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.sync.BarrierProfile;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** Builds the machine of a device and a stream without running it, for what only its parts know. */
final class Wiring {
    private static final int NO_IMAGE = 1;

    /** A stream that does nothing; with an image, so that graphics hardware is there too. */
    private static final List<String> STREAMS = List.of(
            """
            sluice: 1
            name: wiring
            memory: [{name: m, size: 64KiB, properties: [DEVICE_LOCAL]}]
            images:
              - {name: i, memory: m, offset: 0, extent: [16, 16], format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT, SAMPLED]}
            program: []
            """,
            """
            sluice: 1
            name: wiring
            memory: [{name: m, size: 64KiB, properties: [DEVICE_LOCAL]}]
            program: []
            """);

    private final Consumer<LoadedRun> machine;

    /** @param machine builds the machine of a run */
    Wiring(Consumer<LoadedRun> machine) {
        this.machine = machine;
    }

    /** Wires a device alone; a fault is at its place in the device's file. */
    void check(GpuSpec device, BarrierProfile profile, MapNode root) {
        boolean draws = device.rop().count() > 0;
        String text = STREAMS.get(draws ? 0 : NO_IMAGE);
        StreamProgram stream = StreamReader.read("wiring", text.getBytes(StandardCharsets.UTF_8), null)
                .resolve(device);
        try {
            machine.accept(new LoadedRun("wiring", device, profile, stream, LeftOut.NOTHING));
        } catch (InvalidSpecException e) {
            throw Devices.fault(root, e);
        }
    }

    /** Wires a stream on a device, whose name or file the user gave. */
    void check(LoadedRun run, String deviceName) {
        try {
            machine.accept(run);
        } catch (InvalidSpecException e) {
            throw Devices.fault(deviceName, e);
        }
    }
}
