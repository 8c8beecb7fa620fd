// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;

/**
 * What a command does to some places of a space in one stage by one access.
 *
 * @param space where the places are: the bytes of a memory or the texels of an aspect of an image
 * @param where the places
 * @param resource the buffer, image or memory by which they are accessed
 * @param stage the stage that accesses them
 * @param access how; a write if it {@link Access#isWrite}
 * @param traits bits of this class: {@link #ATOMIC} and so on
 * @param subpass which subpass's attachments it is an operation on, or {@link #NO_SUBPASS}; those of one subpass are ordered
 *     by rasterization order
 */
public record MemoryAccess(
        Space space, Intervals where, String resource, Stage stage, Access access, int traits, int subpass) {

    /** Of accesses that are no attachment operations. */
    public static final int NO_SUBPASS = -1;

    /** An atomic of device scope: mutually ordered with others. */
    public static final int ATOMIC = 1;

    /** The places are a superset of what is accessed: addresses or branches depend on loaded data. */
    public static final int INEXACT = 2;

    /**
     * What an attachment holds is written again, as it is, along with the other aspect of the same texels (Vulkan specification,
     * sections Render Pass Load Operations, Render Pass Store Operations and Render Pass Multisample Resolve Operations).
     */
    public static final int ALONG = 4;

    /** Each write makes itself available to the device ({@code @ coherent}), or each read makes what it reads visible. */
    public static final int COHERENT = 8;

    /** The bytes of an image that shares memory with another resource. */
    public static final int ALIAS = 16;

    /** Not accessed, but taken along by flushes: the neighbours of a host write within their non-coherent atoms. */
    public static final int ATOM = 32;

    /** By a load, store or resolve operation of a render pass. */
    public static final int PASS = 64;

    /** A reading of an input attachment, which rasterization order does not order. */
    public static final int INPUT = 128;

    /** Takes what an attachment holds from memory or back to it, as it is: {@code LOAD} and {@code STORE}. */
    public static final int KEEP = 256;

    /** Writes nothing of its own, but gives up what is there: {@code DONT_CARE}. */
    public static final int DISCARD = 512;

    /** By a load operation, of those {@link #PASS}. */
    public static final int LOAD = 1024;

    /** By a kernel that loads texels with depth and stencil and may mean either: nothing says which. */
    public static final int EITHER = 2048;

    private static final int COMMUTING_SHIFT = 12;

    /** The trait of atomics that commute with those of the same number, 1 to 255; 0 for such that commute with none. */
    static int commuting(int number) {
        return number << COMMUTING_SHIFT;
    }

    /** Whether it changes the places by atomics as another access does, and their order decides what these leave. */
    public boolean orderMatters(MemoryAccess other) {
        int number = traits >>> COMMUTING_SHIFT;
        return has(ATOMIC)
                && other.has(ATOMIC)
                && writes()
                && other.writes()
                && (number == 0 || number != other.traits >>> COMMUTING_SHIFT);
    }

    /** The same in another subpass. */
    MemoryAccess in(int other) {
        return subpass == other ? this : new MemoryAccess(space, where, resource, stage, access, traits, other);
    }

    /** The same of which only some places may be accessed, or none. */
    MemoryAccess inexact() {
        return has(INEXACT) ? this : new MemoryAccess(space, where, resource, stage, access, traits | INEXACT, subpass);
    }

    /** Whether it has a trait. */
    public boolean has(int trait) {
        return (traits & trait) != 0;
    }

    /** Whether it writes. */
    public boolean writes() {
        return access.isWrite();
    }
}
