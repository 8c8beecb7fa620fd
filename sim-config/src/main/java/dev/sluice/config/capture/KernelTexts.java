package dev.sluice.config.capture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the kernels that stand for captured shaders: every invocation takes its share of each bound range, so that each
 * range is touched once. The shader itself is not executed; what it stores is a hash.
 */
final class KernelTexts {
    private final Map<String, Object> texts = new LinkedHashMap<>();
    private final Map<Map<String, Object>, String> known = new LinkedHashMap<>();

    /**
     * A bound range.
     *
     * @param name the binding's name in the kernel
     * @param what what it is, for a comment
     * @param kind {@code uniform}, {@code storage} or {@code sampled}
     * @param buffer the buffer
     * @param offset first byte in the buffer
     * @param size bytes
     * @param reads whether the shader reads it
     * @param writes whether the shader writes it
     */
    record Range(
            String name,
            String what,
            String kind,
            Buffer buffer,
            long offset,
            long size,
            boolean reads,
            boolean writes) {
        /** Bytes of one access: words where the range allows it. */
        int unit() {
            return offset % 4 == 0 && size >= 4 ? 4 : 1;
        }

        long elements() {
            return size / unit();
        }

        long tail() {
            return size % unit();
        }
    }

    /** The kernels by name, in the order of their first use. */
    Map<String, Object> texts() {
        return texts;
    }

    /** The name of the kernel that touches these ranges; equal ones are shared. */
    String kernel(String wanted, List<Integer> localSize, List<Range> ranges) {
        Map<String, Object> bindings = new LinkedHashMap<>();
        ranges.forEach(range -> bindings.put(range.name(), range.kind()));
        Map<String, Object> kernel = Session.map("localSize", localSize, "bindings", bindings, "code", code(ranges));
        return known.computeIfAbsent(kernel, k -> {
            String name = wanted;
            for (int i = 2; texts.containsKey(name); i++) {
                name = wanted + "_" + i;
            }
            texts.put(name, kernel);
            return name;
        });
    }

    /** The parameters of a dispatch, with {@code total} invocations over which the ranges are spread. */
    static Map<String, Object> parameters(List<Range> ranges, long total) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        if (!ranges.isEmpty()) {
            parameters.put("total", total);
        }
        for (Range range : ranges) {
            parameters.put(range.name() + "_count", range.elements());
            if (range.tail() > 0) {
                parameters.put(range.name() + "_tail", range.tail());
            }
        }
        return parameters;
    }

    private static String code(List<Range> ranges) {
        List<String> lines = new ArrayList<>();
        for (Range range : ranges) {
            lines.add("# " + range.name() + ", " + range.what() + ": "
                    + (range.writes() ? range.reads() ? "read and written" : "written" : "read"));
        }
        if (ranges.isEmpty()) {
            lines.add("alu 1");
            return String.join("\n", lines) + "\n";
        }
        lines.add("if gid < total {");
        if (ranges.stream().anyMatch(range -> !range.reads() || !range.writes())) {
            lines.add("  acc = gid");
        }
        for (Range range : ranges) {
            if (!range.writes()) {
                touch(range, lines);
            }
        }
        for (Range range : ranges) {
            if (range.writes()) {
                touch(range, lines);
            }
        }
        lines.add("}");
        return String.join("\n", lines) + "\n";
    }

    private static void touch(Range range, List<String> lines) {
        String count = range.name() + "_count";
        String type = range.unit() == 4 ? "u32" : "u8";
        lines.add("  for i in 0..(" + count + " + total - 1) / total {");
        lines.add("    j = gid + i * total");
        lines.add("    if j < " + count + " {");
        element(range, type, lines);
        lines.add("    }");
        lines.add("  }");
        if (range.tail() > 0) {
            lines.add("  if gid == 0 {");
            lines.add("    for i in 0.." + range.name() + "_tail {");
            lines.add("      j = " + count + " * 4 + i");
            element(range, "u8", lines);
            lines.add("    }");
            lines.add("  }");
        }
    }

    private static void element(Range range, String type, List<String> lines) {
        String place = type + " " + range.name() + "[j]";
        if (range.reads()) {
            lines.add("      v = load." + place);
        }
        if (range.writes()) {
            lines.add("      store." + place + " = hash(" + (range.reads() ? "v" : "acc") + " + j)");
        } else {
            lines.add("      acc = acc ^ v");
        }
    }
}
