// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.device.RopSpec;
import dev.sluice.machine.engine.Component;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.Rect;
import java.util.List;
import java.util.Set;

/** Sets all samples of the pixels of rectangles to a value: a clear of an image, a load operation, or a clear of attachments. */
public final class ClearJob extends RopJob {

    private static final int UNKNOWN = -2;

    private final Target target;
    private final List<Rect> rects;
    private final TexelBytes bytes;
    private final long[] texel = new long[2];
    private int code = UNKNOWN;

    /**
     * @param aspects what is cleared of those that the format has
     * @param rects cut to the target; may overlap
     */
    public ClearJob(
            Target target,
            Set<Aspect> aspects,
            List<Rect> rects,
            ClearValue value,
            int command,
            int agent,
            Component replyTo,
            int replyKind,
            int replyArgument) {
        super(command, agent, replyTo, replyKind, replyArgument);
        this.target = target;
        this.rects = rects.stream()
                .map(rect -> rect.intersect(target.area()))
                .filter(rect -> !rect.empty())
                .toList();
        Format format = target.format();
        this.bytes = TexelBytes.of(format, aspects);
        ClearCodes.texel(format, value, texel);
    }

    Target target() {
        return target;
    }

    /** The bytes of a texel that are cleared. */
    TexelBytes bytes() {
        return bytes;
    }

    /** Whether nothing of a texel is kept. */
    boolean allBytes() {
        return bytes.count() == target.format().texelBytes();
    }

    List<Rect> rects() {
        return rects;
    }

    /** What metadata must say of a tile that is cleared as a whole, or {@link ClearCodes#NONE} if it cannot. */
    int code(RopSpec spec) {
        if (code == UNKNOWN) {
            boolean can = target.surface().compressible() && allBytes();
            code = can ? ClearCodes.code(spec, target.surface().spec().format(), texel) : ClearCodes.NONE;
        }
        return code;
    }

    /** Puts the cleared texel into a run of bytes. */
    void fill(byte[] data, int from, int count) {
        int texelBytes = target.format().texelBytes();
        for (int at = from; at < from + count; at += texelBytes) {
            Texels.put(data, at, texelBytes, texel[0], texel[1]);
        }
    }
}
