// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kernel.Qualifiers;
import dev.sluice.program.kernel.Scope;
import dev.sluice.program.kernel.WaveInterpreter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds a kernel's footprint by running its waves without memory: every load gives 0.
 *
 * <p>That is exact where no index and no branch depends on loaded data, which the compiler knows ({@link
 * KernelProgram#timingDependsOnLoads}). Where one does, or where a command has too many waves to look at, every binding counts
 * as accessed from its first to its last byte, as its kind allows.
 */
final class FootprintRecorder {
    /** Instructions of all waves of a command beyond which it is not looked at wave by wave. */
    private static final long MOST_INSTRUCTIONS = 40_000_000;

    /** Intervals of one binding beyond which gaps are closed. */
    private static final int MOST_INTERVALS = 1 << 14;

    private static final int COMPACT_AT = 1 << 16;
    private static final int WAVE = WaveInterpreter.MAX_WAVE_SIZE;

    private final KernelProgram kernel;
    private final long[] parameters;
    private final long[] sizes;
    private final WaveInterpreter wave = new WaveInterpreter();
    private final List<Collector> collectors = new ArrayList<>();
    private long instructions;
    private boolean tooMuch;

    /**
     * @param parameters in the order of {@link KernelProgram#parameters()}
     * @param sizes bytes of each binding
     */
    FootprintRecorder(KernelProgram kernel, long[] parameters, long[] sizes) {
        this.kernel = kernel;
        this.parameters = parameters.clone();
        this.sizes = sizes.clone();
        kernel.bindings().forEach(binding -> collectors.add(new Collector()));
        wave.bind(kernel);
    }

    /** Of a dispatch. */
    KernelFootprint ofGroups(long x, long y, long z) {
        if (kernel.timingDependsOnLoads()) {
            return whole(kernel, sizes);
        }
        int waves = kernel.wavesPerGroup(WAVE);
        for (long gz = 0; gz < z && !tooMuch; gz++) {
            for (long gy = 0; gy < y && !tooMuch; gy++) {
                for (long gx = 0; gx < x && !tooMuch; gx++) {
                    for (int i = 0; i < waves; i++) {
                        wave.start(gx, gy, gz, x, y, z, i, WAVE, parameters);
                        run();
                    }
                }
            }
        }
        return footprint();
    }

    /** Of the fragments at some pixels; {@code rows} are half-open runs of pixels: x, y and the end of x, one after another. */
    KernelFootprint ofFragments(int[] rows) {
        if (kernel.timingDependsOnLoads()) {
            return whole(kernel, sizes);
        }
        int[] xs = new int[WAVE];
        int[] ys = new int[WAVE];
        int lanes = 0;
        for (int i = 0; i < rows.length && !tooMuch; i += 3) {
            for (int x = rows[i]; x < rows[i + 2] && !tooMuch; x++) {
                xs[lanes] = x;
                ys[lanes] = rows[i + 1];
                lanes++;
                if (lanes == WAVE) {
                    wave.startFragments(xs, ys, -1L, WAVE, parameters);
                    run();
                    lanes = 0;
                }
            }
        }
        if (lanes > 0 && !tooMuch) {
            wave.startFragments(xs, ys, (1L << lanes) - 1, WAVE, parameters);
            run();
        }
        return footprint();
    }

    private KernelFootprint footprint() {
        if (tooMuch) {
            return whole(kernel, sizes);
        }
        List<KernelFootprint.OfBinding> found = new ArrayList<>();
        for (int i = 0; i < collectors.size(); i++) {
            found.add(collectors.get(i).finish());
        }
        return new KernelFootprint(found);
    }

    /** What a kernel may access that was not looked into. */
    static KernelFootprint whole(KernelProgram kernel, long[] sizes) {
        List<KernelFootprint.OfBinding> all = new ArrayList<>();
        for (int i = 0; i < sizes.length; i++) {
            Intervals every = Intervals.of(0, sizes[i]);
            KernelProgram.Uses uses = kernel.uses(i);
            all.add(new KernelFootprint.OfBinding(
                    uses.loads() ? every : Intervals.NONE,
                    uses.stores() ? every : Intervals.NONE,
                    uses.atomics() ? every : Intervals.NONE,
                    false,
                    false,
                    false));
        }
        return new KernelFootprint(all);
    }

    private void run() {
        while (true) {
            int operation = wave.next();
            switch (operation) {
                case WaveInterpreter.LOAD, WaveInterpreter.STORE, WaveInterpreter.ATOMIC -> {
                    collectors.get(wave.binding()).take(operation, sizes[wave.binding()]);
                    wave.complete(wave.destination());
                }
                case WaveInterpreter.SHARED_LOAD -> wave.complete(wave.destination());
                case WaveInterpreter.END -> {
                    instructions += wave.instructionsExecuted();
                    tooMuch |= instructions > MOST_INSTRUCTIONS;
                    return;
                }
                default -> {
                    if (instructions + wave.instructionsExecuted() > MOST_INSTRUCTIONS) {
                        tooMuch = true;
                        return;
                    }
                }
            }
        }
    }

    /** One binding's accesses. */
    private final class Collector {
        private final Intervals.Builder[] sets = {
            new Intervals.Builder(), new Intervals.Builder(), new Intervals.Builder()
        };
        private boolean exact = true;
        private boolean coherentReads = true;
        private boolean coherentWrites = true;

        void take(int operation, long size) {
            Qualifiers qualifiers = wave.qualifiers();
            if (operation == WaveInterpreter.LOAD) {
                coherentReads = coherentReads && (qualifiers.coherent() || ofDevice(qualifiers.visible()));
            } else if (operation == WaveInterpreter.STORE) {
                coherentWrites = coherentWrites && (qualifiers.coherent() || ofDevice(qualifiers.available()));
            }
            Intervals.Builder to = sets[operation];
            int bytes = wave.elementBytes();
            long mask = wave.activeMask();
            if (wave.regular()
                    && wave.offsetStride() == bytes
                    && contiguous(mask)
                    && wave.firstOffset() >= -Integer.MAX_VALUE) {
                long first = wave.firstOffset() + (long) Long.numberOfTrailingZeros(mask) * bytes;
                to.add(Math.max(0, first), Math.min(size, first + (long) Long.bitCount(mask) * bytes));
            } else {
                long[] offsets = wave.offsets();
                for (long rest = mask; rest != 0; rest &= rest - 1) {
                    long at = offsets[Long.numberOfTrailingZeros(rest)];
                    if (at >= 0 && at <= size - bytes) {
                        to.add(at, at + bytes);
                    }
                }
            }
            if (to.pending() >= COMPACT_AT) {
                to.compact();
                if (to.pending() >= MOST_INTERVALS) {
                    sets[operation] = closed(to);
                    exact = false;
                }
            }
        }

        /** Closes the gaps between intervals, those within a unit that grows until few enough are left. */
        private Intervals.Builder closed(Intervals.Builder builder) {
            Intervals set = builder.build();
            long unit = 2;
            while (set.count() > MOST_INTERVALS / 2) {
                set = set.aligned(unit);
                unit *= 2;
            }
            Intervals.Builder fewer = new Intervals.Builder();
            fewer.addAll(set);
            return fewer;
        }

        KernelFootprint.OfBinding finish() {
            Intervals[] done = new Intervals[sets.length];
            for (int i = 0; i < done.length; i++) {
                sets[i].compact();
                if (sets[i].pending() > MOST_INTERVALS) {
                    sets[i] = closed(sets[i]);
                    exact = false;
                }
                done[i] = sets[i].build();
            }
            return new KernelFootprint.OfBinding(
                    done[WaveInterpreter.LOAD],
                    done[WaveInterpreter.STORE],
                    done[WaveInterpreter.ATOMIC],
                    exact,
                    coherentReads,
                    coherentWrites);
        }
    }

    private static boolean ofDevice(@Nullable Scope scope) {
        return scope == Scope.DEVICE || scope == Scope.CROSS_DEVICE;
    }

    private static boolean contiguous(long mask) {
        long shifted = mask >>> Long.numberOfTrailingZeros(mask);
        return mask != 0 && (shifted & shifted + 1) == 0;
    }
}
