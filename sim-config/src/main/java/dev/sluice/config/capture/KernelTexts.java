// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.stream.CommandStep.Binding;
import dev.sluice.config.stream.StreamFile.Kernel;
import dev.sluice.config.units.Size;
import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.kind.UnknownKindException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The kernels that stand for captured shaders, and the text of those for compute: every invocation takes its share of each
 * bound resource, so that each is touched once. The shader itself is not executed; what it stores is a hash.
 */
final class KernelTexts {
    private final Map<String, Kernel> texts = new LinkedHashMap<>();
    private final Map<Kernel, String> known = new HashMap<>();

    /** The kernels by name, in the order of their first use. */
    Map<String, Kernel> texts() {
        return texts;
    }

    /**
     * The name of a kernel; equal ones are shared.
     *
     * @param localSize invocations of a workgroup; nothing for fragment kernels
     */
    String kernel(String wanted, List<Integer> localSize, List<Resource> resources, String code) {
        Map<String, BindingKind> bindings = new LinkedHashMap<>();
        resources.forEach(resource -> bindings.put(resource.name(), resource.kind()));
        Kernel kernel = new Kernel(localSize, bindings, List.of(), new Size(0), null, 0, ScalarNode.of(code));
        return known.computeIfAbsent(kernel, k -> {
            String name = wanted;
            for (int i = 2; texts.containsKey(name); i++) {
                name = wanted + "_" + i;
            }
            texts.put(name, kernel);
            return name;
        });
    }

    /** What a dispatch or draw binds. */
    static Map<String, Binding> bind(List<Resource> resources) {
        Map<String, Binding> bind = new LinkedHashMap<>();
        resources.forEach(resource -> bind.put(resource.name(), resource.bound()));
        return bind;
    }

    /** The parameters of a dispatch, with {@code total} invocations over which the resources are spread. */
    static Map<String, Long> parameters(List<Resource> resources, long total) {
        Map<String, Long> parameters = new LinkedHashMap<>();
        if (!resources.isEmpty()) {
            parameters.put("total", total);
        }
        resources.forEach(resource -> counts(resource, parameters));
        return parameters;
    }

    /** How many elements {@link #touch} goes through. */
    static void counts(Resource resource, Map<String, Long> parameters) {
        if (resource instanceof Resource.Range range) {
            parameters.put(range.name() + "_count", range.elements());
            if (range.tail() > 0) {
                parameters.put(range.name() + "_tail", range.tail());
            }
        } else if (resource instanceof Resource.Texture texture) {
            parameters.put(texture.name() + "_count", texture.texels());
        } else {
            throw new UnknownKindException(resource);
        }
    }

    /** The text for a compute shader. */
    static String code(List<Resource> resources) {
        List<String> lines = new ArrayList<>();
        comments(resources, lines);
        if (resources.isEmpty()) {
            lines.add("alu 1");
            return text(lines);
        }
        lines.add("if gid < total {");
        if (resources.stream()
                .anyMatch(resource -> !resource.reads()
                        || !resource.writes()
                        || resource.kind() == BindingKind.ACCELERATION_STRUCTURE)) {
            lines.add("  acc = gid");
        }
        for (Resource resource : resources) {
            if (!resource.writes()) {
                touch(resource, "gid", "total", lines);
            }
        }
        for (Resource resource : resources) {
            if (resource.writes()) {
                touch(resource, "gid", "total", lines);
            }
        }
        lines.add("}");
        return text(lines);
    }

    static String text(List<String> lines) {
        return String.join("\n", lines) + "\n";
    }

    static void comments(List<Resource> resources, List<String> lines) {
        for (Resource resource : resources) {
            lines.add("# " + resource.name() + ", " + resource.what() + ": "
                    + (resource.writes() ? resource.reads() ? "read and written" : "written" : "read"));
        }
    }

    /**
     * Goes through the share of one invocation of a resource.
     *
     * @param one the number of the invocation
     * @param all the number of invocations
     */
    static void touch(Resource resource, String one, String all, List<String> lines) {
        String count = resource.name() + "_count";
        lines.add("  for i in 0..(" + count + " + " + all + " - 1) / " + all + " {");
        lines.add("    j = " + one + " + i * " + all);
        lines.add("    if j < " + count + " {");
        if (resource instanceof Resource.Range range) {
            element(range, range.unit() == 4 ? "u32" : "u8", lines);
        } else if (resource instanceof Resource.Texture texture) {
            String width = texture.name() + ".width";
            CapturedTexels.access(texture, "j % " + width, "j / " + width, "      ", lines);
        } else {
            throw new UnknownKindException(resource);
        }
        lines.add("    }");
        lines.add("  }");
        if (resource instanceof Resource.Range range && range.tail() > 0) {
            lines.add("  if " + one + " == 0 {");
            lines.add("    for i in 0.." + range.name() + "_tail {");
            lines.add("      j = " + count + " * 4 + i");
            element(range, "u8", lines);
            lines.add("    }");
            lines.add("  }");
        }
    }

    private static void element(Resource.Range range, String type, List<String> lines) {
        String place = type + " " + range.name() + "[j]";
        if (range.kind() == BindingKind.ACCELERATION_STRUCTURE && range.reads() && range.writes()) {
            // scratch memory, of which nobody needs what was there before
            lines.add("      store." + place + " = hash(acc + j)");
            lines.add("      v = load." + place);
            lines.add("      acc = acc ^ v");
            return;
        }
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
