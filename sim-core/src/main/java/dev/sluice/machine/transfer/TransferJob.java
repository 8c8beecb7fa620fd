// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

import dev.sluice.machine.engine.Component;
import dev.sluice.program.image.MeantTexels;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the {@link TransferEngine} is to do: copies, fills and updates of ranges of absolute addresses, and work on texels. */
public final class TransferJob {

    /** What a job does. */
    public enum Kind {
        /** Reads every region's source and writes it to its destination. */
        COPY,
        /** Writes a repeated 32-bit value, least significant byte first. */
        FILL,
        /** Writes given bytes. */
        UPDATE,
        /** Copies, scales, resolves or clears texels. */
        TEXELS
    }

    private static final byte[] NO_BYTES = new byte[0];
    private static final long[] NO_SOURCE = {0};
    private static final long[] NO_RANGES = {};

    final Kind kind;
    final long[] sources;
    final long[] destinations;
    final long[] sizes;
    final int pattern;
    final byte[] data;
    final @Nullable TexelWork texels;
    final MeantTexels meant;
    final int command;
    final int agent;

    @Nullable
    Component replyTo;

    int replyKind;
    int replyArgument;

    int region;
    long done;
    int underWay;
    boolean running;
    boolean begun;
    long bytesRead;
    long bytesWritten;

    private TransferJob(
            Kind kind,
            long[] sources,
            long[] destinations,
            long[] sizes,
            int pattern,
            byte[] data,
            @Nullable TexelWork texels,
            int command,
            int agent) {
        this.kind = kind;
        this.sources = sources;
        this.destinations = destinations;
        this.sizes = sizes;
        this.pattern = pattern;
        this.data = data;
        this.texels = texels;
        this.meant = texels == null ? MeantTexels.ALL : texels.meant();
        this.command = command;
        this.agent = agent;
    }

    /**
     * A copy of regions in order; source and destination ranges must not overlap.
     *
     * @param sources first address of each region's source
     * @param destinations first address of each region's destination
     * @param sizes bytes of each region, positive
     * @param command index for attribution, -1 for none
     * @param agent version that the written bytes carry
     * @throws IllegalArgumentException if the arrays differ in length or a size is not positive
     */
    public static TransferJob copy(long[] sources, long[] destinations, long[] sizes, int command, int agent) {
        if (sources.length != destinations.length || sources.length != sizes.length) {
            throw new IllegalArgumentException("a copy needs as many sources and destinations as sizes");
        }
        for (long size : sizes) {
            requirePositive(size);
        }
        return new TransferJob(
                Kind.COPY, sources.clone(), destinations.clone(), sizes.clone(), 0, NO_BYTES, null, command, agent);
    }

    /** A fill of {@code size} bytes with a 32-bit value that repeats from the first byte on. */
    public static TransferJob fill(long destination, long size, int pattern, int command, int agent) {
        requirePositive(size);
        return new TransferJob(
                Kind.FILL,
                NO_SOURCE,
                new long[] {destination},
                new long[] {size},
                pattern,
                NO_BYTES,
                null,
                command,
                agent);
    }

    /** A write of the given bytes, which must not be empty. */
    public static TransferJob update(long destination, byte[] data, int command, int agent) {
        requirePositive(data.length);
        return new TransferJob(
                Kind.UPDATE,
                NO_SOURCE,
                new long[] {destination},
                new long[] {data.length},
                0,
                data.clone(),
                null,
                command,
                agent);
    }

    /**
     * A copy of texels, with all their samples, between images or between an image and a buffer. Pieces are what a box has of a
     * tile: of the destination's tiles, or else of the source's.
     *
     * @throws IllegalArgumentException if texels differ in size or in samples
     */
    public static TransferJob image(ImageMove move, int command, int agent) {
        return texels(MoveWork.copy(move), command, agent);
    }

    /**
     * Makes one sample of several: their average, or the first one for integer, depth and stencil formats.
     *
     * @throws IllegalArgumentException if texels differ in size, or the samples are not several on one side and one on the other
     */
    public static TransferJob resolve(ImageMove move, int command, int agent) {
        return texels(MoveWork.resolve(move), command, agent);
    }

    /** A copy that scales and converts; reads the footprint of each destination tile, in several pieces if it is large. */
    public static TransferJob blit(ImageBlit blit, int command, int agent) {
        return texels(new BlitWork(blit), command, agent);
    }

    /**
     * A clear of whole subresources that writes every texel.
     *
     * @param clears at least one
     */
    public static TransferJob clear(List<ImageClear> clears, int command, int agent) {
        return texels(new ClearWork(clears), command, agent);
    }

    private static TransferJob texels(TexelWork work, int command, int agent) {
        return new TransferJob(Kind.TEXELS, NO_RANGES, NO_RANGES, NO_RANGES, 0, NO_BYTES, work, command, agent);
    }

    /** Names who learns that all writes have been taken over. */
    public TransferJob replyTo(Component component, int eventKind, int argument) {
        replyTo = component;
        replyKind = eventKind;
        replyArgument = argument;
        return this;
    }

    /** Bytes read so far. */
    public long bytesRead() {
        return bytesRead;
    }

    /** Bytes written so far. */
    public long bytesWritten() {
        return bytesWritten;
    }

    boolean allIssued() {
        return texels == null ? region == sizes.length : texels.exhausted();
    }

    void advance(long bytes) {
        done += bytes;
        if (done == sizes[region]) {
            region++;
            done = 0;
        }
    }

    private static void requirePositive(long size) {
        if (size < 1) {
            throw new IllegalArgumentException("a transfer's size must be positive, not " + size);
        }
    }
}
