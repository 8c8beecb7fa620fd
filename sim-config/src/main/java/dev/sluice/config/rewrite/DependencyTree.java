// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.rewrite;

import dev.sluice.program.Barrier;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Barriers, and the commands that have them, as the tree of a stream: the one place that spells them.
 *
 * <p>A hint for a person differs from what a file gets: it says the masks before the layouts and leaves out accesses of
 * which there are none.
 */
final class DependencyTree {
    private static final Pattern WORD_START = Pattern.compile("_(.)");

    /** The stream that a file holds; null for hints. */
    private final @Nullable StreamProgram file;
    /** The image that a hint names, if it is known. */
    private final @Nullable ImageSpec image;

    private DependencyTree(@Nullable StreamProgram file, @Nullable ImageSpec image) {
        this.file = file;
        this.image = image;
    }

    /** For the file of a stream, whose buffers and images decide what may be left out. */
    static DependencyTree ofFile(StreamProgram stream) {
        return new DependencyTree(stream, null);
    }

    /** For a hint, which names at most one image. */
    static DependencyTree ofHint(@Nullable ImageSpec image) {
        return new DependencyTree(null, image);
    }

    /** A command by its name. */
    Map<String, Object> command(Command command) {
        return Map.of(command.kind(), arguments(command));
    }

    /** What a command with barriers is given. */
    Map<String, Object> arguments(Command command) {
        Map<String, Object> tree = new LinkedHashMap<>();
        if (command instanceof Command.SetEvent set) {
            tree.put("event", set.event());
        } else if (command instanceof Command.ResetEvent reset) {
            tree.put("event", reset.event());
            tree.put(key(Cure.Mask.Part.STAGE_MASK), names(new Cure.Mask(Cure.Mask.Part.STAGE_MASK, reset.stages())));
        } else if (command instanceof Command.WaitEvents wait) {
            tree.put(
                    "events",
                    wait.waits().stream()
                            .flatMap(one -> one.events().stream())
                            .distinct()
                            .toList());
        }
        boolean byRegion = command instanceof Command.PipelineBarrier barrier && barrier.byRegion();
        if (byRegion && file != null) {
            tree.putAll(byRegion());
        }
        tree.putAll(groups(barriers(command)));
        if (byRegion) {
            tree.putAll(byRegion());
        }
        return tree;
    }

    /** The barriers of a command; of a wait for several events those that they share. */
    static List<Barrier> barriers(Command command) {
        if (command instanceof Command.PipelineBarrier barrier) {
            return barrier.barriers();
        }
        if (command instanceof Command.SetEvent set) {
            return set.barriers();
        }
        return command instanceof Command.WaitEvents wait ? wait.waits().get(0).barriers() : List.of();
    }

    /** That a dependency is by region. */
    static Map<String, Object> byRegion() {
        return Map.of("dependencyFlags", List.of("BY_REGION"));
    }

