// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.data;

/** Elements that follow a {@link Pattern}, made when they are asked for. */
final class Generated implements DataSource {
    private final Pattern pattern;
    private final DataType type;
    private final int count;
    /** The iota's first value, the constant, or the seed. */
    private final long first;

    private final long step;

    private Generated(Pattern pattern, DataType type, int count, long first, long step) {
        this.pattern = pattern;
        this.type = type;
        this.count = count;
        this.first = first;
        this.step = step;
    }

    static Generated iota(DataType type, int count, long start, long step) {
        return new Generated(Pattern.IOTA, type, count, start, step);
    }

    static Generated constant(DataType type, int count, long bits) {
        return new Generated(Pattern.CONSTANT, type, count, bits, 0);
    }

    static Generated random(DataType type, int count, long seed) {
        return new Generated(Pattern.RANDOM, type, count, seed, 0);
    }

    @Override
    public long size() {
        return (long) count * type.bytes();
    }

    @Override
    public DataType type() {
        return type;
    }

    @Override
    public byte[] bytes() {
        byte[] bytes = new byte[Math.toIntExact(size())];
        SplitMix64 random = new SplitMix64(first);
        for (int i = 0; i < count; i++) {
            type.put(bytes, i * type.bytes(), element(i, random));
        }
        return bytes;
    }

    private long element(int i, SplitMix64 random) {
        boolean real = type == DataType.F32;
        return switch (pattern) {
            case IOTA ->
                real
                        ? Float.floatToRawIntBits((float)
                                (Float.intBitsToFloat((int) first) + (double) i * Float.intBitsToFloat((int) step)))
                        : first + i * step;
            case CONSTANT -> first;
            case RANDOM -> real ? Float.floatToRawIntBits((random.next() >>> 40) * 0x1.0p-24f) : random.next();
        };
    }
}
