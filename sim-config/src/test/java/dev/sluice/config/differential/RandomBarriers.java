// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Barriers between the commands of a {@link RandomStream}: often right, sometimes too narrow, too late, or none. */
final class RandomBarriers {

    /** A way in which commands touch memory: their stage, and their accesses of each direction. */
    record Use(String stage, String read, String write) {}

    static final Use COPY = new Use("COPY", "TRANSFER_READ", "TRANSFER_WRITE");
    static final Use CLEAR = new Use("CLEAR", "", "TRANSFER_WRITE");
    static final Use BLIT = new Use("BLIT", "TRANSFER_READ", "TRANSFER_WRITE");
    static final Use STORAGE = new Use("COMPUTE_SHADER", "SHADER_STORAGE_READ", "SHADER_STORAGE_WRITE");
    static final Use UNIFORM = new Use("COMPUTE_SHADER", "UNIFORM_READ", "SHADER_STORAGE_WRITE");
    static final Use SAMPLED = new Use("COMPUTE_SHADER", "SHADER_SAMPLED_READ", "SHADER_STORAGE_WRITE");
    static final Use INDIRECT = new Use("DRAW_INDIRECT", "INDIRECT_COMMAND_READ", "");
    static final Use COLOR = new Use("COLOR_ATTACHMENT_OUTPUT", "COLOR_ATTACHMENT_READ", "COLOR_ATTACHMENT_WRITE");
    private static final Use HOST = new Use("HOST", "HOST_READ", "HOST_WRITE");

    private static final List<Use> TRANSFER_USES = List.of(COPY, CLEAR);
    private static final List<Use> USES = List.of(COPY, CLEAR, STORAGE, UNIFORM, SAMPLED);

    private final SplittableRandom random;
    private final int carelessness;
    private final Set<String> stages = new LinkedHashSet<>();
    private final Set<String> writes = new LinkedHashSet<>();

    /** @param carelessness how many of a hundred access flags are left out, and of 400 barriers */
    RandomBarriers(SplittableRandom random, int carelessness) {
        this.random = random;
        this.carelessness = carelessness;
    }

    /** States that a command was added. */
    void did(Use use, boolean reads, boolean writesSomething) {
        stages.add(use.stage());
        if (writesSomething && !use.write().isEmpty()) {
            writes.add(use.write());
        }
    }

    /** A submission is over; a later one need not be on a queue that knows these stages. */
    void submitted(boolean sameQueue) {
        if (!sameQueue || random.nextInt(3) == 0) {
            stages.clear();
            writes.clear();
        }
    }

    /** Whether something that should be there is left out. */
    boolean forgets() {
        return random.nextInt(100) < carelessness;
    }

    /** Stages that any queue has. */
    String anyStages() {
        return random.nextBoolean() ? "[" + TRANSFER_USES.get(random.nextInt(2)).stage() + "]" : "[ALL_TRANSFER]";
    }

    /** Perhaps a barrier, or two that make a chain, before a command. */
    void before(List<String> commands, Use use, boolean reads, boolean writesSomething, Slot source, Slot target) {
        if (random.nextInt(400) < carelessness) {
            return;
        }
        int choice = 1 + random.nextInt(9);
        if (choice == 1 && !stages.isEmpty()) {
            commands.add(barrier(first(), "dstStage: [" + use.stage() + "], dstAccess: []", null));
            commands.add(barrier(
                    "srcStage: [" + use.stage() + "], srcAccess: []", second(use, reads, writesSomething), null));
            return;
        }
        if (choice == 2 && carelessness > 0) {
            Use other = USES.get(random.nextInt(stages.contains("COMPUTE_SHADER") ? USES.size() : 2));
            commands.add(barrier(
                    "srcStage: [" + other.stage() + "], srcAccess: [" + other.write() + "]",
                    second(use, reads, writesSomething),
                    null));
            return;
        }
        if (choice == 3) {
            List<Slot> slots = new ArrayList<>();
            if (source != null) {
                slots.add(source);
            }
            if (target != null) {
                slots.add(target);
            }
            for (Slot slot : slots) {
                commands.add(barrier(first(), second(use, reads, writesSomething), slot));
            }
            return;
        }
        if (choice == 4) {
            commands.add("pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE], "
                    + "dstStage: [ALL_COMMANDS], dstAccess: [MEMORY_READ, MEMORY_WRITE]}]}");
            return;
        }
        commands.add(barrier(first(), second(use, reads, writesSomething), null));
        if (random.nextInt(6) == 0) {
            commands.add(barrier(first(), second(HOST, true, random.nextBoolean()), null));
        }
    }

    /** Makes what was written visible to the host. */
    void toHost(List<String> commands) {
        commands.add(barrier(first(), second(HOST, true, true), null));
    }

    /** The first half that covers what was done. */
    String first() {
        if (stages.isEmpty()) {
            return "srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE]";
        }
        Set<String> access = new LinkedHashSet<>(writes);
        access.removeIf(flag -> random.nextInt(100) < carelessness);
        return "srcStage: [" + String.join(", ", stages) + "], srcAccess: [" + String.join(", ", access) + "]";
    }

    /** The stages of what was done. */
    String sourceStages() {
        return stages.isEmpty() ? "[ALL_COMMANDS]" : "[" + String.join(", ", stages) + "]";
    }

    /** The second half for a command's accesses. */
    String second(Use use, boolean reads, boolean writesSomething) {
        return "dstStage: [" + use.stage() + "], dstAccess: [" + accesses(use, reads, writesSomething) + "]";
    }

    /** A command's accesses, of which some may be forgotten. */
    String accesses(Use use, boolean reads, boolean writesSomething) {
        List<String> access = new ArrayList<>();
        if (reads && !use.read().isEmpty() && random.nextInt(100) >= carelessness) {
            access.add(use.read());
        }
        if (writesSomething && random.nextInt(100) >= carelessness) {
            access.add(use.write());
        }
        return String.join(", ", access);
    }

    private static String barrier(String first, String second, Slot slot) {
        return slot == null
                ? "pipelineBarrier: {memory: [{" + first + ", " + second + "}]}"
                : "pipelineBarrier: {buffers: [{buffer: " + slot.buffer() + ", offset: " + slot.offset() + ", size: "
                        + slot.size() + ", " + first + ", " + second + "}]}";
    }
}