    private Map<String, Object> groups(List<Barrier> barriers) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (Group group : Group.values()) {
            List<Map<String, Object>> members =
                    group.of(barriers).stream().map(this::barrier).toList();
            if (!members.isEmpty()) {
                tree.put(group.key(), members);
            }
        }
        return tree;
    }

    /** Barriers by their groups, each with its resource and masks alone: the whole of it, in the layout that it is in. */
    Map<String, Object> masksOf(List<Barrier> barriers) {
        return Map.of(
                Group.of(barriers.get(0)).key(),
                barriers.stream()
                        .map(barrier -> {
                            Map<String, Object> tree = new LinkedHashMap<>();
                            if (barrier.image() != null) {
                                tree.put("image", barrier.image().range().image());
                            }
                            scopes(barrier, tree);
                            return tree;
                        })
                        .toList());
    }

    /** One barrier. */
    Map<String, Object> barrier(Barrier barrier) {
        Map<String, Object> tree = new LinkedHashMap<>();
        BufferRange range = barrier.range();
        ImageTransition transition = barrier.image();
        if (range != null) {
            buffer(range, tree);
        } else if (transition != null) {
            tree.put("image", transition.range().image());
        }
        if (transition == null) {
            scopes(barrier, tree);
        } else if (file != null) {
            layouts(transition.oldLayout(), transition.newLayout(), tree);
            subresources(transition.range(), tree);
            scopes(barrier, tree);
        } else {
            scopes(barrier, tree);
            if (transition.newLayout() != ImageLayout.UNDEFINED) {
                layouts(transition.oldLayout(), transition.newLayout(), tree);
            }
            hintedSubresources(transition.range(), tree);
        }
        return tree;
    }

    private void scopes(Barrier barrier, Map<String, Object> tree) {
        tree.putAll(masks(Cure.Masks.of(barrier), barrier.srcQueueFamily() != null));
        families(barrier.srcQueueFamily(), barrier.dstQueueFamily(), tree);
    }

    static void families(@Nullable String from, @Nullable String to, Map<String, Object> tree) {
        if (from != null) {
            tree.put("srcQueueFamily", from);
        }
        if (to != null) {
            tree.put("dstQueueFamily", to);
        }
    }

    /**
     * Masks by their keys.
     *
     * @param all whether a hint has those of no access as well: each half of a transfer has none on the other side
     */
    Map<String, Object> masks(Cure.Masks masks, boolean all) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (Cure.Mask mask : masks.masks()) {
            List<String> names = names(mask);
            if (all || !names.isEmpty()) {
                tree.put(key(mask.part()), names);
            }
        }
        return tree;
    }

    /** The names of a mask's flags; in a file none have a name, too. */
    List<String> names(Cure.Mask mask) {
        if (mask.flags() != 0) {
            return mask.names();
        }
        return mask.part().accesses()
                ? file == null ? List.of() : List.of(Access.NONE.name())
                : List.of(Stage.NONE.name());
    }

    static String key(Cure.Mask.Part part) {
        return WORD_START
                .matcher(part.name().toLowerCase(Locale.ROOT))
                .replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT));
    }

    private void buffer(BufferRange range, Map<String, Object> tree) {
        long size = file == null
                ? -1
                : file.buffers().stream()
                        .filter(b -> b.name().equals(range.buffer()))
                        .mapToLong(BufferDeclaration::size)
                        .findFirst()
                        .orElse(-1);
        tree.put("buffer", range.buffer());
        if (file == null || range.offset() != 0) {
            tree.put("offset", range.offset());
        }
        if (range.offset() + range.size() != size) {
            tree.put("size", range.size());
        }
    }

    static void layouts(ImageLayout oldLayout, ImageLayout newLayout, Map<String, Object> tree) {
        tree.put("oldLayout", oldLayout.name());
        tree.put("newLayout", newLayout.name());
    }

    private void subresources(ImageRange range, Map<String, Object> tree) {
        ImageSpec spec = file == null
                ? null
                : file.images().stream()
                        .filter(i -> i.name().equals(range.image()))
                        .findFirst()
                        .map(ImageDeclaration::spec)
                        .orElse(null);
        if (spec == null || !whole(range, spec) || !range.aspects().equals(aspects(spec))) {
            aspectMask(range, tree);
            levels(range, tree);
            layers(range, tree);
        }
    }

    private void hintedSubresources(ImageRange range, Map<String, Object> tree) {
        boolean single = range.level() == 0 && range.levels() == 1 && range.layer() == 0 && range.layers() == 1;
        if (image == null ? !single : !whole(range, image)) {
            levels(range, tree);
            if (image == null || image.depth() == 1) {
                layers(range, tree);
            }
        }
        if (image != null && !range.aspects().equals(aspects(image))) {
            aspectMask(range, tree);
        }
    }

    private static void aspectMask(ImageRange range, Map<String, Object> tree) {
        tree.put("aspectMask", range.aspects().stream().sorted().map(Enum::name).toList());
    }

    private static boolean whole(ImageRange range, ImageSpec spec) {
        return range.levels() == spec.levels() && range.layers() == spec.layers();
    }

    private static Set<Aspect> aspects(ImageSpec spec) {
        return Arrays.stream(Aspect.values()).filter(spec.format()::has).collect(Collectors.toSet());
    }

    private static void levels(ImageRange range, Map<String, Object> tree) {
        tree.put("baseMipLevel", range.level());
        tree.put("levelCount", range.levels());
    }

    private static void layers(ImageRange range, Map<String, Object> tree) {
        tree.put("baseArrayLayer", range.layer());
        tree.put("layerCount", range.layers());
    }

    /** The lists in which a command keeps its barriers, in the order in which they are resolved. */
    enum Group {
        MEMORY,
        BUFFERS,
        IMAGES;

        String key() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Group of(Barrier barrier) {
            return barrier.range() != null ? BUFFERS : barrier.image() != null ? IMAGES : MEMORY;
        }

        List<Barrier> of(List<Barrier> barriers) {
            return barriers.stream().filter(barrier -> of(barrier) == this).toList();
        }
    }
}
