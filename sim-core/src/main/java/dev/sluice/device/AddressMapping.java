// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import java.util.ArrayList;
import java.util.List;

/**
 * Where an address lies: channel, rank, bank group, bank, row and column, by a mapping string.
 *
 * <p>The string names the parts {@code Ro Ra Bg Ba Co Ch} from the most to the least significant. The lowest column bits,
 * as many as {@code interleave} bytes need, always lie below everything else: so many bytes stay in one channel and one row.
 * {@code Ra}, {@code Bg}, {@code Ba} and {@code Ch} may be missing where there is one of them. Several ranks without {@code Ra}
 * are merged into {@code Ba}; several bank groups without {@code Bg} alternate from one such run of bytes of a channel to the next,
 * because a stream within one bank group is held back by tCCD_L. The number of channels need not be a power of two.
 *
 * <p>With hashing, bank and bank group are XORed with the low row bits (Zhang, Zhu and Zhang, MICRO 2000) and the channel
 * with all address bits above it (for other numbers than powers of two it is rotated by them). The mapping stays a bijection.
 */
public final class AddressMapping {

    /** The longest run of bytes that one access names, all in one row. */
    public static final int BLOCK_BYTES = 256;

    private static final int RO = 0;
    private static final int RA = 1;
    private static final int BG = 2;
    private static final int BA = 3;
    private static final int CO = 4;
    private static final int CH = 5;
    private static final List<String> NAMES = List.of("Ro", "Ra", "Bg", "Ba", "Co", "Ch");

    private final int channels;
    private final int channelBits;
    private final boolean hash;
    /** Bytes of the part of an address below the channel. */
    private final long granule;

    private final int granuleShift;

    private final int banksPerGroup;
    private final int banksPerRank;
    private final boolean ranksInBank;
    private final int[] shift = new int[6];
    private final long[] mask = new long[6];
    private final int offsetBits;
    private final int lowColumnBits;

    /**
     * The mapping of a DRAM.
     *
     * @throws InvalidSpecException if the mapping string is not usable for the organisation
     */
    public AddressMapping(DramSpec spec) {
        channels = spec.channels();
        channelBits = Integer.bitCount(channels) == 1 ? Integer.numberOfTrailingZeros(channels) : -1;
        hash = spec.xorHash();
        banksPerGroup = spec.banksPerGroup();
        banksPerRank = spec.bankGroups() * banksPerGroup;
        if (spec.rowBytes() < BLOCK_BYTES) {
            throw new InvalidSpecException(
                    "rowBytes must be at least " + BLOCK_BYTES + ", the longest request, not " + spec.rowBytes(),
                    "rowBytes");
        }
        List<Integer> parts = parse(spec.mapping());
        require(parts, RO, true, spec);
        require(parts, CO, true, spec);
        require(parts, CH, channels > 1, spec);
        require(parts, BA, banksPerGroup > 1 || spec.ranks() > 1 && !parts.contains(RA), spec);
        if (spec.bankGroups() > 1 && !parts.contains(BG)) {
            int last = parts.size() - 1;
            parts.add(parts.get(last) == CH ? last : last + 1, BG);
        }
        ranksInBank = !parts.contains(RA);
        offsetBits = Integer.numberOfTrailingZeros(spec.transactionBytes());
        int rowBits = Integer.numberOfTrailingZeros(spec.rowBytes());
        int chunkBits = Math.min(Integer.numberOfTrailingZeros(spec.interleave()), rowBits);
        lowColumnBits = chunkBits - offsetBits;
        long perChannelRow = (long) channels * spec.ranks() * banksPerRank * spec.rowBytes();
        long rows = Math.max(1, (spec.size() + perChannelRow - 1) / perChannelRow);

        int at = chunkBits;
        long below = 1L << chunkBits;
        long channelAbove = -1;
        for (int i = parts.size() - 1; i >= 0; i--) {
            int part = parts.get(i);
            if (part == CH) {
                channelAbove = below;
                continue;
            }
            boolean top = i == 0 || i == 1 && parts.get(0) == CH;
            long size = sizeOf(part, spec, rows, rowBits - chunkBits);
            shift[part] = at;
            if (part == RO && top) {
                mask[part] = Long.MAX_VALUE;
                below *= rows;
            } else {
                if (Long.bitCount(size) != 1) {
                    throw new InvalidSpecException(
                            "mapping " + spec.mapping() + ": " + NAMES.get(part) + " has " + size
                                    + " values, which is no power of two (only Ch, and Ro as the most significant part, need not be one)",
                            "mapping");
                }
                mask[part] = size - 1;
                at += Long.numberOfTrailingZeros(size);
                below *= size;
            }
        }
        granule = Math.max(spec.interleave(), channelAbove < 0 ? 1 : channelAbove);
        granuleShift = Long.bitCount(granule) == 1 ? Long.numberOfTrailingZeros(granule) : -1;
    }

