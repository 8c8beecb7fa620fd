// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.ConfigException;
import dev.sluice.config.source.Position;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.units.Size;
import dev.sluice.program.kernel.KernelCompiler;
import dev.sluice.program.kernel.KernelPlace;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kernel.KernelSource;
import dev.sluice.program.kernel.KernelSyntaxException;
import dev.sluice.program.kernel.LocalSize;
import dev.sluice.program.kernel.SharedCarveOut;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The kernels of a stream, compiled, with what its dispatches bind to them. */
final class KernelTable {
    /** A vertex is a workgroup of its own where the kernel does not say otherwise, so that none is beyond the last. */
    private static final LocalSize ONE = new LocalSize(1, 1, 1);
    /** Fragments come in waves, whatever the workgroup's size. */
    private static final LocalSize FRAGMENTS = new LocalSize(64, 1, 1);

    private static final Pattern PERCENT = Pattern.compile("[0-9]{1,2}%|100%");

    private final StreamContext context;
    private final Map<String, KernelProgram> programs = new LinkedHashMap<>();
    private final Set<String> dispatched = new LinkedHashSet<>();
    private final Set<String> vertices = new LinkedHashSet<>();

    KernelTable(StreamContext context, CommandBuffers buffers) {
        this.context = context;
        Map<String, Set<String>> parameters = parameters(buffers);
        context.file.kernels().forEach((name, kernel) -> {
            Set<String> names = new LinkedHashSet<>(kernel.params());
            names.addAll(parameters.getOrDefault(name, Set.of()));
            KernelProgram program = compile(name, kernel, names);
            if (kernel.localSize().isEmpty() && dispatched.contains(name) && !program.fragment()) {
                throw badSize(kernel);
            }
            programs.put(name, program);
        });
    }

    Map<String, KernelProgram> programs() {
        return programs;
    }

    /** The kernel that {@code user} names under {@code key}. */
    KernelProgram kernel(Object user, String key, String name) {
        return context.known("kernel", programs, user, key, name);
    }

    /** The values of a dispatch or draw for its kernels' parameters, in the kernels' order; each must be there. */
    Map<String, Long> arguments(Object user, List<KernelProgram> kernels, Map<String, Long> given) {
        Map<String, Long> values = new LinkedHashMap<>();
        for (KernelProgram kernel : kernels) {
            for (String name : kernel.declaredParameters()) {
                Long value = given.get(name);
                if (value == null) {
                    throw context.where.error(
                            user, "params", "params: kernel '" + kernel.name() + "' also needs '" + name + "'");
                }
                values.put(name, value);
            }
        }
        return values;
    }

    /** Names of the integers that the dispatches of each kernel pass. */
    private Map<String, Set<String>> parameters(CommandBuffers buffers) {
        Map<String, Set<String>> parameters = new LinkedHashMap<>();
        buffers.everyCommand(command -> uses(command, parameters));
        return parameters;
    }

    private void uses(CommandStep command, Map<String, Set<String>> parameters) {
        if (command instanceof ComputeStep dispatch) {
            dispatched.add(dispatch.kernel());
            add(parameters, dispatch.kernel(), dispatch.params());
        } else if (command instanceof PassStep.Draw draw) {
            draw.primitives().forEach((kind, primitives) -> {
                (kind.workgroups() ? dispatched : vertices).add(primitives.kernel());
                addUsed(parameters, primitives.kernel(), draw.params());
            });
            addUsed(parameters, draw.fragment(), draw.params());
            addUsed(parameters, draw.kernel(), draw.params());
        }
    }

    private static void add(Map<String, Set<String>> parameters, String kernel, Map<String, Long> given) {
        parameters.computeIfAbsent(kernel, name -> new LinkedHashSet<>()).addAll(given.keySet());
    }

    /** A draw's parameters are those of all its kernels: each has the ones that its text names. */
    private void addUsed(Map<String, Set<String>> parameters, @Nullable String kernel, Map<String, Long> given) {
        StreamFile.Kernel text = kernel == null ? null : context.file.kernels().get(kernel);
        if (kernel == null || text == null) {
            return;
        }
        Set<String> names = parameters.computeIfAbsent(kernel, name -> new LinkedHashSet<>());
        for (String name : given.keySet()) {
            if (Pattern.compile("\\b" + Pattern.quote(name) + "\\b")
                    .matcher(text.code().text())
                    .find()) {
                names.add(name);
            }
        }
    }

    private KernelProgram compile(String name, StreamFile.Kernel kernel, Set<String> parameters) {
        if (kernel.shared().bytes() > Integer.MAX_VALUE) {
            throw context.where.error(
                    kernel, "shared", "shared: " + kernel.shared() + " are more workgroup memory than any device has");
        }
        try {
            return KernelCompiler.compile(new KernelSource(
                    name,
                    kernel.code().text(),
                    localSize(name, kernel),
                    kernel.bindings(),
                    parameters,
                    (int) kernel.shared().bytes(),
                    kernel.registers(),
                    carveOut(kernel),
                    place(kernel.code())));
        } catch (KernelSyntaxException e) {
            String line = kernel.code().finds(e.line()) ? "" : ", line " + e.line() + ", column " + e.column();
            throw kernel.code()
                    .inside(e.line(), e.column())
                    .error("kernel '" + name + "'" + line + ": " + e.getMessage() + joined(kernel.code(), e));
        } catch (IllegalArgumentException e) {
            throw context.where.node(kernel).error(String.valueOf(e.getMessage()));
        }
    }

    /** YAML makes one line of the lines of a text that is no literal block. */
    private static String joined(ScalarNode code, KernelSyntaxException e) {
        boolean oneLine = code.block() == null && !code.text().strip().contains("\n");
        return oneLine && String.valueOf(e.getMessage()).endsWith("write one statement a line")
                ? ", behind 'code: |', which keeps lines apart"
                : "";
    }

    private static KernelPlace place(ScalarNode code) {
        Position first = code.inside(1, 1);
        return new KernelPlace(first.file(), first.line(), first.column(), code.finds(2));
    }

    private @Nullable SharedCarveOut carveOut(StreamFile.Kernel kernel) {
        ScalarNode written = kernel.sharedCarveOut();
        if (written == null || written.isNull()) {
            return null;
        }
        String text = written.text();
        if (PERCENT.matcher(text).matches()) {
            return new SharedCarveOut(Long.parseLong(text.substring(0, text.length() - 1)), true);
        }
        try {
            return new SharedCarveOut(Size.parse(text).bytes(), false);
        } catch (IllegalArgumentException e) {
            throw written.position()
                    .error("sharedCarveOut: '" + text
                            + "' is neither a size, such as 64KiB, nor a whole percentage from 0% to 100%");
        }
    }

    private LocalSize localSize(String name, StreamFile.Kernel kernel) {
        List<Integer> size = kernel.localSize();
        if (size.isEmpty()) {
            return vertices.contains(name) ? ONE : FRAGMENTS;
        }
        if (size.size() > 3) {
            throw badSize(kernel);
        }
        try {
            return new LocalSize(size.get(0), size.size() > 1 ? size.get(1) : 1, size.size() > 2 ? size.get(2) : 1);
        } catch (IllegalArgumentException e) {
            throw context.where.error(kernel, "localSize", String.valueOf(e.getMessage()));
        }
    }

    private ConfigException badSize(StreamFile.Kernel kernel) {
        return context.where.error(
                kernel, "localSize", "localSize: expected the workgroup's size as 1 to 3 numbers, such as [64, 1, 1]");
    }
}
