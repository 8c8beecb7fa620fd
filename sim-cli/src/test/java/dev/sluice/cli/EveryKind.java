// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import dev.sluice.config.device.Devices;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostThread;
import dev.sluice.program.StreamProgram;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** A stream with a command and a host operation of every kind. */
public final class EveryKind {

    /** The stream's file. */
    public static final Path FILE = file();

    /** The device that it is for. */
    public static final GpuSpec DEVICE = Devices.load("adreno-6xx");

    private EveryKind() {}

    private static Path file() {
        try {
            return Path.of(Objects.requireNonNull(EveryKind.class.getResource("every-kind.yaml"))
                    .toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** The stream. */
    public static StreamProgram program() {
        return StreamReader.read(FILE).resolve(DEVICE);
    }

    /** Its host operations. */
    public static Stream<HostOperation> operations() {
        return program().threads().stream().map(HostThread::operations).flatMap(List::stream);
    }

    /** Its commands. */
    public static Stream<Command> commands() {
        return operations()
                .filter(HostOperation.QueueSubmit.class::isInstance)
                .map(HostOperation.QueueSubmit.class::cast)
                .flatMap(submit -> submit.commandBuffers().stream())
                .flatMap(List::stream);
    }
}
