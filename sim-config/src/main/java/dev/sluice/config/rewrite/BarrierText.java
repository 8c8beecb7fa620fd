package dev.sluice.config.rewrite;

import dev.sluice.core.barrier.Access;
import dev.sluice.core.barrier.Accesses;
import dev.sluice.core.barrier.Stage;
import dev.sluice.core.barrier.Stages;
import dev.sluice.core.command.Barrier;
import dev.sluice.core.command.BufferDeclaration;
import dev.sluice.core.command.BufferRange;
import dev.sluice.core.command.Command;
import dev.sluice.core.command.ImageDeclaration;
import dev.sluice.core.command.ImageRange;
import dev.sluice.core.command.ImageTransition;
import dev.sluice.core.command.StreamProgram;
import dev.sluice.core.image.Aspect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes barriers as a stream file has them. */
public final class BarrierText {
    private final StreamProgram stream;
    private final boolean json;

    /**
     * For a stream, whose buffers and images decide what may be left out.
     *
     * @param json whether keys and names need quotes
     */
    public BarrierText(StreamProgram stream, boolean json) {
        this.stream = stream;
        this.json = json;
    }

    /** A list of names: {@code [COPY, BLIT]}. */
    String stages(long mask) {
        return mask == 0
                ? "[" + text(Stage.NONE.name()) + "]"
                : names(Stages.list(mask).stream().map(Enum::name).toList());
    }

    /** A list of names of accesses. */
    String accesses(long mask) {
        return mask == 0
                ? "[" + text(Access.NONE.name()) + "]"
                : names(Accesses.list(mask).stream().map(Enum::name).toList());
    }

    private String names(List<String> names) {
        return names.stream().map(this::text).collect(Collectors.joining(", ", "[", "]"));
    }

    /** A name or number, quoted where JSON wants it. */
    private String text(String name) {
        return json ? JsonText.quoted(name) : name.matches("[A-Za-z_][A-Za-z0-9_.+-]*") ? name : JsonText.quoted(name);
    }

    private String key(String key) {
        return json ? '"' + key + "\": " : key + ": ";
    }

    /** One barrier as a mapping in braces. */
    public String barrier(Barrier barrier) {
        List<String> parts = new ArrayList<>();
        BufferRange range = barrier.range();
        ImageTransition image = barrier.image();
        if (range != null) {
            buffer(range, parts);
        } else if (image != null) {
            image(image, parts);
        }
        parts.add(key("srcStage") + stages(barrier.srcStages()));
        parts.add(key("srcAccess") + accesses(barrier.srcAccess()));
        parts.add(key("dstStage") + stages(barrier.dstStages()));
        parts.add(key("dstAccess") + accesses(barrier.dstAccess()));
        if (barrier.srcQueueFamily() != null) {
            parts.add(key("srcQueueFamily") + text(barrier.srcQueueFamily()));
        }
        if (barrier.dstQueueFamily() != null) {
            parts.add(key("dstQueueFamily") + text(barrier.dstQueueFamily()));
        }
        return "{" + String.join(", ", parts) + "}";
    }

    private void buffer(BufferRange range, List<String> parts) {
        parts.add(key("buffer") + text(range.buffer()));
        long size = stream.buffers().stream()
                .filter(b -> b.name().equals(range.buffer()))
                .mapToLong(BufferDeclaration::size)
                .findFirst()
                .orElse(-1);
        if (range.offset() != 0) {
            parts.add(key("offset") + range.offset());
        }
        if (range.offset() + range.size() != size) {
            parts.add(key("size") + range.size());
        }
    }

    private void image(ImageTransition transition, List<String> parts) {
        ImageRange range = transition.range();
        parts.add(key("image") + text(range.image()));
        parts.add(key("oldLayout") + text(transition.oldLayout().name()));
        parts.add(key("newLayout") + text(transition.newLayout().name()));
        ImageDeclaration image = stream.images().stream()
                .filter(i -> i.name().equals(range.image()))
                .findFirst()
                .orElse(null);
        if (image != null
                && range.levels() == image.spec().levels()
                && range.layers() == image.spec().layers()
                && Arrays.stream(Aspect.values())
                        .allMatch(aspect -> image.spec().format().has(aspect)
                                == range.aspects().contains(aspect))) {
            return;
        }
        parts.add(key("aspectMask")
                + names(range.aspects().stream().sorted().map(Enum::name).toList()));
        parts.add(key("baseMipLevel") + range.level());
        parts.add(key("levelCount") + range.levels());
        parts.add(key("baseArrayLayer") + range.layer());
        parts.add(key("layerCount") + range.layers());
    }

