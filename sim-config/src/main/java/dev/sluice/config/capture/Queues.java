// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.device.QueueFamily;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Queues of the capture and the queues of the device that stand for them. */
final class Queues {
    private static final List<String> FLAGS = List.of("GRAPHICS", "COMPUTE", "TRANSFER");
    /** VK_QUEUE_FAMILY_EXTERNAL and VK_QUEUE_FAMILY_FOREIGN_EXT. */
    private static final Map<Long, String> OUTSIDE = Map.of(0xFFFF_FFFEL, "EXTERNAL", 0xFFFF_FFFDL, "FOREIGN_EXT");

    private final CaptureSession session;
    private List<Long> familyFlags = new ArrayList<>();
    private final Map<Long, String> queues = new HashMap<>();
    private final Map<String, String> takenBy = new LinkedHashMap<>();
    private final Map<Long, Long> deviceOf = new HashMap<>();
    /** The families of queues in the capture. */
    private final Map<Long, Long> familyOf = new HashMap<>();
    /** Devices to whose queues work was submitted. */
    private final Set<Long> working = new HashSet<>();

    private final Map<String, Deque<String>> labels = new HashMap<>();

    Queues(CaptureSession session) {
        this.session = session;
    }

    void register(Map<String, Handler> handlers) {
        handlers.put(
                "vkGetPhysicalDeviceQueueFamilyProperties", args -> families(args.structs("pQueueFamilyProperties")));
        CommandCalls.both(handlers, "vkGetPhysicalDeviceQueueFamilyProperties2", args -> {
            List<Struct> inner = new ArrayList<>();
            args.structs("pQueueFamilyProperties").forEach(f -> inner.add(f.struct("queueFamilyProperties")));
            families(inner);
        });
        handlers.put("vkGetDeviceQueue", args -> queue(args, args));
        handlers.put("vkGetDeviceQueue2", args -> queue(args, args.struct("pQueueInfo")));
        handlers.put(
                "vkQueueBeginDebugUtilsLabelEXT",
                args -> labels(name(args.handle("queue")))
                        .push(args.struct("pLabelInfo").text("pLabelName")));
        handlers.put(
                "vkQueueEndDebugUtilsLabelEXT",
                args -> labels(name(args.handle("queue"))).poll());
    }

    /** The stream's name of a queue. */
    String name(long handle) {
        return queues.getOrDefault(handle, session.target.queueFamilies().get(0).name() + ".0");
    }

    /** The stream's name of a queue to which work is submitted. */
    String submittedTo(long handle) {
        Long device = deviceOf.get(handle);
        if (device != null) {
            working.add(device);
        }
        return name(handle);
    }

    /** Whether work was submitted to another device than this one, or 0 for one that is not known. */
    boolean othersWork(long device) {
        return device != 0 && working.stream().anyMatch(other -> other != device);
    }

    /** The family of a queue. */
    SubmittedFamily familyOf(long handle) {
        String queue = name(handle);
        return new SubmittedFamily(queue.substring(0, queue.lastIndexOf('.')), familyOf.getOrDefault(handle, -1L));
    }

    /** The debug labels that are open on a queue, the innermost first. */
    Deque<String> labels(String queue) {
        return labels.computeIfAbsent(queue, q -> new ArrayDeque<>());
    }

    /** Whether an index is that of an owner who is no queue family of the device. */
    static boolean outside(long index) {
        return OUTSIDE.containsKey(index);
    }

    /**
     * The family of the device that stands for a family of the capture, or who owns what belongs to no queue of it; empty
     * when there is no such index.
     */
    String family(long index) {
        String outside = OUTSIDE.get(index);
        if (outside != null) {
            return outside;
        }
        return index >= 0 && index < Math.max(1, familyFlags.size())
                ? nearest(index).name()
                : "";
    }

    private void families(List<Struct> properties) {
        List<Long> flags = new ArrayList<>();
        properties.forEach(family -> flags.add(family.number("queueFlags")));
        if (!flags.isEmpty()) {
            familyFlags = flags;
        }
    }

    private void queue(Struct args, Struct info) {
        deviceOf.put(args.handle("pQueue"), args.handle("device"));
        long family = info.number("queueFamilyIndex");
        familyOf.put(args.handle("pQueue"), family);
        int index = DescriptorCalls.small(info, "queueIndex");
        QueueFamily nearest = nearest(family);
        String name = nearest.name() + "." + index % nearest.count();
        String captured = "family " + family + " queue " + index;
        String other = takenBy.putIfAbsent(name, captured);
        if (other != null && !other.equals(captured)) {
            session.notes.once("the capture's " + other + " and " + captured + " are both " + name + " of the device");
        }
        queues.put(args.handle("pQueue"), name);
    }

    /** The family with the captured flags and the fewest others; without such a family, the first. */
    private QueueFamily nearest(long index) {
        long mask = index >= 0 && index < familyFlags.size() ? familyFlags.get((int) index) : 7;
        QueueFamily best = session.target.queueFamilies().get(0);
        int fewest = Integer.MAX_VALUE;
        for (QueueFamily family : session.target.queueFamilies()) {
            boolean all = true;
            for (int bit = 0; bit < FLAGS.size(); bit++) {
                all &= (mask & 1L << bit) == 0 || family.flags().contains(FLAGS.get(bit));
            }
            if (all && family.flags().size() < fewest) {
                fewest = family.flags().size();
                best = family;
            }
        }
        return best;
    }
}
