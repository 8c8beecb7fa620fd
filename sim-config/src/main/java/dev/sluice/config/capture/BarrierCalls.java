package dev.sluice.config.capture;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Pipeline barriers of both versions. */
final class BarrierCalls {
    private static final long IGNORED = 0xffff_ffffL;

    private final Session session;
    private final CommandCalls commands;
    private final Queues queues;

    BarrierCalls(Session session, CommandCalls commands, Queues queues) {
        this.session = session;
        this.commands = commands;
        this.queues = queues;
    }

    void register(Map<String, Handler> handlers) {
        handlers.put("vkCmdPipelineBarrier", args -> barrier(args, args));
        CommandCalls.both(handlers, "vkCmdPipelineBarrier2", args -> barrier(args, args.struct("pDependencyInfo")));
    }

    /**
     * A barrier. In the first version the stages stand in the call, in the second in each barrier.
     *
     * @param info the structure with the arrays
     */
    private void barrier(Struct args, Struct info) {
        boolean first = args == info;
        List<Object> memory = new ArrayList<>();
        List<Object> buffers = new ArrayList<>();
        List<Object> images = new ArrayList<>();
        for (Struct barrier : info.structs("pMemoryBarriers")) {
            memory.add(scopes(first ? args : barrier, barrier));
        }
        for (Struct barrier : info.structs("pBufferMemoryBarriers")) {
            Buffer buffer = session.buffers().get(barrier.handle("buffer"));
            Map<String, Object> scopes = scopes(first ? args : barrier, barrier);
            if (buffer == null || buffer.memory() == null) {
                session.notes.count("barriers on unknown buffers become memory barriers");
                memory.add(scopes);
            } else {
                buffers.add(onBuffer(barrier, buffer, scopes));
            }
        }
        for (Struct barrier : info.structs("pImageMemoryBarriers")) {
            Image image = session.images().get(barrier.handle("image"));
            Map<String, Object> scopes = scopes(first ? args : barrier, barrier);
            if (image != null && image.memory() != null) {
                images.add(onImage(barrier, image, scopes));
                continue;
            }
            session.notes.count("image barriers become memory barriers where the image is not known");
            if (!memory.contains(scopes)) {
                memory.add(scopes);
            }
        }
        if (memory.isEmpty() && buffers.isEmpty() && images.isEmpty() && first) {
            memory.add(scopes(args, args));
        }
        Map<String, Object> arguments = Session.map();
        if (!memory.isEmpty()) {
            arguments.put("memory", memory);
        }
        if (!buffers.isEmpty()) {
            arguments.put("buffers", buffers);
        }
        if (!images.isEmpty()) {
            arguments.put("images", images);
        }
        List<String> flags = Masks.dependencyFlags(info.number("dependencyFlags", 0));
        if (!flags.isEmpty()) {
            arguments.put("dependencyFlags", flags);
        }
        if (!memory.isEmpty() || !buffers.isEmpty() || !images.isEmpty()) {
            commands.record(args, submission -> submission.add(args.call(), "pipelineBarrier", arguments, false));
        }
    }

    private Map<String, Object> scopes(Struct stages, Struct accesses) {
        Map<String, Object> scopes = Session.map();
        put(scopes, "srcStage", session.masks.stages(stages, "srcStageMask"));
        put(scopes, "srcAccess", session.masks.accesses(accesses, "srcAccessMask"));
        put(scopes, "dstStage", session.masks.stages(stages, "dstStageMask"));
        put(scopes, "dstAccess", session.masks.accesses(accesses, "dstAccessMask"));
        return scopes;
    }

    private static void put(Map<String, Object> scopes, String key, List<String> flags) {
        if (!flags.isEmpty()) {
            scopes.put(key, flags);
        }
    }

    private Map<String, Object> onBuffer(Struct barrier, Buffer buffer, Map<String, Object> scopes) {
        long size = barrier.number("size");
        Map<String, Object> result = Session.map("buffer", buffer.name, "offset", barrier.size("offset"));
        result.put("size", size == Struct.WHOLE_SIZE ? "WHOLE_SIZE" : size);
        result.putAll(scopes);
        transfer(barrier, "buffers", result);
        return result;
    }

    private Map<String, Object> onImage(Struct barrier, Image image, Map<String, Object> scopes) {
        Map<String, Object> result = Session.map("image", image.name);
        String oldLayout = session.layout(barrier.text("oldLayout"));
        String newLayout = session.layout(barrier.text("newLayout"));
        if (!newLayout.equals("UNDEFINED")) {
            result.put("oldLayout", oldLayout);
            result.put("newLayout", newLayout);
        }
        result.putAll(scopes);
        Struct range = barrier.struct("subresourceRange");
        if (!image.whole(range)) {
            result.putAll(ImageTransfers.range(range, image));
        }
        transfer(barrier, "images", result);
        return result;
    }

    /** Adds a transfer between queue families. */
    private void transfer(Struct barrier, String what, Map<String, Object> result) {
        long src = barrier.number("srcQueueFamilyIndex", IGNORED);
        long dst = barrier.number("dstQueueFamilyIndex", IGNORED);
        if (src != dst && src != IGNORED && dst != IGNORED) {
            String from = queues.family(src);
            String to = queues.family(dst);
            if (from.isEmpty() || to.isEmpty() || from.equals(to)) {
                session.notes.count(
                        "queue family transfers of " + what + " are left out: both sides are one family of the device");
            } else {
                result.put("srcQueueFamily", from);
                result.put("dstQueueFamily", to);
            }
        }
    }
}
