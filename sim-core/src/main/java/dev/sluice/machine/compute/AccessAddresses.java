// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.machine.fault.OutOfRangeAccessException;
import dev.sluice.machine.request.Request;
import dev.sluice.program.image.ImageView;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kernel.WaveInterpreter;
import org.jspecify.annotations.Nullable;

/** Where the lanes of an access touch memory: has the coalescer make its requests, and ends the run if one must not. */
final class AccessAddresses {

    private static final long[] NO_OFFSETS = new long[0];

    private final ComputeUnit unit;
    private final Places places;
    private final Coalescer coalescer;
    private final ImageLanes images;

    AccessAddresses(ComputeUnit unit, ComputeArray array, Places places) {
        this.unit = unit;
        this.places = places;
        this.coalescer = array.coalescer;
        this.images = array.images;
    }

    /** Coalesces an access to a buffer; returns the lanes' offsets, or nothing where the coalescer did not need them. */
    long[] coalesce(int wave, WaveInterpreter at, AccessSite site, int lineBytes) {
        long base = site.base;
        long size = site.size;
        int elementBytes = 1 << site.shift;
        long active = at.activeMask();
        if (at.regular()
                && coalescer.coalesceRegular(
                        base, size, at.firstOffset(), at.offsetStride(), active, elementBytes, lineBytes)) {
            return NO_OFFSETS;
        }
        long[] offsets = at.offsets();
        int outside = coalescer.coalesce(base, size, offsets, active, elementBytes, lineBytes);
        if (outside >= 0) {
            throw outside(wave, outside, size, null);
        }
        if (site.kind == Request.ATOMIC && (base & (elementBytes - 1)) != 0) {
            int lane = Long.numberOfTrailingZeros(active);
            Wave who = places.wave(wave);
            throw KernelFaults.misaligned(
                    who, lane, unit.invocation(who, lane), bindingName(who), base + offsets[lane]);
        }
        return offsets;
    }

    /** Coalesces an access to an image; returns the lanes' offsets from the image's first byte. */
    long[] coalesce(int wave, WaveInterpreter at, ImageView view, int lineBytes) {
        int outside = images.find(at, view);
        if (outside >= 0) {
            throw outside(wave, outside, view.size(), view);
        }
        return images.coalesce(at, view, coalescer, lineBytes);
    }

    private OutOfRangeAccessException outside(int wave, int lane, long size, @Nullable ImageView view) {
        Wave who = places.wave(wave);
        return KernelFaults.outOfRange(who, lane, unit.invocation(who, lane), bindingName(who), size, view);
    }

    private static String bindingName(Wave wave) {
        KernelProgram program = wave.job().program;
        return program.bindings().get(wave.interpreter().binding()).name();
    }
}
