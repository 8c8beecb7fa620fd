// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.price;

import dev.sluice.config.compact.BarrierSpec;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The stream that a pair is priced with: a command that leaves bytes dirty, more of its kind that keep its stage busy, the
 * barrier, and a command that reads the bytes again. All of it is ready and clean before: a first submission sees to that.
 */
final class PairProgram {
    /** What the barrier is called in the stream. */
    static final String LABEL = "the barrier";

    /** Texels of a row, at least: a wave or two. */
    static final int ROW = 64;

    private static final int WORD = 4;

    private final Pair pair;
    private final Busy busy;
    private final int width;
    private final int height;

    /**
     * For a pair.
     *
     * @param dirty bytes to be left dirty, more than none
     */
    PairProgram(Pair pair, long dirty, Busy busy) {
        this.pair = pair;
        this.busy = busy;
        long words = Math.max(ROW, (dirty + WORD - 1) / WORD);
        long rows = (long) Math.ceil(Math.sqrt((double) words) / ROW);
        this.width = Math.toIntExact(rows * ROW);
        this.height = Math.toIntExact((words + width - 1) / width);
    }

    /** Bytes of what both commands use, whole rows of it. */
    long bytes() {
        return WORD * words();
    }

    private long words() {
        return (long) width * height;
    }

    /**
     * The text of the stream, as YAML; without the barrier everything else is the same.
     *
     * @param device that the stream names
     */
    String text(String device, boolean withBarrier) {
        PairKernels kernels = new PairKernels(width, busy.cycles());
        PairCommands commands = new PairCommands(pair.subject(), width, height, kernels);
        List<String> priced = priced(commands, withBarrier);
        List<String> lines = new ArrayList<>(List.of("sluice: 1", "name: barrier"));
        lines.add("device: " + JsonNodeFactory.instance.stringNode(device)); // JSON's strings are YAML's, too
        lines.addAll(resources(commands.scratch()));
        lines.addAll(kernels.lines());
        lines.add("program:");
        lines.addAll(setUp(commands.scratch()));
        lines.addAll(priced);
        return String.join("\n", lines) + "\n";
    }

    private List<String> resources(Set<Scratch> scratch) {
        boolean buffer = pair.subject() == Subject.BUFFER;
        List<String> memory = new ArrayList<>();
        List<String> buffers = new ArrayList<>();
        List<String> images = new ArrayList<>();
        memory.add(memory("subject", hosted() ? "[HOST_VISIBLE, HOST_COHERENT]" : "[DEVICE_LOCAL]", buffer ? 1 : 2));
        if (buffer) {
            buffers.add("  - {name: x, memory: subject, size: " + bytes() + "}");
        } else {
            images.add("  - {name: x, memory: subject, extent: " + extent() + ", format: "
                    + (pair.subject() == Subject.COLOR_IMAGE ? "R8G8B8A8_UNORM" : "D32_SFLOAT") + ", usage: ["
                    + String.join(", ", usages()) + "], initialLayout: " + layoutBefore() + "}");
        }
        for (Scratch used : scratch) {
            memory.add(memory(used.memory(), "[DEVICE_LOCAL]", used.times()));
            String start = "  - {name: " + used.name + ", memory: " + used.memory() + ", ";
            switch (used) {
                case FIRST_BUFFER, SECOND_BUFFER -> buffers.add(start + "size: " + bytes() + "}");
                case FIRST_IMAGE, SECOND_IMAGE, BUSY_IMAGE ->
                    images.add(start + "extent: " + extent()
                            + ", format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT, TRANSFER_SRC, TRANSFER_DST],"
                            + " initialLayout: GENERAL}");
                case SAMPLES ->
                    images.add(start + "extent: " + extent()
                            + ", format: R8G8B8A8_UNORM, samples: 4, usage: [COLOR_ATTACHMENT, TRANSFER_SRC],"
                            + " initialLayout: GENERAL}");
            }
        }
        List<String> lines = new ArrayList<>();
        add(lines, "memory:", memory);
        add(lines, "buffers:", buffers);
        add(lines, "images:", images);
        return lines;
    }

    private static void add(List<String> lines, String key, List<String> entries) {
        if (!entries.isEmpty()) {
            lines.add(key);
            lines.addAll(entries);
        }
    }

    private String memory(String name, String properties, int times) {
        long padded = (long) (width + ROW) * (height + ROW) * WORD;
        return "  - {name: " + name + ", size: " + padded * times + ", properties: " + properties + "}";
    }

    private boolean hosted() {
        return pair.producer() == Use.HOST_WRITES || pair.consumer() == Use.HOST_READS;
    }

