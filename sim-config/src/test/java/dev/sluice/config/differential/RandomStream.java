package dev.sluice.config.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A small random command stream: buffers, images, host operations and several submissions, with barriers that are mostly but not
 * always enough.
 *
 * <p>Everything lies on multiples of {@link #CHUNK} bytes, so that nothing shares a cache line or a non-coherent atom unless
 * {@code packed} asks for it.
 */
final class RandomStream {

    /** Bytes between what different accesses touch: no cache line or tile is longer. */
    static final int CHUNK = 256;

    private static final int CHUNKS = 8;
    private static final String COUNT = "count";
    private static final int WORDS = CHUNK / 4;

    private final SplittableRandom random;
    private final RandomBarriers barriers;
    private final List<String> queues;
    private final boolean packed;
    private final boolean careful;
    private final StringBuilder program = new StringBuilder();
    private final List<String> commands = new ArrayList<>();
    private final RandomImages images;
    private final RandomEvents events;
    /** The few buffers that this stream uses again and again. */
    private final List<String> hot = new ArrayList<>();

    private final boolean timeline;
    /** Whether buffer b belongs to one queue family at a time. */
    private final boolean owned;

    private String queue;
    private String acquire = "";
    private int submissions;
    private int fences;
    private String waits = "";
    private final List<String> openFences = new ArrayList<>();

    /**
     * @param queues the queues that the device has, the universal one first
     * @param packed whether neighbouring words of one line are used by different commands
     */
    RandomStream(long seed, List<String> queues, boolean packed) {
        this.random = new SplittableRandom(seed);
        this.queues = queues;
        this.packed = packed;
        int carelessness = List.of(0, 0, 0, 2, 10, 40).get(random.nextInt(6));
        this.careful = carelessness == 0;
        this.barriers = new RandomBarriers(random, carelessness);
        for (int i = 0; i < 3; i++) {
            hot.add(List.of("a", "a", "b", "c", "alias", "h", "k").get(random.nextInt(7)));
        }
        this.images = new RandomImages(random, barriers);
        this.events = new RandomEvents(random, barriers);
        this.timeline = random.nextInt(3) == 0;
        this.owned = queues.size() > 1 && random.nextInt(3) == 0;
        this.queue = anyQueue();
    }

    /** The stream as YAML. */
    String text(String name) {
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            hostWork();
            submission();
        }
        hostWork();
        return HEADER.formatted(name, owned ? ", sharingMode: EXCLUSIVE" : "") + program;
    }

    private static final String HEADER = """
            sluice: 1
            name: %s
            memory:
              - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
              - {name: shared, size: 64KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
              - {name: cached, size: 64KiB, properties: [HOST_VISIBLE, HOST_CACHED]}
            buffers:
              - {name: a, memory: local, offset: 0, size: 2KiB}
              - {name: b, memory: local, offset: 4KiB, size: 2KiB%s}
              - {name: c, memory: local, offset: 8KiB, size: 2KiB}
              - {name: alias, memory: local, offset: 1KiB, size: 2KiB}
              - {name: args, memory: local, offset: 16KiB, size: 256}
              - {name: h, memory: shared, offset: 0, size: 2KiB}
              - {name: late, memory: shared, offset: 8KiB, size: 2KiB}
              - {name: k, memory: cached, offset: 0, size: 2KiB}
            images:
              - {name: i, memory: local, offset: 64KiB, extent: [16, 16], format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT, SAMPLED, TRANSFER_SRC, TRANSFER_DST, STORAGE]}
              - {name: j, memory: local, offset: 128KiB, extent: [16, 16], format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT, SAMPLED, INPUT_ATTACHMENT, TRANSFER_SRC, TRANSFER_DST]}
            semaphores:
              - {name: t, type: timeline}
            kernels:
              move:
                localSize: [16]
                bindings: {s: storage, d: storage}
                code: |
                  v = load.u32 s[gid]
                  store.u32 d[gid] = v + 1
              twice:
                localSize: [16]
                bindings: {s: storage, d: storage}
                code: |
                  v = load.u32 s[gid]
                  w = load.u32 s[gid ^ 1]
                  store.u32 d[gid] = v + w
              uniforms:
                localSize: [16]
                bindings: {s: uniform, d: storage}
                code: |
                  v = load.u32 s[gid]
                  store.u32 d[gid] = v + 3
              put:
                localSize: [16]
                bindings: {d: storage}
                params: [n]
                code: |
                  store.u32 d[gid] = n + gid
              get:
                localSize: [16]
                bindings: {s: storage}
                code: |
                  v = load.u32 s[gid]
                  w = v + 1
              count:
                localSize: [16]
                bindings: {d: storage}
                code: |
                  atomic.add.u32 d[gid], 1
              sampled:
                localSize: [16]
                bindings: {t: sampled, d: storage}
                code: |
                  v = load.u32 t[gid & 15, gid >> 4 & 15]
                  store.u32 d[gid] = v
              paint:
                code: |
                  out.color0 = x + y * 256
            program:
            """;

    private String anyQueue() {
        boolean first = queues.size() < 2 || random.nextInt(owned ? 2 : 4) != 0;
        return first ? queues.get(0) : queues.get(1 + random.nextInt(queues.size() - 1));
    }

    private static String family(String queue) {
        return queue.substring(0, queue.indexOf('.'));
    }

    /** The halves that pass buffer b on to the next submission's queue family; careless streams forget one or the other. */
    private void passOn(String next) {
        if (!owned || family(queue).equals(family(next))) {
            return;
        }
        String families = ", srcQueueFamily: " + family(queue) + ", dstQueueFamily: " + family(next) + "}]}";
        String bytes = "pipelineBarrier: {buffers: [{buffer: b, offset: 0, size: ";
        if (careful || random.nextInt(3) != 0) {
            commands.add(
                    bytes + "2048, srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE], dstStage: [NONE], dstAccess: []"
                            + families);
        }
        if (careful || random.nextInt(3) != 0) {
            int size = careful || random.nextInt(3) != 0 ? 2048 : 1024;
            String after = random.nextBoolean() ? "NONE" : "ALL_COMMANDS";
            acquire = bytes + size + ", srcStage: [" + after + "], srcAccess: [], dstStage: [ALL_COMMANDS], dstAccess: "
                    + "[MEMORY_READ, MEMORY_WRITE]" + families;
        }
    }

    private void submission() {
        boolean graphics = queue.equals(queues.get(0));
        boolean compute = !queue.startsWith("transfer");
        commands.clear();
        if (!acquire.isEmpty()) {
            commands.add(acquire);
            acquire = "";
        }
        int count = 2 + random.nextInt(12);
        for (int i = 0; i < count; i++) {
            command(graphics, compute);
        }
        events.finish(commands);
        if (compute && random.nextInt(4) == 0) {
            Slot target = slot(1);
            before(RandomBarriers.COPY, true, true, null, target);
            events.copyFromHost(commands, target, careful);
            barriers.did(RandomBarriers.COPY, true, true);
            events.finish(commands);
        }
        if (careful) {
            barriers.toHost(commands);
        }
        String next = anyQueue();
        passOn(next);
        program.append("  - queueSubmit:\n      queue: ")
                .append(queue)
                .append('\n')
                .append(waits);
        waits = "";
        program.append("      commands:\n");
        commands.forEach(line -> program.append("        - ").append(line).append('\n'));
        if (careful || random.nextInt(2) == 0) {
            String name = timeline ? "t, value: " + (submissions + 1) : "s" + submissions;
            String stages = !careful && random.nextInt(3) == 0 ? barriers.anyStages() : "[ALL_COMMANDS]";
            program.append("      signal: [{semaphore: ")
                    .append(name)
                    .append(", stages: ")
                    .append(stages)
                    .append("}]\n");
            String waiting = !careful && random.nextInt(3) == 0 ? barriers.anyStages() : "[ALL_COMMANDS]";
            waits = "      wait: [{semaphore: " + name + ", stages: " + waiting + "}]\n";
        }
        if (random.nextInt(2) == 0) {
            String fence = "f" + fences++;
            program.append("      fence: ").append(fence).append('\n');
            openFences.add(fence);
        }
        events.hostOperations().forEach(this::host);
        submissions++;
        queue = next;
        barriers.submitted(graphics);
    }

    private void command(boolean graphics, boolean compute) {
        int kind = random.nextInt(compute ? 12 : 4);
        if (kind >= 10 && !graphics) {
            kind = 4;
        }
        if (kind >= 10) {
            images.command(commands, this);
            return;
        }
        int length = 1 + random.nextInt(2);
        Slot source = slot(length);
        Slot target = slot(length);
        if (source.overlaps(target)) {
            target = new Slot(source.buffer.equals("b") ? "c" : "b", target.offset, target.size);
        }
        switch (kind) {
            case 0, 1 -> {
                before(RandomBarriers.COPY, true, true, source, target);
                commands.add(
                        "copyBuffer: {src: " + source.buffer + ", dst: " + target.buffer + ", regions: [{srcOffset: "
                                + source.offset + ", dstOffset: " + target.offset + ", size: " + source.size + "}]}");
                barriers.did(RandomBarriers.COPY, true, true);
            }
            case 2 -> {
                before(RandomBarriers.CLEAR, false, true, null, target);
                commands.add("fillBuffer: {dst: " + target.buffer + ", offset: " + target.offset + ", size: "
                        + target.size + ", data: " + random.nextInt(1000) + "}");
                barriers.did(RandomBarriers.CLEAR, false, true);
            }
            case 3 -> {
                before(RandomBarriers.CLEAR, false, true, null, target);
                commands.add("updateBuffer: {dst: " + target.buffer + ", offset: " + target.offset
                        + ", data: {type: u32, pattern: iota, start: " + random.nextInt(1000) + ", count: "
                        + target.size / 4
                        + "}}");
                barriers.did(RandomBarriers.CLEAR, false, true);
            }
            case 4 -> indirect(source, target);
            case 5 -> dispatch(random.nextBoolean() ? "move" : "twice", RandomBarriers.STORAGE, source, target);
            case 6 -> dispatch("uniforms", RandomBarriers.UNIFORM, source, target);
            case 7 -> dispatch("put", RandomBarriers.STORAGE, null, target);
            case 8 -> dispatch("get", RandomBarriers.STORAGE, source, null);
            default -> dispatch(COUNT, RandomBarriers.STORAGE, null, target);
        }
    }

    /** Perhaps something that orders the next command after earlier ones. */
    private void before(RandomBarriers.Use use, boolean reads, boolean writes, Slot source, Slot target) {
        if (events.before(commands, use, reads, writes)) {
            return;
        }
        barriers.before(commands, use, reads, writes, source, target);
    }

    /** A dispatch whose group count the device writes. */
    private void indirect(Slot source, Slot target) {
        Slot arguments = new Slot("args", 0, CHUNK);
        before(RandomBarriers.CLEAR, false, true, null, arguments);
        commands.add(
                "updateBuffer: {dst: args, offset: 0, data: {type: u32, values: [" + source.size / 64 + ", 1, 1]}}");
        barriers.did(RandomBarriers.CLEAR, false, true);
        barriers.before(commands, RandomBarriers.INDIRECT, true, false, arguments, null);
        before(RandomBarriers.STORAGE, true, true, source, target);
        commands.add("dispatchIndirect: {kernel: move, buffer: args, offset: 0, bind: {s: " + source + ", d: " + target
                + "}}");
        barriers.did(RandomBarriers.INDIRECT, true, false);
        barriers.did(RandomBarriers.STORAGE, true, true);
    }

    private void dispatch(String kernel, RandomBarriers.Use use, Slot source, Slot target) {
        before(use, source != null || kernel.equals(COUNT), target != null, source, target);
        int words = (source == null ? target : source).size / 4;
        StringBuilder bind = new StringBuilder();
        if (source != null) {
            bind.append("s: ").append(source);
        }
        if (target != null) {
            bind.append(source == null ? "" : ", ").append("d: ").append(target);
        }
        commands.add("dispatch: {kernel: " + kernel + ", groups: [" + words / 16 + "], bind: {" + bind + "}"
                + (kernel.equals("put") ? ", params: {n: " + random.nextInt(1000) + "}" : "") + "}");
        barriers.did(use, source != null || kernel.equals(COUNT), target != null);
    }

    /** A part of a buffer for a command of {@link RandomImages}. */
    Slot slot(int length) {
        String buffer = hot.get(random.nextInt(hot.size()));
        int unit = packed ? CHUNK / 4 : CHUNK;
        int offset = random.nextInt(2 * CHUNK / unit) * unit + (buffer.equals("a") ? CHUNKS / 2 * CHUNK : 0);
        return new Slot(buffer, Math.min(offset, (CHUNKS - length) * CHUNK), length * CHUNK);
    }

    private void hostWork() {
        int count = random.nextInt(4);
        if (careful && count > 0) {
            host("deviceWaitIdle: {}");
            host("invalidateMappedMemoryRanges: [{memory: cached, offset: 0, size: WHOLE_SIZE}]");
        }
        for (int i = 0; i < count; i++) {
            hostOperation();
        }
    }

    private void hostOperation() {
        String buffer = random.nextBoolean() ? "h" : "k";
        int offset = random.nextInt(2) * CHUNK;
        switch (random.nextInt(8)) {
            case 0, 1 -> {
                host("hostWrite: {buffer: " + buffer + ", offset: " + offset
                        + ", data: {type: u32, pattern: iota, start: " + random.nextInt(1000) + ", count: " + WORDS
                        + "}}");
                if (careful || random.nextInt(4) != 0) {
                    host("flushMappedMemoryRanges: [{memory: cached, offset: 0, size: WHOLE_SIZE}]");
                }
            }
            case 2, 3 -> {
                if (random.nextInt(4) != 0) {
                    host("invalidateMappedMemoryRanges: [{memory: cached, offset: 0, size: WHOLE_SIZE}]");
                }
                host("hostRead: {buffer: " + buffer + ", offset: " + offset + ", size: " + CHUNK + "}");
            }
            case 4 -> host("deviceWaitIdle: {}");
            case 5 ->
                host("invalidateMappedMemoryRanges: [{memory: cached, offset: " + offset + ", size: " + CHUNK + "}]");
            default -> {
                if (!openFences.isEmpty()) {
                    host("waitForFences: [" + openFences.remove(random.nextInt(openFences.size())) + "]");
                }
            }
        }
    }

    private void host(String line) {
        program.append("  - ").append(line).append('\n');
    }

    /** Bytes of a buffer. */
    record Slot(String buffer, int offset, int size) {
        private int base() {
            return switch (buffer) {
                case "a" -> 0;
                case "alias" -> 1024;
                case "b" -> 4096;
                case "args" -> 16384;
                case "c" -> 8192;
                case "h" -> 1 << 20;
                default -> 2 << 20;
            };
        }

        boolean overlaps(Slot other) {
            return base() + offset < other.base() + other.offset + other.size
                    && other.base() + other.offset < base() + offset + size;
        }

        @Override
        public String toString() {
            return "{buffer: " + buffer + ", offset: " + offset + ", size: " + size + "}";
        }
    }
}