    /** The channel of an address. */
    public int channel(long address) {
        if (channels == 1) {
            return 0;
        }
        long q = granuleShift >= 0 ? address >>> granuleShift : address / granule;
        if (channelBits >= 0) {
            int channel = (int) q & (channels - 1);
            return hash ? channel ^ (int) fold(q >>> channelBits) & (channels - 1) : channel;
        }
        long above = q / channels;
        long channel = q - above * channels;
        return (int) (hash ? (channel + fold(above)) % channels : channel);
    }

    /** The address within its channel: what remains without the channel. */
    public long local(long address) {
        if (channels == 1) {
            return address;
        }
        if (granuleShift >= 0) {
            long q = address >>> granuleShift;
            long above = channelBits >= 0 ? q >>> channelBits : q / channels;
            return above << granuleShift | address & (granule - 1);
        }
        long q = address / granule;
        return q / channels * granule + (address - q * granule);
    }

    /** The row of an address within its channel. */
    public int row(long local) {
        return (int) (local >>> shift[RO] & mask[RO]);
    }

    /** The bank of an address within its channel, counted over ranks and bank groups: ((rank * groups) + group) * banks + bank. */
    public int bank(long local) {
        int value = (int) (local >>> shift[BA] & mask[BA]);
        int group = (int) (local >>> shift[BG] & mask[BG]);
        int rank;
        if (ranksInBank) {
            rank = value / banksPerGroup;
            value &= banksPerGroup - 1;
        } else {
            rank = (int) (local >>> shift[RA] & mask[RA]);
        }
        int inRank = group * banksPerGroup + value;
        if (hash) {
            inRank ^= row(local) & (banksPerRank - 1);
        }
        return rank * banksPerRank + inRank;
    }

    /** The transaction within its row. */
    public int column(long local) {
        long low = local >>> offsetBits & (1L << lowColumnBits) - 1;
        return (int) (low | (local >>> shift[CO] & mask[CO]) << lowColumnBits);
    }

    private long sizeOf(int part, DramSpec spec, long rows, int highColumnBits) {
        return switch (part) {
            case RO -> rows;
            case RA -> spec.ranks();
            case BG -> spec.bankGroups();
            case BA -> (long) banksPerGroup * (ranksInBank ? spec.ranks() : 1);
            case CO -> 1L << highColumnBits;
            default -> throw new IllegalStateException("part " + part);
        };
    }

    private static long fold(long bits) {
        long folded = bits ^ bits >>> 32;
        folded ^= folded >>> 16;
        folded ^= folded >>> 8;
        return (folded ^ folded >>> 3 ^ folded >>> 5) & 0xFFFF;
    }

    private static void require(List<Integer> parts, int part, boolean needed, DramSpec spec) {
        if (needed && !parts.contains(part)) {
            throw new InvalidSpecException("mapping " + spec.mapping() + " lacks " + NAMES.get(part), "mapping");
        }
    }

    private static List<Integer> parse(String mapping) {
        List<Integer> parts = new ArrayList<>();
        for (int i = 0; i < mapping.length(); i += 2) {
            String name = mapping.substring(i, Math.min(i + 2, mapping.length()));
            int part = NAMES.indexOf(name);
            if (part < 0) {
                throw new InvalidSpecException(
                        "mapping " + mapping + ": '" + name + "' is none of " + String.join(" ", NAMES), "mapping");
            }
            if (parts.contains(part)) {
                throw new InvalidSpecException("mapping " + mapping + " names " + name + " twice", "mapping");
            }
            parts.add(part);
        }
        return parts;
    }
}
