package dev.sluice.config.capture;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Pipeline barriers of both versions. */
final class BarrierCalls {
    private static final long IGNORED = 0xffff_ffffL;
    /** By bit: BY_REGION 1, VIEW_LOCAL 2, DEVICE_GROUP 4. */
    private static final List<String> DEPENDENCY_FLAGS = List.of("BY_REGION", "VIEW_LOCAL", "DEVICE_GROUP");

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
            session.notes.count(
                    "image barriers become memory barriers: images are not modelled yet, so layouts, ranges and"
                            + " queue families of images are left out");
            Map<String, Object> scopes = scopes(first ? args : barrier, barrier);
            if (!memory.contains(scopes)) {
                memory.add(scopes);
            }
        }
        if (memory.isEmpty() && buffers.isEmpty() && first) {
            memory.add(scopes(args, args));
        }
        Map<String, Object> arguments = Session.map();
        if (!memory.isEmpty()) {
            arguments.put("memory", memory);
        }
        if (!buffers.isEmpty()) {
            arguments.put("buffers", buffers);
        }
        List<String> flags = flags(info);
        if (!flags.isEmpty()) {
            arguments.put("dependencyFlags", flags);
        }
        if (!memory.isEmpty() || !buffers.isEmpty()) {
            commands.record(args, submission -> submission.add(args.call(), "pipelineBarrier", arguments, false));
        }
    }

    private static List<String> flags(Struct info) {
        long mask = info.number("dependencyFlags", 0);
        List<String> flags = new ArrayList<>();
        for (int bit = 0; bit < DEPENDENCY_FLAGS.size(); bit++) {
            if ((mask & 1L << bit) != 0) {
                flags.add(DEPENDENCY_FLAGS.get(bit));
            }
        }
        return flags;
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
        long src = barrier.number("srcQueueFamilyIndex", IGNORED);
        long dst = barrier.number("dstQueueFamilyIndex", IGNORED);
        if (src != dst && src != IGNORED && dst != IGNORED) {
            String from = queues.family(src);
            String to = queues.family(dst);
            if (from.isEmpty() || to.isEmpty() || from.equals(to)) {
                session.notes.count(
                        "queue family transfers of buffers are left out: both sides are one family of the device");
            } else {
                result.put("srcQueueFamily", from);
                result.put("dstQueueFamily", to);
            }
        }
        return result;
    }
}
