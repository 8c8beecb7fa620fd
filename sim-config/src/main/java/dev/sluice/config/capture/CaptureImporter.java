// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.ConfigException;
import dev.sluice.config.bind.Unbinder;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.YamlText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/**
 * Reads a gfxreconstruct capture: the {@code .jsonl} file that {@code gfxrecon-convert} writes, merged with
 * the uncompressed {@code .gfxr} file of the same name beside it, which holds what the host wrote and the shaders.
 *
 * <p>The result is a command stream. Memory, buffers, images, render passes, draws, dispatches, transfers, barriers,
 * synchronization and presentation are taken over; whatever else the program called is listed with counts. What could only
 * be approximated is said in notes. See {@code docs/decisions/0006-captures-become-streams.md}.
 */
public final class CaptureImporter {
    private static final String ENDING = ".jsonl";

    private final String file;
    private final CaptureSession session;
    private final Map<String, Handler> handlers = new HashMap<>();
    private final Chains chains;
    private final MemoryCalls memory;
    private final InitialState initial;
    private final ContentsBlocks blocks;
    private final SyncCalls sync;
    private final EventCalls events;
    private final SwapchainCalls swapchains;
    private final Queues queues;
    private final PipelineCalls pipelines;
    private final @Nullable GfxrFile binary;
    private final @Nullable UnconvertedCalls unconverted;
    private int nextMeta;
    private long lastIndex = -1;
    /** The first meta block that makes no sense; -1 for none. */
    private long damaged = -1;

    private CaptureImporter(Path path, CaptureTarget target, @Nullable GfxrFile binary, @Nullable String side) {
        file = path.toString();
        this.binary = binary;
        session = new CaptureSession(target, new CaptureBytes(path, binary), new HostData(side));
        chains = new Chains(session.dropped);
        unconverted = binary == null ? null : new UnconvertedCalls(binary, session.dropped, file);
        ImageCalls images = new ImageCalls(session);
        DescriptorCalls descriptors = new DescriptorCalls(session, images);
        Templates templates = new Templates(session, descriptors);
        pipelines = new PipelineCalls(session);
        CommandCalls commands = new CommandCalls(session, descriptors, templates, pipelines);
        queues = new Queues(session);
        memory = new MemoryCalls(session);
        initial = new InitialState(session);
        blocks = new ContentsBlocks(file, memory, initial);
        sync = new SyncCalls(session, commands, queues);
        swapchains = new SwapchainCalls(session, images, queues, sync);
        memory.register(handlers);
        images.register(handlers);
        new HostImageCalls(session).register(handlers);
        swapchains.register(handlers);
        descriptors.register(handlers);
        templates.register(handlers);
        new DescriptorBufferCalls(session, commands, descriptors).register(handlers);
        pipelines.register(handlers);
        commands.register(handlers);
        queues.register(handlers);
        CapturedDependencies dependencies = new CapturedDependencies(session, queues);
        events = new EventCalls(session, commands, dependencies);
        new BarrierCalls(commands, dependencies).register(handlers);
        events.register(handlers);
        new RenderPassCalls(session, commands).register(handlers);
        new StateCalls(session, commands).register(handlers);
        ShaderObjects objects = new ShaderObjects(session, commands, pipelines);
        objects.register(handlers);
        new DrawCalls(session, commands, pipelines, objects).register(handlers);
        new CapturedTransfers(session, commands).register(handlers);
        new QueryCalls(session, commands).register(handlers);
        new ConditionCalls(session, commands).register(handlers);
        new AccelerationCalls(session, commands).register(handlers);
        new RayTracingCalls(session, commands, pipelines).register(handlers);
        sync.register(handlers);
        handlers.put("vkSetDebugUtilsObjectNameEXT", args -> named(args, "objectHandle"));
        handlers.put("vkDebugMarkerSetObjectNameEXT", args -> named(args, "object"));
    }

    /** The names of all calls that are taken over. */
    static Set<String> handled(CaptureTarget target) {
        return Set.copyOf(new CaptureImporter(Path.of(""), target, null, null).handlers.keySet());
    }

    /** Whether a file is a capture by its name: {@code .jsonl}, or {@code .gfxr}, which then is refused with advice. */
    public static boolean isCapture(Path path) {
        String name = path.toString().toLowerCase(Locale.ROOT);
        return name.endsWith(ENDING) || name.endsWith(".gfxr");
    }

    /**
     * Imports a capture for a device, as a stream whose host data lie in the files of the capture where they are long.
     *
     * @throws ConfigException as the other form
     */
    public static ImportedCapture read(Path path, CaptureTarget target) {
        return read(path, target, null);
    }

