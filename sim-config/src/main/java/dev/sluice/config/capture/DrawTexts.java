// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.spirv.EntryPoint;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.Numeric;
import dev.sluice.program.image.Rect;
import dev.sluice.program.kernel.BindingKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The text of the kernels that stand for shaders of draws. Each vertex or primitive reads its share of storage; each pixel
 * samples every image at its own place, scaled; all read all of their uniforms, a word of each 64 bytes. What pixels
 * write is a hash of what they read.
 */
final class DrawTexts {
    /** Bytes of a uniform block of which one word is read. */
    private static final int LINE = 64;
    /** The most words of a uniform block that each invocation reads. */
    private static final int MAX_LINES = 64;

    private static final int MAX_ALU = 4096;
    /** The bits of 0.5 as f32. */
    private static final int HALF = 0x3f00_0000;

    private DrawTexts() {}

    /**
     * The text for a shader of vertices or primitives.
     *
     * @param total the parameter that says how often it runs
     */
    static String primitives(@Nullable EntryPoint shader, List<Resource> resources, String total) {
        List<String> lines = new ArrayList<>();
        KernelTexts.comments(resources, lines);
        lines.add("acc = gid");
        for (Resource resource : resources) {
            if (resource instanceof Resource.Range range && uniform(range)) {
                uniforms(range, lines);
            } else {
                lines.add("if gid < " + total + " {");
                KernelTexts.touch(resource, "gid", total, lines);
                lines.add("}");
            }
        }
        alu(shader, lines);
        return KernelTexts.text(lines);
    }

    /**
     * The text for a fragment shader.
     *
     * @param colors formats of the outputs that it writes, by number
     */
    static String fragment(
            @Nullable EntryPoint shader, List<Resource> resources, Map<Integer, Format> colors, boolean depth) {
        List<String> lines = new ArrayList<>();
        KernelTexts.comments(resources, lines);
        lines.add("acc = x + y * 65536");
        if (resources.stream().anyMatch(resource -> resource instanceof Resource.Range range && !uniform(range))) {
            lines.add("pixels = width * height");
            lines.add("p = (y - top) * width + x - left");
        }
        for (Resource resource : resources) {
            if (resource instanceof Resource.Texture texture) {
                texture(texture, lines);
            } else if (resource instanceof Resource.Range range && uniform(range)) {
                uniforms(range, lines);
            } else {
                KernelTexts.touch(resource, "p", "pixels", lines);
            }
        }
        alu(shader, lines);
        colors.forEach((number, format) -> lines.add("out.color" + number + " = " + value(format)));
        if (depth) {
            lines.add("out.depth = " + HALF);
        }
        return KernelTexts.text(lines);
    }

    /**
     * The parameters of a kernel of vertices or primitives.
     *
     * @param total the parameter that says how often it runs
     * @param runs how often it does
     */
    static Map<String, Long> parameters(List<Resource> resources, String total, long runs) {
        Map<String, Long> parameters = new LinkedHashMap<>();
        if (resources.stream().anyMatch(resource -> !(resource instanceof Resource.Range range && uniform(range)))) {
            parameters.put(total, runs);
        }
        for (Resource resource : resources) {
            if (resource instanceof Resource.Range range && uniform(range)) {
                parameters.put(range.name() + "_lines", words(range));
            } else {
                KernelTexts.counts(resource, parameters);
            }
        }
        return parameters;
    }

    /** The parameters of a fragment kernel for pixels of a rectangle. */
    static Map<String, Long> fragmentParameters(List<Resource> resources, Rect area) {
        Map<String, Long> parameters = new LinkedHashMap<>();
        if (!resources.isEmpty()) {
            parameters.put("left", (long) area.x());
            parameters.put("top", (long) area.y());
            parameters.put("width", (long) area.width());
            parameters.put("height", (long) area.height());
        }
        for (Resource resource : resources) {
            if (resource instanceof Resource.Range range) {
                if (uniform(range)) {
                    parameters.put(range.name() + "_lines", words(range));
                } else {
                    KernelTexts.counts(range, parameters);
                }
            }
        }
        return parameters;
    }

    private static boolean uniform(Resource.Range range) {
        return range.kind() == BindingKind.UNIFORM;
    }

    private static long words(Resource.Range range) {
        return Math.min(MAX_LINES, (range.size() - range.unit()) / LINE + 1);
    }

    private static void uniforms(Resource.Range range, List<String> lines) {
        boolean word = range.unit() == 4;
        lines.add("for i in 0.." + range.name() + "_lines {");
        lines.add("  v = load." + (word ? "u32 " : "u8 ") + range.name() + "[i * " + (word ? LINE / 4 : LINE) + "]");
        lines.add("  acc = hash(acc + v)");
        lines.add("}");
    }

    private static void texture(Resource.Texture texture, List<String> lines) {
        if (texture.kind() == BindingKind.INPUT_ATTACHMENT) {
            CapturedTexels.access(texture, "x", "y", "", lines);
            return;
        }
        lines.add("u = ((x - left) * 2 + 1) * " + texture.name() + ".width * 128 / width");
        lines.add("w = ((y - top) * 2 + 1) * " + texture.name() + ".height * 128 / height");
        if (texture.kind() == BindingKind.SAMPLED) {
            CapturedTexels.sample(texture, "u", "w", "", lines);
        } else {
            CapturedTexels.access(texture, "u / 256", "w / 256", "", lines);
        }
    }

    private static void alu(@Nullable EntryPoint shader, List<String> lines) {
        lines.add("alu " + (shader == null ? 1 : Math.max(1, Math.min(MAX_ALU, shader.instructions()))));
    }

    /** A hash, for formats of floating point cut down to numbers from 0 to 1. */
    private static String value(Format format) {
        Format.Channel first = format.channels().get(0);
        String low = "hash(acc)";
        String high = "hash(acc + 1)";
        if (first.numeric() == Numeric.SFLOAT && (first.bits() == 16 || first.bits() == 32)) {
            String mask = first.bits() == 16 ? " & 0x3bff3bff3bff3bff" : " & 0x3f7fffff3f7fffff";
            low += mask;
            high += mask;
        }
        return format.texelBytes() == 16 ? low + ", " + high : low;
    }
}
