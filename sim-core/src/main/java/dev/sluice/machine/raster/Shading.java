// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import dev.sluice.machine.compute.AccessSites;
import dev.sluice.program.image.ImageView;
import dev.sluice.program.kernel.KernelProgram;
import org.jspecify.annotations.Nullable;

/** The fragment kernel of a draw and what is bound to it. */
public final class Shading {

    private final KernelProgram program;
    // shared by all jobs of the draw
    final AccessSites sites;
    final long[] parameters;
    private final int command;
    private final int agent;

    /**
     * @param addresses address of byte 0 of each binding, in the order of {@link KernelProgram#bindings()}
     * @param sizes bytes bound to each binding
     * @param views the image behind each binding, null where it is a buffer
     * @param parameters values in the order of {@link KernelProgram#parameters()}
     * @param command index into the run's command table
     * @param agent version of the bytes that fragments store: the command's fragment stage
     * @throws IllegalArgumentException if bindings or parameters are not as many as the kernel's
     */
    public Shading(
            KernelProgram program,
            long[] addresses,
            long[] sizes,
            @Nullable ImageView[] views,
            long[] parameters,
            int command,
            int agent) {
        int bindings = program.bindings().size();
        if (addresses.length != bindings || sizes.length != bindings || views.length != bindings) {
            throw new IllegalArgumentException(
                    "fragment kernel " + program.name() + " has " + bindings + " bindings, not " + addresses.length);
        }
        if (parameters.length != program.parameters().size()) {
            throw new IllegalArgumentException("fragment kernel " + program.name() + " has "
                    + program.parameters().size() + " parameters, not " + parameters.length);
        }
        this.program = program;
        sites = new AccessSites(program, addresses.clone(), sizes.clone(), views.clone());
        this.parameters = parameters.clone();
        this.command = command;
        this.agent = agent;
    }

    /** The fragment kernel. */
    public KernelProgram program() {
        return program;
    }

    /** Index into the run's command table. */
    public int command() {
        return command;
    }

    /** Version of the bytes that fragments store. */
    public int agent() {
        return agent;
    }
}
