// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.rewrite;

import dev.sluice.program.HostOperation;
import dev.sluice.program.MemoryRange;
import dev.sluice.program.edit.Cure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cure in the syntax of streams.
 *
 * @param note whether it is a comment and no part of a stream
 * @param text what is to be written or, in a note, done
 */
public record CureText(boolean note, String text) {
    private static final DependencyTree HINT = DependencyTree.ofHint(null);
    private static final String SHARED = "sharingMode: CONCURRENT";

    /** The text of a cure. */
    public static CureText of(Cure cure) {
        String step = step(cure);
        String written = step == null ? part(cure) : step;
        return written == null ? new CureText(true, words(cure)) : new CureText(false, written);
    }

    /** The text of a cure as a comment if it is one. */
    public static String line(Cure cure) {
        return of(cure).toString();
    }

    @Override
    public String toString() {
        return note ? "# " + text : text;
    }

    /** A step with the place where it goes, or null. */
    private static @Nullable String step(Cure cure) {
        if (cure instanceof Cure.InsertCommand insert) {
            return item(
                    DependencyTree.ofHint(insert.image()).command(insert.command()),
                    insert.spot().words());
        }
        if (cure instanceof Cure.InsertOperation insert) {
            return item(
                    Map.of(insert.operation().kind(), arguments(insert.operation())),
                    insert.spot().words());
        }
        if (cure instanceof Cure.WaitForFence fence) {
            return item(
                    Map.of("waitForFences", List.of("F")),
                    "before " + fence.waiter()
                            + ", with fence: F at the submission of " + fence.submission()
                            + (fence.domain() ? "; and a barrier to HOST before the fence" : ""));
        }
        if (cure instanceof Cure.Transition transition) {
            Map<String, Object> image = new LinkedHashMap<>();
            image.put("image", transition.image());
            DependencyTree.layouts(transition.oldLayout(), transition.newLayout(), image);
            return "- pipelineBarrier: {images: [{" + Flow.YAML.entries(image) + ", ...}]}   # before it";
        }
        return null;
    }

    private static String item(Map<String, Object> step, String place) {
        return "- " + Flow.YAML.entries(step) + (place.isEmpty() ? "" : "   # " + place);
    }

    private static Object arguments(HostOperation operation) {
        if (operation instanceof HostOperation.FlushMappedMemoryRanges flush) {
            return ranges(flush.ranges());
        }
        if (operation instanceof HostOperation.InvalidateMappedMemoryRanges invalidate) {
            return ranges(invalidate.ranges());
        }
        if (operation instanceof HostOperation.ResetEvent reset) {
            return reset.event();
        }
        if (operation instanceof HostOperation.StoreFence) {
            return Map.of();
        }
        throw new IllegalArgumentException("no cure has a " + operation.kind());
    }

    private static List<Map<String, Object>> ranges(List<MemoryRange> ranges) {
        return ranges.stream()
                .map(range -> {
                    Map<String, Object> tree = new LinkedHashMap<>();
                    tree.put("memory", range.memory());
                    tree.put("offset", range.offset());
                    tree.put("size", range.size());
                    return tree;
                })
                .toList();
    }

    /** Keys for what is there already, or null. */
    private static @Nullable String part(Cure cure) {
        if (cure instanceof Cure.Masks masks) {
            return Flow.YAML.entries(HINT.masks(masks, true));
        }
        if (cure instanceof Cure.Layout layout) {
            return (layout.old() ? "oldLayout: " : "newLayout: ") + layout.layout();
        }
        if (cure instanceof Cure.Instead instead) {
            return Flow.YAML.entries(HINT.masksOf(instead.barriers()));
        }
        if (cure instanceof Cure.ByRegion) {
            return Flow.YAML.entries(DependencyTree.byRegion());
        }
        return cure instanceof Cure.Words words ? words.words() : null;
    }

