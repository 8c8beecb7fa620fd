// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Commands on the buffers of a {@link RandomStream}: copies, fills, updates, dispatches. */
final class RandomBuffers {

    private static final int CHUNKS = 8;
    private static final int CHUNK = RandomStream.CHUNK;
    private static final String COUNT = "count";

    private final SplittableRandom random;
    private final RandomBarriers barriers;
    private final RandomEvents events;
    private final boolean packed;
    /** The few buffers that are used again and again. */
    private final List<String> hot = new ArrayList<>();

    private String spare = "b";

    RandomBuffers(SplittableRandom random, RandomBarriers barriers, RandomEvents events, boolean packed) {
        this.random = random;
        this.barriers = barriers;
        this.events = events;
        this.packed = packed;
    }

    /** Chooses a few buffers to use from here on. */
    void choose(int count, List<String> from) {
        hot.clear();
        for (int i = 0; i < count; i++) {
            hot.add(from.get(random.nextInt(from.size())));
        }
        spare = from.contains("b") ? "b" : "a";
    }

    /** A command; one that needs a compute queue only if there is one, an indirect one only if the arguments are free. */
    void command(List<String> commands, boolean compute, boolean indirect) {
        int length = 1 + random.nextInt(2);
        Slot source = slot(length);
        Slot target = slot(length);
        if (source.overlaps(target)) {
            String other = !source.buffer().equals(spare) ? spare : spare.equals("a") ? "h" : "c";
            target = new Slot(other, target.offset(), target.size());
        }
        switch (random.nextInt(compute ? 10 : 4)) {
            case 0, 1 -> {
                before(commands, RandomBarriers.COPY, true, true, source, target);
                commands.add("copyBuffer: {src: " + source.buffer() + ", dst: " + target.buffer()
                        + ", regions: [{srcOffset: " + source.offset() + ", dstOffset: " + target.offset() + ", size: "
                        + source.size() + "}]}");
                barriers.did(RandomBarriers.COPY, true, true);
            }
            case 2 -> {
                before(commands, RandomBarriers.CLEAR, false, true, null, target);
                commands.add("fillBuffer: {dst: " + target.buffer() + ", offset: " + target.offset() + ", size: "
                        + target.size() + ", data: " + random.nextInt(1000) + "}");
                barriers.did(RandomBarriers.CLEAR, false, true);
            }
            case 3 -> {
                before(commands, RandomBarriers.CLEAR, false, true, null, target);
                commands.add("updateBuffer: {dst: " + target.buffer() + ", offset: " + target.offset()
                        + ", data: {type: u32, pattern: iota, start: " + random.nextInt(1000) + ", count: "
                        + target.size() / 4
                        + "}}");
                barriers.did(RandomBarriers.CLEAR, false, true);
            }
            case 4 -> {
                if (indirect) {
                    indirect(commands, source, target);
                }
            }
            case 5 ->
                dispatch(commands, random.nextBoolean() ? "move" : "twice", RandomBarriers.STORAGE, source, target);
            case 6 -> dispatch(commands, "uniforms", RandomBarriers.UNIFORM, source, target);
            case 7 -> dispatch(commands, "put", RandomBarriers.STORAGE, null, target);
            case 8 -> dispatch(commands, "get", RandomBarriers.STORAGE, source, null);
            default -> dispatch(commands, COUNT, RandomBarriers.STORAGE, null, target);
        }
    }

    /** Perhaps a copy of what the host writes when the submission has begun. */
    void copyFromHost(List<String> commands, boolean careful) {
        if (random.nextInt(4) == 0) {
            Slot target = slot(1);
            before(commands, RandomBarriers.COPY, true, true, null, target);
            events.copyFromHost(commands, target, careful);
            barriers.did(RandomBarriers.COPY, true, true);
            events.finish(commands);
        }
    }

    /** Perhaps something that orders the next command after earlier ones. */
    private void before(
            List<String> commands,
            RandomBarriers.Use use,
            boolean reads,
            boolean writes,
            @Nullable Slot source,
            @Nullable Slot target) {
        if (events.before(commands, use, reads, writes)) {
            return;
        }
        barriers.before(commands, use, reads, writes, source, target);
    }

    /** A dispatch whose group count the device writes. */
    private void indirect(List<String> commands, Slot source, Slot target) {
        Slot arguments = new Slot("args", 0, CHUNK);
        before(commands, RandomBarriers.CLEAR, false, true, null, arguments);
        commands.add(
                "updateBuffer: {dst: args, offset: 0, data: {type: u32, values: [" + source.size() / 64 + ", 1, 1]}}");
        barriers.did(RandomBarriers.CLEAR, false, true);
        barriers.before(commands, RandomBarriers.INDIRECT, true, false, arguments, null);
        before(commands, RandomBarriers.STORAGE, true, true, source, target);
        commands.add("dispatchIndirect: {kernel: move, buffer: args, offset: 0, bind: {s: " + source + ", d: " + target
                + "}}");
        barriers.did(RandomBarriers.INDIRECT, true, false);
        barriers.did(RandomBarriers.STORAGE, true, true);
    }

    private void dispatch(
            List<String> commands,
            String kernel,
            RandomBarriers.Use use,
            @Nullable Slot source,
            @Nullable Slot target) {
        before(commands, use, source != null || kernel.equals(COUNT), target != null, source, target);
        int words = 0;
        StringBuilder bind = new StringBuilder();
        if (source != null) {
            words = source.size() / 4;
            bind.append("s: ").append(source);
        }
        if (target != null) {
            words = target.size() / 4;
            bind.append(source == null ? "" : ", ").append("d: ").append(target);
        }
        commands.add("dispatch: {kernel: " + kernel + ", groups: [" + words / 16 + "], bind: {" + bind + "}"
                + (kernel.equals("put") ? ", params: {n: " + random.nextInt(1000) + "}" : "") + "}");
        barriers.did(use, source != null || kernel.equals(COUNT), target != null);
    }

    /** A part of a buffer. */
    Slot slot(int length) {
        String buffer = hot.get(random.nextInt(hot.size()));
        int unit = packed ? CHUNK / 4 : CHUNK;
        int offset = random.nextInt(2 * CHUNK / unit) * unit + (buffer.equals("a") ? CHUNKS / 2 * CHUNK : 0);
        return new Slot(buffer, Math.min(offset, (CHUNKS - length) * CHUNK), length * CHUNK);
    }
}
