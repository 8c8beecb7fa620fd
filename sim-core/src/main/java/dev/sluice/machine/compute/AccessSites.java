// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.program.image.ImageView;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kernel.WaveInterpreter;
import org.jspecify.annotations.Nullable;

/**
 * A kernel with what is bound to it, and its {@link AccessSite}s, each worked out when the first wave comes to it.
 *
 * <p>All jobs of a draw share one: a job shades only a few waves.
 */
public final class AccessSites {

    private static final int SITE_LINE_BITS = 16;
    private static final int SITE_KERNELS = (1 << Integer.SIZE - 1 - SITE_LINE_BITS) - 1;

    final KernelProgram program;
    final long[] addresses;
    final long[] sizes;
    /** By binding: the ordinal of the client whose path its accesses take. */
    final int[] clients;
    /** By binding: the image that it is a view of, null for a buffer. */
    final @Nullable ImageView[] views;
    /** What all sites of the kernel have in common. */
    private final int common;

    /** By instruction of the kernel; null where no wave has made an access yet. */
    private final @Nullable AccessSite[] byInstruction;

    /**
     * @param addresses address of byte 0 of each binding that is a buffer, in the order of {@link KernelProgram#bindings()}
     * @param sizes bytes bound to each binding that is a buffer
     * @param views the image of each binding, null for a buffer; like the other arrays it is not copied and must stay as it is
     */
    public AccessSites(KernelProgram program, long[] addresses, long[] sizes, @Nullable ImageView[] views) {
        this.program = program;
        this.addresses = addresses;
        this.sizes = sizes;
        this.views = views;
        common = (program.name().hashCode() & SITE_KERNELS) << SITE_LINE_BITS;
        clients = new int[program.bindings().size()];
        for (int i = 0; i < clients.length; i++) {
            clients[i] =
                    AccessQualifiers.client(program.bindings().get(i).kind()).ordinal();
        }
        byInstruction = new AccessSite[program.size()];
    }

    /** The access at which a wave stands, of a kind of {@link dev.sluice.machine.request.Request}. */
    AccessSite at(WaveInterpreter wave, int kind) {
        int instruction = wave.instruction();
        AccessSite known = byInstruction[instruction];
        if (known == null) {
            known = new AccessSite(this, wave, kind);
            byInstruction[instruction] = known;
        }
        return known;
    }

    /** The access of an instruction of the kernel, if a wave came to it before. */
    @Nullable
    AccessSite known(int instruction) {
        return byInstruction[instruction];
    }

    /** What stands for the instruction at a line of the kernel in {@link dev.sluice.machine.request.Request#site()}. */
    int site(int line) {
        return common | Math.min(line, (1 << SITE_LINE_BITS) - 1);
    }
}
