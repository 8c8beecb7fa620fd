// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Events of a {@link RandomStream}: split barriers, where one is set after one command and waited for before a later one, and
 * waits for what the host sets after the submission.
 */
final class RandomEvents {

    private final SplittableRandom random;
    private final RandomBarriers barriers;
    private int events;
    private @Nullable String open;
    private String dependency = "";
    private boolean legacy;
    private String stages = "";
    private int fromHost;
    private final List<String> hostOperations = new ArrayList<>();

    RandomEvents(SplittableRandom random, RandomBarriers barriers) {
        this.random = random;
        this.barriers = barriers;
    }

    /** Perhaps sets an event, or waits for the one that is set; returns whether a wait stands in the place of a barrier. */
    boolean before(List<String> commands, RandomBarriers.Use use, boolean reads, boolean writes) {
        if (open == null && random.nextInt(5) == 0 && !commands.isEmpty()) {
            open = "e" + events++;
            legacy = random.nextInt(3) == 0;
            if (legacy) {
                stages = barriers.sourceStages();
                dependency = "dstStageMask: [" + use.stage() + "], memory: [{srcAccess: [MEMORY_WRITE], dstAccess: ["
                        + barriers.accesses(use, reads, writes) + "]}]";
                commands.add("setEvent: {event: " + open + ", stageMask: " + stages + "}");
                return false;
            }
            dependency = "memory: [{" + barriers.first() + ", " + barriers.second(use, reads, writes) + "}]";
            commands.add("setEvent: {event: " + open + ", " + dependency + "}");
            return false;
        }
        if (open != null && random.nextInt(2) == 0) {
            finish(commands);
            return true;
        }
        return false;
    }

    /** Waits for the event that is set, if there is one. */
    void finish(List<String> commands) {
        if (open != null) {
            String half = legacy ? "srcStageMask: " + stages + ", " : "";
            commands.add("waitEvents: {events: [" + open + "], " + half + dependency + "}");
            open = null;
        }
    }

    /** A copy of what the host writes after the submission, mostly before it sets the event that the copy waits for. */
    void copyFromHost(List<String> commands, Slot target, boolean careful) {
        String event = "h" + fromHost;
        int offset = fromHost++ % 8 * RandomStream.CHUNK;
        String access = careful || random.nextInt(4) != 0 ? "HOST_WRITE" : "";
        commands.add("waitEvents: {events: [" + event + "], memory: [{srcStage: [HOST], srcAccess: [" + access
                + "], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}");
        commands.add("copyBuffer: {src: late, dst: " + target.buffer() + ", regions: [{srcOffset: " + offset
                + ", dstOffset: " + target.offset() + ", size: " + RandomStream.CHUNK + "}]}");
        hostOperations.add("hostWrite: {buffer: late, offset: " + offset
                + ", data: {type: u32, pattern: iota, start: " + random.nextInt(1000) + ", count: "
                + RandomStream.CHUNK / 4 + "}}");
        hostOperations.add(careful || random.nextInt(4) != 0 ? hostOperations.size() : 0, "setEvent: " + event);
    }

    /** What the host does after the submission, for the copies in it. */
    List<String> hostOperations() {
        List<String> all = List.copyOf(hostOperations);
        hostOperations.clear();
        return all;
    }
}
