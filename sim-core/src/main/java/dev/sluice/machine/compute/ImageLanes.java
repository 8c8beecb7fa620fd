// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.program.image.ImageCursor;
import dev.sluice.program.image.ImageView;
import dev.sluice.program.image.Surface;
import dev.sluice.program.kernel.WaveInterpreter;

/** Where the lanes' elements of an image lie: from offsets into the view's array to offsets into the image. */
final class ImageLanes {

    private final ImageCursor cursor = new ImageCursor();

    /** By lane: the element's offset from the image's first byte, after {@link #find}. */
    final long[] offsets = new long[WaveInterpreter.MAX_WAVE_SIZE];

    /** Coalesces that access, whose elements have been found; returns {@link #offsets}. */
    long[] coalesce(WaveInterpreter at, ImageView view, Coalescer into, int lineBytes) {
        Surface surface = view.surface();
        into.coalesce(surface.base(), surface.layout().size(), offsets, at.activeMask(), at.elementBytes(), lineBytes);
        return offsets;
    }

    /** Finds the elements of the access that the interpreter stands at; returns the first lane outside of the view, or -1. */
    int find(WaveInterpreter at, ImageView view) {
        long last = view.size() - at.elementBytes();
        long[] linear = at.offsets();
        cursor.begin(view);
        for (long rest = at.activeMask(); rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            long offset = linear[lane];
            if (offset < 0 || offset > last) {
                return lane;
            }
            offsets[lane] = cursor.offset(offset);
        }
        return -1;
    }
}