    private String extent() {
        return "[" + width + ", " + height + "]";
    }

    private List<String> usages() {
        List<String> usages = new ArrayList<>();
        for (Use use : new Use[] {pair.producer(), pair.consumer()}) {
            String usage = use == null || use.user == null
                    ? "TRANSFER_DST"
                    : switch (use.user) {
                        case COLOR -> "COLOR_ATTACHMENT";
                        case DEPTH -> "DEPTH_STENCIL_ATTACHMENT";
                        case SAMPLED -> "SAMPLED";
                        case INPUT -> "INPUT_ATTACHMENT";
                        case STORAGE -> "STORAGE";
                        case TRANSFER_READ -> "TRANSFER_SRC";
                        case TRANSFER_WRITE, PRESENT -> "TRANSFER_DST";
                    };
            if (!usages.contains(usage)) {
                usages.add(usage);
            }
        }
        return usages;
    }

    private ImageLayout layoutBefore() {
        return Objects.requireNonNullElse(pair.spec().oldLayout(), ImageLayout.GENERAL);
    }

    private ImageLayout layoutAfter() {
        return Objects.requireNonNullElse(pair.spec().newLayout(), ImageLayout.GENERAL);
    }

    /** Writes the buffers, and leaves nothing of that in a cache. */
    private List<String> setUp(Set<Scratch> scratch) {
        List<String> filled = new ArrayList<>();
        scratch.stream().filter(used -> used.buffer).forEach(used -> filled.add(used.name));
        if (pair.subject() == Subject.BUFFER) {
            filled.add("x");
        }
        if (filled.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(submission());
        filled.forEach(name -> lines.add(PairCommands.command("fillBuffer: {dst: " + name + ", data: 1}")));
        lines.add(
                PairCommands.command("pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE],"
                        + " dstStage: [ALL_COMMANDS, HOST], dstAccess: [MEMORY_READ, MEMORY_WRITE]}]}"));
        lines.add("  - deviceWaitIdle: {}");
        return lines;
    }

    private static List<String> submission() {
        return List.of("  - queueSubmit:", "      queue: universal.0", "      commands:");
    }

    private List<String> priced(PairCommands commands, boolean withBarrier) {
        List<String> lines = new ArrayList<>();
        Use producer = pair.producer();
        Use consumer = pair.consumer();
        if (producer == Use.HOST_WRITES) {
            lines.add("  - hostWrite: {buffer: x, data: {type: u32, pattern: constant, value: 1, count: " + words()
                    + "}}");
        }
        lines.addAll(submission());
        // without a producer: bytes that are dirty, though nobody is ordered with them
        lines.addAll(producer == null ? commands.bystander() : commands.before(producer, layoutBefore()));
        lines.addAll(busyWork(commands));
        if (withBarrier) {
            lines.addAll(barrier());
        }
        if (consumer != null) {
            lines.addAll(commands.after(consumer, layoutAfter()));
        }
        lines.add("      fence: done");
        lines.add("  - waitForFences: [done]");
        if (consumer == Use.HOST_READS) {
            lines.add("  - hostRead: {buffer: x, size: " + bytes() + "}");
        }
        return lines;
    }

    private List<String> barrier() {
        BarrierSpec spec = pair.spec();
        String masks = "srcStage: [" + String.join(", ", Stages.names(spec.srcStages())) + "], srcAccess: ["
                + String.join(", ", Accesses.names(spec.srcAccess())) + "], dstStage: ["
                + String.join(", ", Stages.names(spec.dstStages())) + "], dstAccess: ["
                + String.join(", ", Accesses.names(spec.dstAccess())) + "]";
        return List.of(
                PairCommands.command("label: " + LABEL),
                "          pipelineBarrier: {"
                        + (spec.oldLayout() == null
                                ? "memory: [{" + masks
                                : "images: [{image: x, oldLayout: " + spec.oldLayout() + ", newLayout: "
                                        + spec.newLayout() + ", " + masks)
                        + "}]}");
    }

    private List<String> busyWork(PairCommands commands) {
        List<String> lines = new ArrayList<>();
        Use producer = pair.producer();
        switch (Busy.Kind.of(producer)) {
            case CYCLES -> {
                if (busy.amount() > 0) {
                    lines.addAll(commands.spin(producer == null ? Stage.COMPUTE_SHADER : producer.stage));
                }
            }
            case TIMES -> {
                for (long i = 0; i < busy.amount() && producer != null; i++) {
                    lines.addAll(commands.before(producer, layoutBefore()));
                }
            }
            case NONE -> {}
        }
        return lines;
    }
}
