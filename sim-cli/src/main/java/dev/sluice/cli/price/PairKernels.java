// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.price;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The kernels of a priced pair: they fill, read, or compute for a while. */
final class PairKernels {
    private final int width;
    private final long cycles;
    private final Set<String> used = new TreeSet<>();

    /**
     * @param width of the images, in texels
     * @param cycles of arithmetic of those that compute for a while
     */
    PairKernels(int width, long cycles) {
        this.width = width;
        this.cycles = Math.max(1, cycles);
    }

    /** The name, for a command that uses the kernel. */
    String use(String name) {
        used.add(name);
        return name;
    }

    /** The lines of the stream that define what is used; none where nothing is. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (String name : used) {
            if (lines.isEmpty()) {
                lines.add("kernels:");
            }
            lines.addAll(kernel(name));
        }
        return lines;
    }

    private List<String> kernel(String name) {
        String texel = "[y * " + width + " + x]";
        return switch (name) {
            case "fill" -> kernel(name, "dst: storage", 64, "store.u32 dst[gid] = 1");
            case "fillImage" -> kernel(name, "dst: storageImage", 64, "store.u32 dst[gid] = 1");
            case "fillStructure" -> kernel(name, "dst: accelerationStructure", 64, "store.u32 dst[gid] = 1");
            case "readaccelerationStructure" -> reading(name, "accelerationStructure");
            case "readshaderBindingTable" -> reading(name, "shaderBindingTable");
            case "pixelaccelerationStructure" -> drawing(name, "accelerationStructure", texel);
            case "readstorage" -> reading(name, "storage");
            case "readuniform" -> reading(name, "uniform");
            case "readsampled" -> reading(name, "sampled");
            case "readstorageImage" -> reading(name, "storageImage");
            case "spin" -> kernel(name, "", 1, "alu " + cycles);
            case "pass" -> kernel(name, "", 1, "alu 1");
            case "paint" -> kernel(name, "", 0, "out.color0 = 0x80ff8040");
            case "deepen" -> kernel(name, "", 0, "out.depth = 0.5f");
            case "spinPixel" -> kernel(name, "", 0, "alu " + cycles, "out.color0 = 1");
            case "pixelstorage" -> drawing(name, "storage", texel);
            case "pixeluniform" -> drawing(name, "uniform", texel);
            case "pixelstorageImage" -> drawing(name, "storageImage", "[x, y]");
            case "pixelinputAttachment" -> drawing(name, "inputAttachment", "[x, y]");
            case "pixelsampledImage" -> drawing(name, "sampled", "[x, y]");
            case "storePixel" -> kernel(name, "dst: storage", 0, "store.u32 dst" + texel + " = 1", "out.color0 = 1");
            case "storePixelImage" -> kernel(name, "dst: storageImage", 0, "store.u32 dst[x, y] = 1", "out.color0 = 1");
            default -> throw new IllegalArgumentException("no kernel " + name);
        };
    }

    private static List<String> reading(String name, String kind) {
        return kernel(name, "src: " + kind, 64, "v = load.u32 src[gid]");
    }

    private static List<String> drawing(String name, String kind, String at) {
        return kernel(name, "src: " + kind, 0, "v = load.u32 src" + at, "out.color0 = v");
    }

    private static List<String> kernel(String name, String bindings, int localSize, String... code) {
        List<String> lines = new ArrayList<>();
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
        return lines;
    }
}
