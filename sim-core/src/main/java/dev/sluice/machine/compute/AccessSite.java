// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.machine.request.Request;
import dev.sluice.program.image.ImageView;
import dev.sluice.program.image.MeantTexels;
import dev.sluice.program.kernel.ElementType;
import dev.sluice.program.kernel.RunOperands;
import dev.sluice.program.kernel.WaveInterpreter;
import org.jspecify.annotations.Nullable;

/** What all accesses of one instruction of a dispatch have in common, whichever wave comes to it. */
final class AccessSite {

    /** {@link Request#READ}, {@link Request#WRITE} or {@link Request#ATOMIC}. */
    final int kind;
    /** Ordinal of the client whose path they take. */
    final int client;
    /** Flags of their requests. */
    final byte flags;
    /** What is accessed if it is an image; null for a buffer. */
    final @Nullable ImageView view;
    /** Address of byte 0 of what is bound. */
    final long base;
    /** What a read means of the texels of an image. */
    final MeantTexels meant;
    /** Bytes that are bound, of a buffer. */
    final long size;

    final ElementType type;
    /** Elements that a lane takes. */
    final int width;
    /** Binary logarithm of the bytes that a lane takes. */
    final int shift;
    /** The register that they fill; -1 if none. */
    final int destination;
    /** What it takes from waves and brings them. */
    final RunOperands operands;
    /** What stands for the instruction in {@link Request#site()}. */
    final int site;

    /** @param at stands at the instruction */
    AccessSite(AccessSites bound, WaveInterpreter at, int kind) {
        int binding = at.binding();
        this.kind = kind;
        client = bound.clients[binding];
        view = bound.views[binding];
        base = view == null ? bound.addresses[binding] : view.surface().base();
        meant = view == null ? MeantTexels.ALL : view.meant();
        size = bound.sizes[binding];
        type = at.elementType();
        width = at.width();
        shift = Integer.numberOfTrailingZeros(at.elementBytes());
        flags = (byte) (AccessQualifiers.flags(kind, at.qualifiers()) | (view == null ? 0 : Request.IMAGE));
        destination = kind == Request.WRITE ? -1 : at.destination();
        operands = at.runOperands();
        site = bound.site(at.line());
    }
}
