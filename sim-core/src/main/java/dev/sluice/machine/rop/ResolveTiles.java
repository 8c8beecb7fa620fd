// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.machine.request.Payload;

/** Resolves the pixels of tiles. */
final class ResolveTiles {

    private ResolveTiles() {}

    /** Puts what the pixels of a source tile come to where they belong in the destination's tile. */
    static void resolve(
            ResolveFunction function,
            int texelBytes,
            int samples,
            TileOperation source,
            Payload from,
            TileOperation destination,
            Payload to) {
        byte[] fromBytes = from.data();
        byte[] toBytes = to.writable();
        long[] bits = function.bits();
        for (int row = 0; row < source.height; row++) {
            for (int column = 0; column < source.width; column++) {
                int at = source.origin + row * source.rowStride + (column << source.texelShift);
                function.apply(fromBytes, at, samples, source.planeStride);
                int target = destination.origin
                        + (source.y - destination.y + row) * destination.rowStride
                        + (source.x - destination.x + column << destination.texelShift);
                Texels.put(toBytes, target, texelBytes, bits[0], bits[1]);
            }
        }
    }
}
