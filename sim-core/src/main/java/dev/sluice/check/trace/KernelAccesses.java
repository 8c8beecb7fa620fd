// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import dev.sluice.program.Bound;
import dev.sluice.program.BufferRange;
import dev.sluice.program.ImageBinding;
import dev.sluice.program.Origin;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.ImageView;
import dev.sluice.program.image.Surface;
import dev.sluice.program.kernel.BindingAccess;
import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kind.UnknownKindException;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The accesses of kernels: their footprints, laid over what is bound. Footprints that were seen before are not made again. */
final class KernelAccesses {
    private final Resources resources;
    private final Map<String, KernelProgram> kernels;
    private final Map<Key, KernelFootprint> known = new LinkedHashMap<>();

    /** How well a kernel's footprint tells what is accessed. */
    enum Likeness {
        /** The kernel is what runs. */
        SAME,
        /** What runs accesses less than the footprint has. */
        AT_MOST,
        /** The kernel stands for a shader that is not executed, which may be anywhere in what is bound. */
        STAND_IN;

        /** That of commands that are as they were written, or stand for others. */
        static Likeness of(Origin origin) {
            return origin.approximate() ? STAND_IN : SAME;
        }
    }

    /** What a footprint depends on. */
    private record Key(String kernel, Object work, List<Long> parameters, List<Long> sizes) {}

    KernelAccesses(Resources resources, Map<String, KernelProgram> kernels) {
        this.resources = resources;
        this.kernels = kernels;
    }

    /** The kernel of this name. */
    KernelProgram kernel(String name) {
        KernelProgram kernel = kernels.get(name);
        if (kernel == null) {
            throw new IllegalArgumentException("no kernel " + name);
        }
        return kernel;
    }

    /** Of workgroups; {@code groups} null if their number is not known, because memory holds it. */
    void ofGroups(
            List<MemoryAccess> to,
            String name,
            @Nullable List<Long> groups,
            Map<String, Bound> bound,
            Map<String, Long> given,
            Stage stage,
            Likeness likeness) {
        Function<FootprintRecorder, KernelFootprint> work =
                groups == null ? null : recorder -> recorder.ofGroups(groups.get(0), groups.get(1), groups.get(2));
        add(
                to,
                kernel(name),
                groups == null ? List.of() : groups,
                work,
                bound,
                given,
                stage,
                likeness,
                MemoryAccess.NO_SUBPASS);
    }

    /** Of fragments at rows of pixels (see {@link FootprintRecorder#ofFragments}). */
    void ofFragments(
            List<MemoryAccess> to,
            String name,
            int[] rows,
            Map<String, Bound> bound,
            Map<String, Long> given,
            Likeness likeness,
            int subpass) {
        List<Integer> key = java.util.Arrays.stream(rows).boxed().toList();
        KernelProgram kernel = kernel(name);
        if (!kernel.bindings().isEmpty()) {
            add(
                    to,
                    kernel,
                    key,
                    recorder -> recorder.ofFragments(rows),
                    bound,
                    given,
                    Stage.FRAGMENT_SHADER,
                    likeness,
                    subpass);
        }
    }

    private void add(
            List<MemoryAccess> to,
            KernelProgram kernel,
            Object workKey,
            @Nullable Function<FootprintRecorder, KernelFootprint> work,
            Map<String, Bound> bound,
            Map<String, Long> given,
            Stage stage,
            Likeness likeness,
            int subpass) {
        List<@Nullable ImageView> views = new ArrayList<>();
        List<Long> sizes = new ArrayList<>();
        for (KernelProgram.Binding binding : kernel.bindings()) {
            Bound behind = bound.get(binding.name());
            ImageView view = behind instanceof ImageBinding image ? view(image) : null;
            views.add(view);
            sizes.add(size(behind, view));
        }
        List<Long> parameters = new ArrayList<>();
        for (int i = 0; i < kernel.parameters().size(); i++) {
            int of = kernel.parameterBinding(i);
            ImageView view = of < 0 ? null : views.get(of);
            parameters.add(
                    of < 0
                            ? given.getOrDefault(kernel.parameters().get(i), 0L)
                            : view == null ? Long.valueOf(0) : Long.valueOf(kernel.parameterValue(i, view)));
        }
        KernelFootprint footprint = known.computeIfAbsent(
                new Key(kernel.name(), workKey, parameters, sizes), key -> footprint(kernel, work, key));
        for (int i = 0; i < kernel.bindings().size(); i++) {
            KernelProgram.Binding binding = kernel.bindings().get(i);
            Bound behind = bound.get(binding.name());
            if (behind != null) {
                lay(
                        to,
                        behind,
                        views.get(i),
                        binding.kind(),
                        footprint.bindings().get(i),
                        MemoryAccess.commuting(kernel.commuting(i)),
                        stage,
                        likeness,
                        subpass);
            }
        }
    }

    private static KernelFootprint footprint(
            KernelProgram kernel, @Nullable Function<FootprintRecorder, KernelFootprint> work, Key key) {
        long[] sizes = key.sizes().stream().mapToLong(Long::longValue).toArray();
        if (work == null) {
            return FootprintRecorder.whole(kernel, sizes);
        }
        long[] parameters = key.parameters().stream().mapToLong(Long::longValue).toArray();
        return work.apply(new FootprintRecorder(kernel, parameters, sizes));
    }