    /** What a person has to do. */
    private static String words(Cure cure) {
        if (cure instanceof Cure.Note note) {
            return note.words();
        }
        if (cure instanceof Cure.WaitForSemaphore semaphore) {
            return semaphore(semaphore);
        }
        if (cure instanceof Cure.HandOver over) {
            return handOver(over);
        }
        if (cure instanceof Cure.HandOverOrShare over) {
            return "release it on a queue of " + over.fromFamily() + " and acquire it before this ("
                    + families(over.fromFamily(), over.toFamily()) + "), or declare " + SHARED;
        }
        if (cure instanceof Cure.ExtendBarrier extend) {
            return "add " + Flow.YAML.entries(HINT.masks(extend.masks(), false)) + " to the barrier of "
                    + extend.resource() + " in " + extend.command();
        }
        if (cure instanceof Cure.WidenSemaphore wider) {
            return wider(wider);
        }
        if (cure instanceof Cure.ExtendExternalDependency extend) {
            return "add " + subpassMasks(extend.masks(), false)
                    + " to the external subpass dependency by which " + extend.resource() + " changes its layout in "
                    + extend.command();
        }
        if (cure instanceof Cure.StoreNone none) {
            return "storeOp: NONE for " + none.resource() + " in " + none.command()
                    + ": in a layout that is read only nothing has changed, and any other store operation writes";
        }
        if (cure instanceof Cure.SubpassDependency dependency) {
            return "let the dependency between their subpasses say " + subpassMasks(dependency.masks(), true);
        }
        if (cure instanceof Cure.SeparateLines lines) {
            return lines.one() + " and " + lines.other() + " write one line of " + lines.cache()
                    + " on two ways without order: place their bytes a line apart, order them by a barrier, or let"
                    + " transfers go through the cache (transfer: {coherent: true})";
        }
        throw new IllegalStateException("no words for " + cure);
    }

    private static String subpassMasks(Cure.Masks of, boolean empty) {
        Map<String, Object> masks = new LinkedHashMap<>();
        HINT.masks(of, empty).forEach((key, names) -> masks.put(key + "Mask", names));
        return Flow.YAML.entries(masks);
    }

    private static String wider(Cure.WidenSemaphore wider) {
        return switch (wider.operation()) {
            case SIGNAL ->
                "add " + Flow.YAML.text(stages(wider.stages()).names()) + " to the stages of the signal of "
                        + wider.semaphore() + " that " + wider.submission() + " waits for";
            case WAIT ->
                Flow.YAML.entries(Map.of("wait", operation(wider.semaphore(), wider.stages()))) + " at "
                        + wider.submission();
        };
    }

    private static String semaphore(Cure.WaitForSemaphore semaphore) {
        String signaller = semaphore.signaller();
        if (signaller == null) {
            return "let the submission of " + semaphore.waiter()
                    + " wait for the semaphore of acquireNextImage, stages "
                    + Flow.YAML.text(stages(semaphore.waitStages()).names());
        }
        return Flow.YAML.entries(Map.of("signal", operation("S", semaphore.signalStages()))) + " at the submission of "
                + signaller + ", " + Flow.YAML.entries(Map.of("wait", operation("S", semaphore.waitStages())))
                + " at that of " + semaphore.waiter();
    }

    private static List<Map<String, Object>> operation(String semaphore, long stages) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("semaphore", semaphore);
        tree.put("stages", stages(stages).names());
        return List.of(tree);
    }

    private static Cure.Mask stages(long mask) {
        return new Cure.Mask(Cure.Mask.Part.STAGES, mask);
    }

    private static String handOver(Cure.HandOver over) {
        String release = "release " + over.resource() + " on " + over.releaseQueue() + " after " + over.prior();
        String acquire = " on " + over.acquireQueue() + " before " + over.current();
        String families = " with " + families(over.fromFamily(), over.toFamily());
        return switch (over.missing()) {
            case RELEASE -> release + families + ", the same range and layouts as the acquire";
            case ACQUIRE ->
                "acquire " + over.resource() + acquire + families + ", the same range and layouts as the release";
            case BOTH -> release + " and acquire it" + acquire + families + "; or declare it with " + SHARED;
        };
    }

    private static String families(String from, String to) {
        Map<String, Object> tree = new LinkedHashMap<>();
        DependencyTree.families(from, to, tree);
        return Flow.YAML.entries(tree);
    }
}
