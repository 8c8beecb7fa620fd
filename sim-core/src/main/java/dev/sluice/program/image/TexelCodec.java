// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

import java.util.List;

/**
 * Turns the bits of texels into numbers and back.
 *
 * <p>A texel is at most 128 bits: {@code lo} holds the first 64, {@code hi} the rest. Numbers are red, green, blue, alpha;
 * depth takes the place of red and stencil that of green. Encoding clamps to what the channel can hold and rounds to the
 * nearest value, ties to even (sRGB: up); what is not a number becomes 0, except in floating-point channels (Vulkan 1.4.360,
 * Fundamentals, Numeric Representation).
 */
public final class TexelCodec {

    private TexelCodec() {}

    /**
     * Decodes a texel. Missing channels are 0, a missing alpha is 1.
     *
     * @param rgba receives four numbers
     */
    public static void decode(Format format, long lo, long hi, double[] rgba) {
        rgba[0] = 0;
        rgba[1] = 0;
        rgba[2] = 0;
        rgba[3] = 1;
        List<Format.Channel> channels = format.channels();
        for (int i = 0; i < channels.size(); i++) {
            Format.Channel channel = channels.get(i);
            rgba[channel.place()] = value(channel, bits(channel, lo, hi));
        }
    }

    /**
     * Encodes a texel. Bits that no channel uses are 0.
     *
     * @param rgba four numbers
     * @param loHi receives the first 64 bits and the rest
     */
    public static void encode(Format format, double[] rgba, long[] loHi) {
        loHi[0] = 0;
        loHi[1] = 0;
        List<Format.Channel> channels = format.channels();
        for (int i = 0; i < channels.size(); i++) {
            Format.Channel channel = channels.get(i);
            long raw = raw(channel, rgba[channel.place()]);
            loHi[channel.offset() >>> 6] |= raw << (channel.offset() & 63);
        }
    }

    /** The first 64 bits, at most, of a texel in an array of bytes. */
    public static long texelLow(byte[] data, int offset, int texelBytes) {
        return read(data, offset, Math.min(texelBytes, Long.BYTES));
    }

    /** What {@link #texelLow} leaves of a texel: 0 unless it has 16 bytes. */
    public static long texelHigh(byte[] data, int offset, int texelBytes) {
        return texelBytes <= Long.BYTES ? 0 : read(data, offset + Long.BYTES, texelBytes - Long.BYTES);
    }

    /** Puts a texel into an array of bytes. */
    public static void putTexel(byte[] data, int offset, int texelBytes, long lo, long hi) {
        for (int i = 0; i < texelBytes; i++) {
            data[offset + i] = (byte) ((i < Long.BYTES ? lo : hi) >>> (Byte.SIZE * (i & Long.BYTES - 1)));
        }
    }

    private static long read(byte[] data, int offset, int size) {
        long value = 0;
        for (int i = size - 1; i >= 0; i--) {
            value = value << Byte.SIZE | data[offset + i] & 0xFF;
        }
        return value;
    }

    private static long bits(Format.Channel channel, long lo, long hi) {
        int offset = channel.offset();
        return (offset < Long.SIZE ? lo >>> offset : hi >>> offset - Long.SIZE) & max(channel.bits());
    }

    private static long max(int bits) {
        return (1L << bits) - 1;
    }

    private static double value(Format.Channel channel, long raw) {
        int bits = channel.bits();
        return switch (channel.numeric()) {
            case UNORM -> raw / (double) max(bits);
            case SNORM -> Math.max(-1.0, signed(raw, bits) / (double) max(bits - 1));
            case SRGB -> SrgbTransfer.decode((int) raw);
            case UINT -> raw;
            case SINT -> signed(raw, bits);
            case SFLOAT -> bits == Float.SIZE ? Float.intBitsToFloat((int) raw) : SmallFloat.decode((int) raw, bits);
        };
    }

    private static long raw(Format.Channel channel, double value) {
        int bits = channel.bits();
        return switch (channel.numeric()) {
            case UNORM -> (long) Math.rint(clamp(value, 0, 1) * max(bits));
            case SNORM -> (long) Math.rint(clamp(value, -1, 1) * max(bits - 1)) & max(bits);
            case SRGB -> SrgbTransfer.encode(value);
            case UINT -> (long) Math.rint(clamp(value, 0, (double) max(bits)));
            case SINT -> (long) Math.rint(clamp(value, -1.0 - max(bits - 1), (double) max(bits - 1))) & max(bits);
            case SFLOAT ->
                bits == Float.SIZE ? Float.floatToIntBits((float) value) & max(bits) : SmallFloat.encode(value, bits);
        };
    }

    private static double clamp(double value, double low, double high) {
        return value >= high ? high : value >= low ? value : Double.isNaN(value) ? 0 : low;
    }

    private static long signed(long raw, int bits) {
        return raw << Long.SIZE - bits >> Long.SIZE - bits;
    }
}
