// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.price;

import java.util.ArrayList;
import java.util.List;

/** The kernels of a priced pair: they fill, read, or compute for a while. */
final class PairKernels {
    private final int width;
    private final long cycles;
    private final List<String> lines = new ArrayList<>(List.of("kernels:"));

    /**
     * @param width of the images, in texels
     * @param cycles of arithmetic of those that compute for a while
     */
    PairKernels(int width, long cycles) {
        this.width = width;
        this.cycles = Math.max(1, cycles);
    }

    /** The lines of the stream. */
    List<String> lines() {
        kernel("fill", "dst: storage", 64, "store.u32 dst[gid] = 1");
        kernel("fillImage", "dst: storageImage", 64, "store.u32 dst[gid] = 1");
        for (String kind : List.of("storage", "uniform", "sampled", "storageImage")) {
            kernel("read" + kind, "src: " + kind, 64, "v = load.u32 src[gid]");
        }
        kernel("spin", "", 1, "alu " + cycles);
        kernel("paint", "", 0, "out.color0 = 0x80ff8040");
        kernel("deepen", "", 0, "out.depth = 0.5f");
        kernel("spinPixel", "", 0, "alu " + cycles, "out.color0 = 1");
        String texel = "[y * " + width + " + x]";
        for (String kind : List.of("storage", "uniform")) {
            kernel("pixel" + kind, "src: " + kind, 0, "v = load.u32 src" + texel, "out.color0 = v");
        }
        for (String kind : List.of("storageImage", "inputAttachment")) {
            kernel("pixel" + kind, "src: " + kind, 0, "v = load.u32 src[x, y]", "out.color0 = v");
        }
        kernel("pixelsampledImage", "src: sampled", 0, "v = load.u32 src[x, y]", "out.color0 = v");
        kernel("storePixel", "dst: storage", 0, "store.u32 dst" + texel + " = 1", "out.color0 = 1");
        kernel("storePixelImage", "dst: storageImage", 0, "store.u32 dst[x, y] = 1", "out.color0 = 1");
        return lines;
    }

    private void kernel(String name, String bindings, int localSize, String... code) {
        lines.add("  " + name + ":");
        if (localSize > 0) {
            lines.add("    localSize: [" + localSize + ", 1, 1]");
        }
        if (!bindings.isEmpty()) {
            lines.add("    bindings: {" + bindings + "}");
        }
        lines.add("    code: |");
        for (String line : code) {
            lines.add("      " + line);
        }
    }
}
