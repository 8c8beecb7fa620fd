package dev.sluice.config.stream;

import dev.sluice.config.bind.Nearest;
import dev.sluice.config.bind.OneKey;
import dev.sluice.core.kernel.KernelCompiler;
import dev.sluice.core.kernel.KernelProgram;
import dev.sluice.core.kernel.KernelSource;
import dev.sluice.core.kernel.KernelSyntaxException;
import dev.sluice.core.kernel.LocalSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The kernels of a stream, compiled, with what its dispatches bind to them. */
final class KernelTable {
    private final StreamContext context;
    private final Map<String, KernelProgram> programs = new LinkedHashMap<>();

    KernelTable(StreamContext context) {
        this.context = context;
        Map<String, Set<String>> parameters = parameters();
        context.file.kernels().forEach((name, kernel) -> {
            Set<String> names = new LinkedHashSet<>(kernel.params());
            names.addAll(parameters.getOrDefault(name, Set.of()));
            programs.put(name, compile(name, kernel, names));
        });
    }

    Map<String, KernelProgram> programs() {
        return programs;
    }

    KernelProgram kernel(Object user, String name) {
        return context.known("kernel", programs, user, "kernel", name);
    }

    /** The values of a dispatch for the kernel's parameters, in the kernel's order; each must be there. */
    Map<String, Long> arguments(Object user, KernelProgram kernel, Map<String, Long> given) {
        Map<String, Long> values = new LinkedHashMap<>();
        for (String name : kernel.parameters()) {
            Long value = given.get(name);
            if (value == null) {
                throw context.where.error(
                        user, "params", "params: kernel '" + kernel.name() + "' also needs '" + name + "'");
            }
            values.put(name, value);
        }
        return values;
    }

    /** Names of the integers that the dispatches of each kernel pass. */
    private Map<String, Set<String>> parameters() {
        Map<String, Set<String>> parameters = new LinkedHashMap<>();
        List<OneKey<HostStep>> steps = new ArrayList<>(context.file.program());
        context.file.threads().values().forEach(steps::addAll);
        for (OneKey<HostStep> step : steps) {
            if (step.value() instanceof HostStep.QueueSubmit submit) {
                for (OneKey<CommandStep> command : submit.commands()) {
                    if (command.value() instanceof CommandStep.Dispatch dispatch) {
                        add(parameters, dispatch.kernel(), dispatch.params());
                    } else if (command.value() instanceof CommandStep.DispatchIndirect dispatch) {
                        add(parameters, dispatch.kernel(), dispatch.params());
                    }
                }
            }
        }
        return parameters;
    }

    private static void add(Map<String, Set<String>> parameters, String kernel, Map<String, Long> given) {
        parameters.computeIfAbsent(kernel, name -> new LinkedHashSet<>()).addAll(given.keySet());
    }

    private KernelProgram compile(String name, StreamFile.Kernel kernel, Set<String> parameters) {
        try {
            return KernelCompiler.compile(new KernelSource(
                    name,
                    kernel.code().text(),
                    localSize(kernel),
                    kernel.bindings(),
                    parameters,
                    Math.toIntExact(kernel.shared().bytes()),
                    kernel.registers()));
        } catch (KernelSyntaxException e) {
            throw kernel.code().inside(e.line(), e.column()).error("kernel '" + name + "': " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw context.where.node(kernel).error(String.valueOf(e.getMessage()));
        }
    }

    private LocalSize localSize(StreamFile.Kernel kernel) {
        List<Integer> size = kernel.localSize();
        if (size.isEmpty() || size.size() > 3) {
            throw context.where.error(
                    kernel,
                    "localSize",
                    "localSize: expected the workgroup's size as 1 to 3 numbers, such as [64, 1, 1]");
        }
        try {
            return new LocalSize(size.get(0), size.size() > 1 ? size.get(1) : 1, size.size() > 2 ? size.get(2) : 1);
        } catch (IllegalArgumentException e) {
            throw context.where.error(kernel, "localSize", String.valueOf(e.getMessage()));
        }
    }

    /** The nearest binding name of a kernel, for an error about another one. */
    static String hint(KernelProgram kernel, String name) {
        return Nearest.hint(
                name,
                kernel.bindings().stream().map(KernelProgram.Binding::name).toList());
    }
}
