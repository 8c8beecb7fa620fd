// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.cache.policy.SliceHashProvider;
import dev.sluice.machine.cache.policy.SliceHashes;
import dev.sluice.plugin.Choice;
import org.jspecify.annotations.Nullable;

/**
 * Which slice an address lies in, interleaved by line, and which line of that slice it is.
 *
 * <p>{@code MODULO} takes the line number modulo the slices. {@code XOR} adds a fold of the higher bits, so that strides
 * of a power of two spread over all slices; slices need not be a power of two.
 */
public final class SliceHash {

    private final int slices;
    private final int lineShift;
    private final boolean powerOfTwo;
    private final int bits;
    private final boolean xor;
    /** Chooses slices where neither of Sluice's own ways does; null if one does. */
    private final SliceHashProvider.@Nullable SliceFunction function;

    /**
     * @param slices slices, at least 1
     * @param lineBytes bytes of the interleave, a power of two
     */
    public SliceHash(int slices, int lineBytes, CacheSpec.Hash hash) {
        this(slices, lineBytes, Choice.of(hash.key()));
    }

    /** As the other, with any choice of {@link SliceHashes}. */
    public SliceHash(int slices, int lineBytes, Choice hash) {
        if (slices < 1 || Integer.bitCount(lineBytes) != 1) {
            throw new IllegalArgumentException(slices + " slices of " + lineBytes + "-byte lines");
        }
        this.slices = slices;
        this.lineShift = Integer.numberOfTrailingZeros(lineBytes);
        this.powerOfTwo = Integer.bitCount(slices) == 1;
        this.bits = Math.max(1, 32 - Integer.numberOfLeadingZeros(slices - 1));
        this.xor = hash.name().equals(CacheSpec.Hash.XOR.key());
        this.function = slices == 1 || xor || hash.name().equals(CacheSpec.Hash.MODULO.key())
                ? null
                : SliceHashes.create(hash, slices, lineBytes);
    }

    /** The hash of a cache node. */
    public static SliceHash of(CacheSpec spec) {
        return new SliceHash(
                spec.geometry().slices(),
                spec.geometry().line(),
                spec.geometry().sliceHash());
    }

    public int slices() {
        return slices;
    }

    /** The slice of an address, from 0. */
    public int slice(long address) {
        if (slices == 1) {
            return 0;
        }
        SliceHashProvider.SliceFunction other = function;
        if (other != null) {
            return other.slice(address >>> lineShift);
        }
        return choose(address >>> lineShift, slices, powerOfTwo, bits, xor);
    }

    /** The number of a line among those of its slice, from its number in the address space. */
    long local(long lineNumber) {
        return powerOfTwo ? lineNumber >>> Integer.numberOfTrailingZeros(slices) : lineNumber / slices;
    }

    /** One of {@code count} for a number: plain modulo, or with the higher bits folded in. */
    static int choose(long number, int count, boolean powerOfTwo, int bits, boolean xor) {
        if (powerOfTwo) {
            return (int) (xor ? fold(number, bits) : number) & (count - 1);
        }
        long low = number % count;
        return (int) (xor ? (low + (fold(number / count, bits) & (1L << bits) - 1)) % count : low);
    }

    /** Folds all groups of {@code bits} bits onto the lowest group by exclusive or. */
    private static long fold(long number, int bits) {
        long x = number ^ number >>> bits;
        x ^= x >>> 2 * bits;
        for (int shift = 4 * bits; shift < Long.SIZE && x >>> shift != 0; shift <<= 1) { // few numbers are so long
            x ^= x >>> shift;
        }
        return x;
    }
}