    /** A command's one key with its value, in braces and brackets: {@code pipelineBarrier: {...}}. */
    public String command(Command command) {
        List<String> parts = new ArrayList<>();
        List<Barrier> barriers = List.of();
        if (command instanceof Command.PipelineBarrier barrier) {
            barriers = barrier.barriers();
            if (barrier.byRegion()) {
                parts.add(key("dependencyFlags") + names(List.of("BY_REGION")));
            }
        } else if (command instanceof Command.SetEvent set) {
            barriers = set.barriers();
            parts.add(key("event") + text(set.event()));
        } else if (command instanceof Command.WaitEvents wait) {
            Set<String> events = new LinkedHashSet<>();
            wait.waits().forEach(one -> events.addAll(one.events()));
            barriers = wait.waits().get(0).barriers();
            parts.add(key("events") + names(List.copyOf(events)));
        }
        for (Group group : Group.values()) {
            List<String> texts = group.of(barriers).stream().map(this::barrier).toList();
            if (!texts.isEmpty()) {
                parts.add(key(group.key()) + "[" + String.join(", ", texts) + "]");
            }
        }
        return key(command.kind()) + "{" + String.join(", ", parts) + "}";
    }

    /**
     * A command as a block of lines, the first of which begins with {@code - }.
     *
     * @param indent spaces before the dash
     * @param beside lines for keys beside the command's own
     * @param comment a comment for the first line, or empty
     * @param texts the barriers' own texts where they are known, in order; null to write them
     */
    List<String> block(
            Command command, int indent, List<String> beside, String comment, @Nullable List<@Nullable String> texts) {
        String dash = " ".repeat(indent) + "- ";
        String inner = " ".repeat(indent + 2);
        String deeper = " ".repeat(indent + 4);
        List<String> lines = new ArrayList<>();
        beside.forEach(line -> lines.add((lines.isEmpty() ? dash : inner) + line));
        lines.add((lines.isEmpty() ? dash : inner) + command.kind() + ":" + comment);
        List<Barrier> barriers = List.of();
        if (command instanceof Command.PipelineBarrier barrier) {
            barriers = barrier.barriers();
            if (barrier.byRegion()) {
                lines.add(deeper + "dependencyFlags: [BY_REGION]");
            }
        } else if (command instanceof Command.SetEvent set) {
            barriers = set.barriers();
            lines.add(deeper + "event: " + text(set.event()));
        } else if (command instanceof Command.WaitEvents wait) {
            barriers = wait.waits().get(0).barriers();
            lines.add(deeper + "events: "
                    + names(wait.waits().stream()
                            .flatMap(one -> one.events().stream())
                            .toList()));
        }
        for (Group group : Group.values()) {
            List<String> written = new ArrayList<>();
            for (int i = 0; i < barriers.size(); i++) {
                if (Group.of(barriers.get(i)) == group) {
                    String own = texts == null ? null : texts.get(i);
                    written.add(own == null ? barrier(barriers.get(i)) : own);
                }
            }
            if (written.size() == 1) {
                lines.add(deeper + group.key() + ": [" + written.get(0) + "]");
            } else if (!written.isEmpty()) {
                lines.add(deeper + group.key() + ":");
                written.forEach(one -> lines.add(deeper + "  - " + one));
            }
        }
        return lines;
    }

    /** The lists in which a command keeps its barriers, in the order in which they are resolved. */
    enum Group {
        MEMORY("memory"),
        BUFFERS("buffers"),
        IMAGES("images");

        private final String key;

        Group(String key) {
            this.key = key;
        }

        String key() {
            return key;
        }

        static Group of(Barrier barrier) {
            return barrier.range() != null ? BUFFERS : barrier.image() != null ? IMAGES : MEMORY;
        }

        List<Barrier> of(List<Barrier> barriers) {
            return barriers.stream().filter(barrier -> of(barrier) == this).toList();
        }
    }
}
