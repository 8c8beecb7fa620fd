// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.units.RangeSize;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.Command;
import dev.sluice.program.Origin;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kind.UnknownKindException;
import java.util.List;

/** Turns commands that run kernels on workgroups into such with checked arguments. */
final class ComputeResolver {
    /** Three counts of 4 bytes. */
    private static final int INDIRECT_BYTES = 12;

    private final StreamContext context;
    private final KernelTable kernels;
    private final BindingResolver bindings;
    private final StageAccessRules accesses;

    ComputeResolver(StreamContext context, KernelTable kernels, BindingResolver bindings) {
        this.context = context;
        this.kernels = kernels;
        this.bindings = bindings;
        this.accesses = new StageAccessRules(context);
    }

    Command resolve(ComputeStep step, Origin origin) {
        KernelProgram kernel = kernel(step);
        accesses.require(step, "kernel", kernel, step.work().stage());
        if (step instanceof ComputeStep.Direct) {
            return new Command.Dispatch(
                    origin,
                    step.work(),
                    step.kernel(),
                    Workgroups.of(context, step, step.groups()),
                    bindings.bindings(step, List.of(kernel), step.bind()),
                    kernels.arguments(step, List.of(kernel), step.params()));
        }
        if (step instanceof ComputeStep.Indirect indirect) {
            return indirect(indirect, kernel, origin);
        }
        throw new UnknownKindException(step);
    }

    /** A kernel that workgroups can run. */
    private KernelProgram kernel(ComputeStep step) {
        KernelProgram kernel = kernels.kernel(step, "kernel", step.kernel());
        if (kernel.fragment()) {
            throw context.where.error(
                    step,
                    "kernel",
                    "kernel '" + step.kernel()
                            + "' uses x, y or out, which only the fragments of a draw have; it cannot be dispatched");
        }
        return kernel;
    }

    private Command indirect(ComputeStep.Indirect step, KernelProgram kernel, Origin origin) {
        BufferDeclaration buffer = context.buffer(step, "buffer", step.buffer());
        context.range(step, buffer, step.offset(), new RangeSize(INDIRECT_BYTES));
        context.aligned(step, "offset", step.offset().bytes());
        List<Long> groups = context.leftOut(step, "groups", step.groups(), "what the buffer holds")
                ? List.of()
                : Workgroups.of(context, step, step.groups());
        return new Command.DispatchIndirect(
                origin,
                step.work(),
                step.kernel(),
                buffer.name(),
                step.offset().bytes(),
                groups,
                bindings.bindings(step, List.of(kernel), step.bind()),
                kernels.arguments(step, List.of(kernel), step.params()));
    }
}