    /**
     * Imports a capture for a device.
     *
     * @param side the name of a file beside the stream for its host data, where they are long; the result says what belongs in
     *     it. Null: they lie in the files of the capture
     *
     * <p>Of a capture that is cut off, or whose binary file is missing or damaged, everything that is whole is taken.
     *
     * @throws ConfigException when the capture cannot be read or contradicts itself
     */
    public static ImportedCapture read(Path path, CaptureTarget target, @Nullable String side) {
        String name = path.toString();
        if (name.toLowerCase(Locale.ROOT).endsWith(".gfxr")) {
            throw new ConfigException(
                    name,
                    "is the binary capture; " + CaptureLines.ONE_LINE_EACH + ", and keep this file beside the result");
        }
        try (CaptureLines lines = new CaptureLines(path)) {
            JsonNode header = lines.next();
            if (header == null) {
                throw new ConfigException(
                        name, lines.cutOff() ? "the file is cut off in its first line" : "the file is empty");
            }
            checkHeader(lines, header);
            Path beside = binaryOf(path);
            if (beside == null) {
                return new CaptureImporter(path, target, null, side).run(lines, stem(path), bytesInFiles(header));
            }
            try (GfxrFile binary = new GfxrFile(beside)) {
                return new CaptureImporter(path, target, binary, side).run(lines, stem(path), false);
            }
        }
    }

    private static void checkHeader(CaptureLines lines, JsonNode line) {
        JsonNode header = line.path("header");
        if (!header.isObject()
                || (header.path("gfxrecon-version").isMissingNode()
                        && header.path("json-version").isMissingNode())) {
            throw lines.error(1, "no gfxreconstruct capture: the first line has no \"header\" of gfxrecon-convert");
        }
    }

    private static String stem(Path path) {
        Path last = path.getFileName();
        String name = last == null ? path.toString() : last.toString();
        return name.toLowerCase(Locale.ROOT).endsWith(ENDING)
                ? name.substring(0, name.length() - ENDING.length())
                : name;
    }

    private static @Nullable Path binaryOf(Path path) {
        Path beside = path.resolveSibling(stem(path) + ".gfxr");
        // one that cannot be looked at is there, and reading it will say what is wrong
        return Files.notExists(beside) ? null : beside;
    }

    /** Whether the JSON names files with all that it lacks, as it may from gfxreconstruct 1.0 on. */
    private static boolean bytesInFiles(JsonNode line) {
        JsonNode version = line.path("header").path("gfxrecon-version");
        return version.isString() && version.stringValue().matches("[1-9][0-9]*\\..*");
    }

    /** @param files whether what lacks in the JSON stands in files of its own */
    private ImportedCapture run(CaptureLines lines, String name, boolean files) {
        for (JsonNode line = lines.next(); line != null; line = lines.next()) {
            take(lines, line);
        }
        if (binary != null) {
            metasBefore(lines.line(), binary.callAfter(lastIndex));
        }
        boolean complete = files && !session.bytes.lacked();
        new CaptureEnd(name, session.dropped).note(binary, complete, lines.cutOff(), lastIndex, damaged);
        sync.finish();
        events.finish();
        swapchains.finish();
        String yaml = "# imported from " + name + ENDING + "; commands carry their index in the capture\n"
                + YamlText.of((MapNode) Unbinder.tree(session.stream(name)));
        return new ImportedCapture(
                name, yaml, session.notes.lines(), session.dropped.leftOut(), session.hostData.parts());
    }

    private void take(CaptureLines lines, JsonNode line) {
        JsonNode function = line.has("vkFunc") ? line.path("vkFunc") : line.path("function");
        boolean meta = line.has("meta");
        if (!function.isObject() && !meta) {
            line.properties().forEach(entry -> {
                if (!entry.getKey().equals("index")) {
                    session.dropped.call(
                            entry.getKey(), entry.getValue(), line.path("index").asLong(lastIndex + 1));
                }
            });
            return;
        }
        JsonNode body = meta ? line.path("meta") : function;
        long before = lastIndex;
        Call call = call(lines, line.path("index"), body);
        if (binary != null) {
            metasBefore(lines.line(), call.index());
        }
        unconverted(before, call.index(), lines.line());
        if (meta) {
            metaLine(call);
            return;
        }
        checkAgainstBinary(call);
        if (call.failed()) {
            session.notes.count("failed calls are left out: " + call.name() + " returned " + call.result());
            return;
        }
        handle(call);
    }

