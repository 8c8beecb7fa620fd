// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.machine.fault.MisalignedAtomicException;
import dev.sluice.machine.fault.OutOfRangeAccessException;
import dev.sluice.program.image.ImageShape;
import dev.sluice.program.image.ImageView;
import dev.sluice.program.kernel.WaveInterpreter;
import dev.sluice.result.Counted;
import org.jspecify.annotations.Nullable;

/** Words for what a lane did that no machine could do. */
final class KernelFaults {

    private KernelFaults() {}

    /**
     * An access outside of what is bound.
     *
     * @param invocation the lane's global linear index, -1 for a fragment
     * @param binding the binding's name, or {@code shared}
     * @param size bytes that are bound
     * @param view the image that is bound; null for a buffer
     */
    static OutOfRangeAccessException outOfRange(
            Wave wave, int lane, long invocation, String binding, long size, @Nullable ImageView view) {
        WaveInterpreter at = wave.interpreter();
        long index = at.index(lane);
        int bytes = at.elementBytes();
        String what;
        if (view == null) {
            what = "element " + index + " of '" + binding + "', which is bound to " + Counted.of(size, "byte") + " ("
                    + Counted.of(size / bytes, "element") + " of " + bytes + ")";
        } else {
            String name = view.surface().name();
            what = (ImageShape.isOutside(index)
                            ? "(" + ImageShape.outsideX(index) + ", " + ImageShape.outsideY(index) + ")"
                            : "element " + index)
                    + " of '" + binding + "', which is bound to " + Counted.of(size / bytes, "element") + " of "
                    + Counted.of(bytes, "byte") + " of image " + name + " (" + view.width() + " x " + view.height()
                    + " texels, "
                    + Counted.of(view.planes(), "layer") + ", " + Counted.of(view.levels(), "level") + ")";
        }
        return new OutOfRangeAccessException(
                wave.job().label,
                wave.job().program.at(at.line()),
                lane,
                who(wave, lane, invocation),
                what,
                invocation,
                index,
                binding,
                size);
    }

    /** An atomic whose address is not a multiple of its size. */
    static MisalignedAtomicException misaligned(Wave wave, int lane, long invocation, String binding, long address) {
        WaveInterpreter at = wave.interpreter();
        return new MisalignedAtomicException(
                wave.job().label,
                wave.job().program.at(at.line()),
                lane,
                who(wave, lane, invocation),
                binding,
                address,
                at.elementBytes());
    }

    private static String who(Wave wave, int lane, long invocation) {
        FragmentWave fragments = wave.fragments;
        return fragments == null ? "gid " + invocation : "pixel (" + fragments.x[lane] + ", " + fragments.y[lane] + ")";
    }
}
