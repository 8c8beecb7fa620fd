// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.rewrite;

import dev.sluice.program.HostOperation;
import dev.sluice.program.MemoryRange;
import dev.sluice.program.SubpassScopes;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.edit.CureForm;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A cure in the syntax of streams.
 *
 * @param note whether it is a comment and no part of a stream
 * @param text what is to be written or, in a note, done
 */
public record CureText(boolean note, String text) {
    private static final DependencyTree HINT = DependencyTree.ofHint(null);
    private static final String SHARED = "sharingMode: CONCURRENT";
    private static final String REMARK = "   # ";

    /** The text of a cure; of several steps a line each. */
    public static CureText of(Cure cure) {
        return cure.in(new Written());
    }

    /** The text of a cure as a comment if it is one. */
    public static String line(Cure cure) {
        return of(cure).toString();
    }

    @Override
    public String toString() {
        return note ? "# " + text : text;
    }

    private static CureText text(String text) {
        return new CureText(false, text);
    }

    private static CureText note(String words) {
        return new CureText(true, words);
    }

    /** A step with the place where it goes. */
    private static CureText item(Map<String, Object> step, String place) {
        return text("- " + Flow.YAML.entries(step) + (place.isEmpty() ? "" : REMARK + place));
    }

    /** Each kind of cure as a stream has it. */
    private static final class Written implements CureForm<CureText> {
        @Override
        public CureText steps(Cure.Steps cure) {
            return CureText.text(
                    cure.cures().stream().map(step -> step.in(this).toString()).collect(Collectors.joining("\n")));
        }

        @Override
        public CureText unchecked(Cure.Unchecked cure) {
            CureText own = cure.cure().in(this);
            boolean remarked = own.note || own.text.contains(REMARK) || own.text.startsWith("#");
            String words = cure.why().isEmpty() ? "unchecked" : "unchecked, " + cure.why();
            return new CureText(own.note, own.text + (remarked ? " (" + words + ")" : REMARK + words));
        }

        /** A comment, so that nobody takes it over. */
        @Override
        public CureText refuted(Cure.Refuted cure) {
            return CureText.note("tried, and not enough: "
                    + cure.cure().in(this).text.lines().collect(Collectors.joining("; ")) + ": " + cure.why());
        }

        @Override
        public CureText insertCommand(Cure.InsertCommand cure) {
            return item(
                    DependencyTree.ofHint(cure.image()).command(cure.command()),
                    cure.spot().words());
        }

        @Override
        public CureText insertOperation(Cure.InsertOperation cure) {
            return item(
                    Map.of(cure.operation().kind(), arguments(cure.operation())),
                    cure.spot().words());
        }

        @Override
        public CureText moveOperation(Cure.MoveOperation cure) {
            return CureText.note(cure.operation() + " must come before the submission of " + cure.before());
        }

        @Override
        public CureText waitForFence(Cure.WaitForFence cure) {
            return item(
                    Map.of("waitForFences", List.of(cure.fence())),
                    "before " + cure.waiter()
                            + (cure.signalled()
                                    ? ": the fence of " + cure.submission()
                                    : ", with fence: " + cure.fence() + " at the submission of " + cure.submission())
                            + (cure.domain() ? "; and a barrier to HOST before the fence" : ""));
        }

        @Override
        public CureText waitForSemaphore(Cure.WaitForSemaphore cure) {
            return CureText.note(Flow.YAML.entries(Map.of("signal", operation(cure.semaphore(), cure.signalStages())))
                    + " at the submission of " + cure.signaller() + ", "
                    + Flow.YAML.entries(Map.of(
                            "wait",
                            cure.waitStages() == 0
                                    ? List.of(cure.semaphore())
                                    : operation(cure.semaphore(), cure.waitStages())))
                    + " at " + (cure.waitStages() == 0 ? cure.waiter() : "that of " + cure.waiter()));
        }

        @Override
        public CureText waitForHost(Cure.WaitForHost cure) {
            Map<String, Object> wait = timeline(cure.semaphore(), 1);
            wait.put("stages", stages(cure.stages()).names());
            return CureText.note(Flow.YAML.entries(Map.of("signalSemaphore", timeline(cure.semaphore(), 1))) + " after "
                    + cure.operation() + ", " + Flow.YAML.entries(Map.of("wait", List.of(wait)))
                    + " at the submission of " + cure.waiter());
        }

        @Override
        public CureText waitForAcquire(Cure.WaitForAcquire cure) {
            return CureText.note("let the submission of " + cure.waiter()
                    + " wait for the semaphore of acquireNextImage, stages "
                    + Flow.YAML.text(stages(cure.stages()).names()));
        }

        @Override
        public CureText share(Cure.Share cure) {
            return CureText.note("declare " + cure.resource() + " with " + SHARED);
        }

        @Override
        public CureText handOver(Cure.HandOver over) {
            String release = "release " + over.resource() + " on " + over.releaseQueue() + " after " + over.prior();
            String acquire = " on " + over.acquireQueue() + " before " + over.current();
            String families = " with " + families(over.fromFamily(), over.toFamily());
            return CureText.note(
                    switch (over.missing()) {
                        case RELEASE -> release + families + ", the same range and layouts as the acquire";
                        case ACQUIRE ->
                            "acquire " + over.resource() + acquire + families
                                    + ", the same range and layouts as the release";
                        case BOTH ->
                            release + " and acquire it" + acquire + families + "; or declare it with " + SHARED;
                    });
        }