    private void handle(Call call) {
        Handler handler = handlers.get(call.name());
        if (handler != null) {
            chains.look(call);
            try {
                handler.handle(call.args());
            } catch (UnfollowedException e) {
                session.lost(call, String.valueOf(e.getMessage()));
            }
        } else {
            session.dropped.call(call.name(), call.json(), call.index());
        }
    }

    /** Takes the calls between two lines that have none; what comes before the first is the capture tool's. */
    private void unconverted(long before, long index, int line) {
        for (long at = before + 1; unconverted != null && before >= 0 && at < index; at++) {
            Call call = unconverted.at(at, line);
            if (call != null) {
                handle(call);
            }
        }
    }

    private Call call(CaptureLines lines, JsonNode index, JsonNode body) {
        if (!index.isIntegralNumber() || !body.path("name").isString()) {
            throw lines.error(1, "a call without its \"index\" or \"name\"");
        }
        long number = index.bigIntegerValue().longValue();
        if (number <= lastIndex || number > Integer.MAX_VALUE) {
            throw lines.error(
                    1, "index " + index + " after index " + lastIndex + ": the capture's lines are out of order");
        }
        lastIndex = number;
        JsonNode result = body.path("return");
        JsonNode args = body.path("args");
        return new Call(
                file,
                lines.line(),
                number,
                body.path("name").stringValue(),
                result.isString() || result.isNumber() ? result.asString() : "",
                args);
    }

    private void checkAgainstBinary(Call call) {
        if (binary == null || call.index() >= binary.count()) {
            return;
        }
        int type = binary.type((int) call.index());
        if (type != GfxrFile.CALL && type != GfxrFile.METHOD) {
            binary.end(
                    (int) call.index(),
                    "it has no call at index " + call.index() + ", where the .jsonl has " + call.name()
                            + ": it is damaged or belongs to another capture");
        }
    }

    /** Takes the meta blocks of the binary capture that stand before an index. */
    private void metasBefore(int line, long index) {
        GfxrFile from = binary;
        while (from != null
                && nextMeta < from.metas().size()
                && from.metas().get(nextMeta).index() < Math.min(index, from.count())) {
            GfxrFile.Meta meta = from.metas().get(nextMeta);
            if (!GfxrFile.TAKEN.contains(meta.id())) {
                session.dropped.call(MetaBlocks.name(meta.id()), NullNode.instance, meta.index());
            } else if (!blocks.take(from, line, meta) && damaged < 0) {
                damaged = meta.index();
            }
            nextMeta++;
        }
    }

    /** A meta command in the JSON of newer versions; the binary capture has the same with its bytes. */
    private void metaLine(Call call) {
        if (binary != null) {
            return;
        }
        switch (call.name()) {
            case "FillMemoryCommand" -> sideFill(call);
            case "InitBufferCommand" -> {
                CapturedBlock.Side block = side(call, "data_size");
                if (block != null) {
                    initial.buffer(call.args().handle("buffer_id"), block);
                }
            }
            case "InitImageCommand" -> sideImage(call);
            default -> session.dropped.call(call.name(), call.json(), call.index());
        }
    }

    private void sideFill(Call call) {
        Struct args = call.args();
        CapturedBlock.Side block = side(call, "size");
        if (block != null) {
            memory.contents(call, args.handle("memory_id"), args.size("offset"), block.data(), block.at(0));
        }
    }

    /** The JSON does not have the sizes of levels. */
    private void sideImage(Call call) {
        Struct args = call.args();
        long handle = args.handle("image_id");
        long layout = args.number("layout");
        CapturedBlock.Side block = args.size("data_size") == 0 ? null : side(call, "data_size");
        if (block == null) {
            initial.layout(handle, layout);
        } else {
            initial.image(handle, DescriptorCalls.small(args, "aspect"), layout, List.of(), block);
        }
    }

    /** The file beside the capture that has the bytes of a block; null with a note if there is none. */
    private CapturedBlock.@Nullable Side side(Call call, String size) {
        JsonNode named = call.args().raw("data");
        Path side = session.bytes.sidePath(named);
        byte[] data = session.bytes.sideFile(named);
        if (side == null || data == null || data.length != call.args().size(size)) {
            session.notes.count("contents of memory are not in the JSON");
            return null;
        }
        return new CapturedBlock.Side(new FileRange(side, 0), data);
    }

    private void named(Struct args, String key) {
        Struct info = args.struct("pNameInfo");
        Named known = session.known(info.handle(key));
        if (known != null) {
            known.give(info.text("pObjectName"));
        }
    }
}