    private ImageView view(ImageBinding binding) {
        Resources.OfImage image = resources.image(binding.image());
        Surface surface = new Surface(1, image.layout(), 0, Surface.NONE);
        return new ImageView(
                surface, binding.aspects(), binding.level(), binding.levels(), binding.layer(), binding.layers());
    }

    private void lay(
            List<MemoryAccess> to,
            Bound behind,
            @Nullable ImageView view,
            BindingKind kind,
            KernelFootprint.OfBinding print,
            int commuting,
            Stage stage,
            Likeness likeness,
            int subpass) {
        Access read = BindingAccess.read(kind, stage);
        Access write = BindingAccess.write(kind, stage);
        boolean input = kind == BindingKind.INPUT_ATTACHMENT;
        int of = input ? subpass : MemoryAccess.NO_SUBPASS;
        int traits = (print.exact() && likeness == Likeness.SAME ? 0 : MemoryAccess.INEXACT)
                | (input ? MemoryAccess.INPUT : 0);
        int coherentRead = print.coherentReads() ? MemoryAccess.COHERENT : 0;
        int coherentWrite = print.coherentWrites() ? MemoryAccess.COHERENT : 0;
        int atomic = traits | MemoryAccess.ATOMIC | MemoryAccess.COHERENT | commuting;
        // an input attachment is read at the fragment's own place, whatever the shader is
        boolean anywhere = likeness == Likeness.STAND_IN && !input;
        Intervals reads = anywhere ? all(print.reads(), behind, view) : print.reads();
        Intervals writes = anywhere ? all(print.writes(), behind, view) : print.writes();
        place(to, behind, view, reads, stage, read, traits | coherentRead, of);
        place(to, behind, view, print.atomics(), stage, read, atomic, of);
        place(to, behind, view, writes, stage, write, traits | coherentWrite, of);
        place(to, behind, view, print.atomics(), stage, write, atomic, of);
    }

    /** All that is bound, if anything of it is touched. */
    private static Intervals all(Intervals touched, Bound behind, @Nullable ImageView view) {
        return touched.isEmpty() ? touched : Intervals.of(0, size(behind, view));
    }

    private static long size(@Nullable Bound behind, @Nullable ImageView view) {
        return view != null ? view.size() : behind instanceof BufferRange range ? range.size() : 0;
    }

    private void place(
            List<MemoryAccess> to,
            Bound behind,
            @Nullable ImageView view,
            Intervals bytes,
            Stage stage,
            Access access,
            int traits,
            int subpass) {
        if (bytes.isEmpty()) {
            return;
        }
        if (behind instanceof BufferRange range) {
            resources.buffer(to, range.buffer(), bytes.plus(range.offset()), stage, access, traits);
        } else if (behind instanceof ImageBinding binding) {
            if (view != null) {
                int which = traits | (binding.aspects().size() > 1 ? MemoryAccess.EITHER : 0);
                resources.image(binding.image()).aspects().forEach((aspect, space) -> {
                    if (binding.aspects().contains(aspect)) {
                        resources.image(to, space, texels(space, binding, bytes), stage, access, which, subpass);
                    }
                });
            }
        } else {
            throw new UnknownKindException(behind);
        }
    }

    /** The texels behind bytes of a view's array, which has level after level, layer after layer, sample after sample. */
    private static Intervals texels(Space space, ImageBinding binding, Intervals bytes) {
        ImageSpec spec = java.util.Objects.requireNonNull(space.image());
        long texel = spec.format().texelBytes();
        Intervals.Builder texels = new Intervals.Builder();
        long levelStart = 0;
        int at = 0;
        for (int level = binding.level(); level < binding.level() + binding.levels(); level++) {
            long plane = space.planeSize(level) * texel;
            boolean volume = spec.depth() > 1;
            int planes = volume ? spec.depth(level) : binding.layers();
            int first = volume ? 0 : binding.layer();
            long levelEnd = levelStart + plane * planes * spec.samples();
            while (at < bytes.count() && bytes.end(at) <= levelStart) {
                at++;
            }
            for (int i = at; i < bytes.count() && bytes.start(i) < levelEnd; i++) {
                long from = Math.max(bytes.start(i), levelStart) - levelStart;
                long to = Math.min(bytes.end(i), levelEnd) - levelStart;
                long base = space.place(level, first, 0, 0);
                if (spec.samples() == 1) {
                    texels.add(base + from / texel, base + (to + texel - 1) / texel);
                } else {
                    while (from < to) {
                        long sampled = from / plane;
                        long end = Math.min(to, (sampled + 1) * plane);
                        long start = base + sampled / spec.samples() * space.planeSize(level);
                        texels.add(
                                start + (from - sampled * plane) / texel,
                                start + (end - sampled * plane + texel - 1) / texel);
                        from = end;
                    }
                }
            }
            levelStart = levelEnd;
        }
        return texels.build();
    }
}