        @Override
        public CureText handOverOrShare(Cure.HandOverOrShare over) {
            return CureText.note("release it on a queue of " + over.fromFamily() + " and acquire it before this ("
                    + families(over.fromFamily(), over.toFamily()) + "), or declare " + SHARED);
        }

        @Override
        public CureText extendBarrier(Cure.ExtendBarrier extend) {
            return CureText.note("add " + Flow.YAML.entries(HINT.masks(extend.masks(), false)) + " to the "
                    + (extend.resource().isEmpty() ? "memory barrier" : "barrier of " + extend.subject()) + " in "
                    + extend.command());
        }

        @Override
        public CureText widenSemaphore(Cure.WidenSemaphore wider) {
            return CureText.note(
                    switch (wider.operation()) {
                        case SIGNAL ->
                            "add " + Flow.YAML.text(stages(wider.stages()).names()) + " to the stages of the signal of "
                                    + wider.semaphore() + " that " + wider.submission() + " waits for";
                        case WAIT ->
                            Flow.YAML.entries(Map.of("wait", operation(wider.semaphore(), wider.stages()))) + " at "
                                    + wider.submission();
                    });
        }

        @Override
        public CureText extendExternalDependency(Cure.ExtendExternalDependency extend) {
            return CureText.note(
                    "add " + subpassMasks(extend.masks(), false) + " to the external subpass dependency by which "
                            + extend.resource() + " changes its layout in " + extend.command());
        }

        @Override
        public CureText storeNone(Cure.StoreNone none) {
            return CureText.note(
                    none.operations().stream().map(key -> key + ": NONE").collect(Collectors.joining(", "))
                            + " for " + none.resource() + " in " + none.command()
                            + ": in a layout that is read only nothing has changed, and any other store operation writes");
        }

        @Override
        public CureText subpassDependency(Cure.SubpassDependency dependency) {
            SubpassScopes between = dependency.subpasses();
            String which = between == null
                    ? "the dependency between their subpasses"
                    : "a dependency from subpass " + between.src().iterator().next() + " to subpass " + between.dst();
            return CureText.note("let " + which + " say " + subpassMasks(dependency.masks(), true));
        }

        @Override
        public CureText separateLines(Cure.SeparateLines lines) {
            return CureText.note(lines.one() + " and " + lines.other() + " write one line of " + lines.cache()
                    + " on two ways without order: place their bytes a line apart, order them by a barrier, or let"
                    + " transfers go through the cache (transfer: {coherent: true})");
        }

        @Override
        public CureText masks(Cure.Masks masks) {
            return CureText.text(Flow.YAML.entries(HINT.masks(masks, true)));
        }

        @Override
        public CureText layout(Cure.Layout layout) {
            return CureText.text((layout.old() ? "oldLayout: " : "newLayout: ") + layout.layout());
        }

        @Override
        public CureText transition(Cure.Transition transition) {
            Map<String, Object> image = new LinkedHashMap<>();
            image.put("image", transition.image());
            DependencyTree.layouts(transition.oldLayout(), transition.newLayout(), image);
            return CureText.text(
                    "- pipelineBarrier: {images: [{" + Flow.YAML.entries(image) + ", ...}]}   # before it");
        }

        @Override
        public CureText byRegion(Cure.ByRegion cure) {
            return CureText.text(Flow.YAML.entries(DependencyTree.byRegion()));
        }

        @Override
        public CureText instead(Cure.Instead instead) {
            return CureText.text(Flow.YAML.entries(HINT.masksOf(instead.barriers())));
        }

        @Override
        public CureText note(Cure.Note cure) {
            return CureText.note(cure.words());
        }

        @Override
        public CureText words(Cure.Words cure) {
            return CureText.text(cure.words());
        }
    }

    private static Object arguments(HostOperation operation) {
        if (operation instanceof HostOperation.Maintenance maintenance) {
            return ranges(maintenance.ranges());
        }
        if (operation instanceof HostOperation.ResetEvent reset) {
            return reset.event();
        }
        if (operation instanceof HostOperation.StoreFence || operation instanceof HostOperation.DeviceWaitIdle) {
            return Map.of();
        }
        if (operation instanceof HostOperation.SignalSemaphore signal) {
            return timeline(signal.semaphore(), signal.value());
        }
        if (operation instanceof HostOperation.WaitSemaphores wait) {
            return wait.semaphores().stream()
                    .map(one -> timeline(one.semaphore(), one.value()))
                    .toList();
        }
        throw new IllegalArgumentException("no cure has a " + operation.kind());
    }

    private static Map<String, Object> timeline(String semaphore, long value) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("semaphore", semaphore);
        tree.put("value", value);
        return tree;
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

    private static String families(String from, String to) {
        Map<String, Object> tree = new LinkedHashMap<>();
        DependencyTree.families(from, to, tree);
        return Flow.YAML.entries(tree);
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

    private static String subpassMasks(Cure.Masks of, boolean empty) {
        Map<String, Object> masks = new LinkedHashMap<>();
        HINT.masks(of, empty).forEach((key, names) -> masks.put(key + "Mask", names));
        return Flow.YAML.entries(masks);
    }
}
