// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import java.util.List;
import java.util.Set;

/**
 * Consecutive bytes of a texel.
 *
 * @param first the first byte
 * @param count how many; 0 for none
 */
public record TexelBytes(int first, int count) {

    public static final TexelBytes NONE = new TexelBytes(0, 0);

    /** All bytes of a texel. */
    public static TexelBytes all(Format format) {
        return new TexelBytes(0, format.texelBytes());
    }

    /** The bytes that hold an aspect and nothing else. */
    static TexelBytes ofChannel(Format format, Aspect aspect) {
        for (Format.Channel channel : format.channels()) {
            if (holds(channel, aspect)) {
                return new TexelBytes(channel.offset() / Byte.SIZE, channel.bits() / Byte.SIZE);
            }
        }
        return NONE;
    }

    /** The bytes of depth, of stencil or of both, each with the unused bytes that follow it. */
    static TexelBytes of(Format format, boolean depth, boolean stencil) {
        int first = format.texelBytes();
        int end = 0;
        List<Format.Channel> channels = format.channels();
        for (int i = 0; i < channels.size(); i++) {
            if (depth && holds(channels.get(i), Aspect.DEPTH) || stencil && holds(channels.get(i), Aspect.STENCIL)) {
                first = Math.min(first, channels.get(i).offset() / Byte.SIZE);
                end = i + 1 < channels.size() ? channels.get(i + 1).offset() / Byte.SIZE : format.texelBytes();
            }
        }
        return first < end ? new TexelBytes(first, end - first) : NONE;
    }

    /** The bytes of aspects of a format. */
    public static TexelBytes of(Format format, Set<Aspect> aspects) {
        if (format.color()) {
            return aspects.contains(Aspect.COLOR) ? all(format) : NONE;
        }
        return of(format, aspects.contains(Aspect.DEPTH), aspects.contains(Aspect.STENCIL));
    }

    private static boolean holds(Format.Channel channel, Aspect aspect) {
        return channel.component() == 'd'
                ? aspect == Aspect.DEPTH
                : channel.component() == 's' && aspect == Aspect.STENCIL;
    }
}
