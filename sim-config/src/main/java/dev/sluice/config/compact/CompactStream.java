// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.compact;

import dev.sluice.config.ConfigException;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.Position;
import dev.sluice.config.source.SourceReader;
import dev.sluice.config.source.Versions;
import dev.sluice.device.GpuSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * A compact stream: one command a line ({@code docs/formats.md}, Compact streams). See
 * {@code docs/decisions/0015-compact-streams.md}.
 *
 * <p>It becomes the tree of a YAML stream, with the places of the compact one, and goes the same way from there on. The tree
 * depends on the device, whose queues and tiles it names.
 */
public final class CompactStream {
    /** The device of a compact stream that names none. */
    public static final String DEFAULT_DEVICE = "seed-discrete-l2";

    private static final String EXTENSION = ".cmds";

    private final Script script;
    private final String device;
    /** Where it is named; the file's begin if it is not. */
    private final Position deviceAt;

    private CompactStream(Script script) {
        this.script = script;
        String named = DEFAULT_DEVICE;
        Position at = new Position(script.file(), 1, 1);
        for (Line line : script.lines()) {
            if (line.keyword() == Keyword.DEVICE) {
                Word name = line.take("the name");
                named = name.text();
                at = name.at();
                line.end();
                line.restart();
            }
        }
        this.device = named;
        this.deviceAt = at;
    }

    /** Whether a file of this name is a compact stream. */
    public static boolean named(String file) {
        return file.toLowerCase(Locale.ROOT).endsWith(EXTENSION);
    }

    /** Reads the file at {@code path}. */
    public static CompactStream read(Path path) {
        return read(path.toString(), SourceReader.bytesOf(path, SourceReader.MAX_BYTES, "a text file"));
    }

    /**
     * Reads {@code bytes} as the file {@code name}.
     *
     * @throws ConfigException for a line that begins with no known word; other faults are found with the
     *     {@link #tree}
     */
    public static CompactStream read(String name, byte[] bytes) {
        return new CompactStream(Script.of(name, SourceReader.text(name, bytes)));
    }

    /** The file's name without folders and extension. */
    public String name() {
        String file = script.file();
        String last = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        return named(last) ? last.substring(0, last.length() - EXTENSION.length()) : last;
    }

    /** The device that it is meant for. */
    public String device() {
        return device;
    }

    /** A fault of that device, at the place where the stream names it. */
    public ConfigException deviceFault(String problem) {
        return deviceAt.error("device: " + problem);
    }

    /** The comment that the file begins with, as one line. */
    public String description() {
        return script.comment();
    }

    /**
     * The same stream as a YAML file would give it, which names the same device.
     *
     * @throws ConfigException for a line that is not as it should be
     */
    public MapNode tree(GpuSpec on) {
        return tree(on, device);
    }

    /**
     * The same stream as a YAML file would give it that was written for a device.
     *
     * @param named what the file calls that device
     * @throws ConfigException for a line that is not as it should be
     */
    public MapNode tree(GpuSpec on, String named) {
        Position start = new Position(script.file(), 1, 1);
        CompactResources resources = new CompactResources();
        DeviceQueues queues = new DeviceQueues(on);
        Kernels kernels = new Kernels(start);
        ProgramLines program = new ProgramLines(queues);
        TransferLines transfers = new TransferLines(resources);
        DependencyLines dependencies = new DependencyLines(resources, queues);
        ShaderLines shaders = new ShaderLines(resources, kernels);
        HostLines host = new HostLines(resources);
        for (Line line : script.lines()) {
            line.restart();
            switch (line.keyword()) {
                case DEVICE -> {}
                case BUFFER, IMAGE, EVENT, FENCE, SEMAPHORE, TIMELINE -> resources.declare(line);
                case KERNEL -> kernels.declare(line);
                case COPY, FILL, UPDATE, COPYB2I, COPYI2B, COPYIMG, BLIT, CLEAR ->
                    program.command(line, transfers.command(line));
                case BARRIER, BARRIER1, SETEVENT, WAITEVENT, RESETEVENT, RELEASE, ACQUIRE ->
                    program.command(line, dependencies.command(line));
                case DISPATCH, DISPATCHIND, RENDER, DRAW, ENDRENDER -> program.command(line, shaders.command(line));
                case BEGINSTATS, ENDSTATS, RESETSTATS -> program.command(line, StatisticsLines.node(line));
                case HOSTBEGINSTATS, HOSTENDSTATS -> program.host(line, StatisticsLines.node(line));
                case CB, SECONDARY, END, EXEC, SUBMIT, QUEUE, WAIT, SIGNAL -> program.structure(line);
                case WAITFENCE, RESETFENCE, IDLE, HOSTWRITE, HOSTREAD -> program.host(line, host.operation(line));
            }
        }
        Mapping stream = new Mapping(start).put("sluice", Versions.CURRENT).put("name", name());
        if (!description().isEmpty()) {
            stream.put("description", description());
        }
        stream.put("device", named);
        new CompactPlacement(on, start, resources).into(stream);
        kernels.into(stream);
        semaphores(stream, resources);
        List<Node> events =
                resources.events().stream().map(event -> (Node) event.node()).toList();
        program.into(stream.list("events", events), start);
        return stream.node();
    }

    private static void semaphores(Mapping stream, CompactResources resources) {
        stream.list(
                "semaphores",
                resources.semaphores().stream()
                        .map(semaphore -> {
                            Mapping node = new Mapping(semaphore.name().at()).put("name", semaphore.name());
                            Word value = semaphore.value();
                            if (value != null) {
                                node.put("type", "timeline").put("value", value);
                            }
                            return node.node();
                        })
                        .toList());
    }
}
