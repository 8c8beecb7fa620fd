// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import java.util.List;
import java.util.SplittableRandom;

/** Commands from image to image of a {@link RandomStream}: copies, blits, resolves. */
final class RandomBlits {

    private static final RandomBarriers.Use RESOLVE =
            new RandomBarriers.Use("RESOLVE", "TRANSFER_READ", "TRANSFER_WRITE");

    private final SplittableRandom random;
    private final RandomLayouts layouts;

    RandomBlits(SplittableRandom random, RandomLayouts layouts) {
        this.random = random;
        this.layouts = layouts;
    }

    void command(List<String> commands) {
        String other = random.nextBoolean() ? "j" : "l";
        boolean turned = random.nextBoolean();
        String src = turned ? other : "i";
        String dst = turned ? "i" : other;
        switch (random.nextInt(4)) {
            case 0, 1 -> {
                int at = 8 * random.nextInt(2);
                int to = 8 * random.nextInt(2);
                go(
                        commands,
                        "copyImage",
                        RandomBarriers.COPY,
                        src,
                        dst,
                        "{srcOffset: [" + at + ", 0, 0], dstOffset: [" + to + ", " + at + ", 0], extent: [8, 8, 1]}");
            }
            case 2 -> {
                int size = 8 + 8 * random.nextInt(2);
                boolean mirrored = random.nextBoolean();
                go(
                        commands,
                        "blitImage",
                        RandomBarriers.BLIT,
                        src,
                        dst,
                        "{srcOffsets: [[0, 0, 0], [16, 16, 1]], dstOffsets: [[" + (mirrored ? size : 0) + ", 0, 0], ["
                                + (mirrored ? 0 : size) + ", " + size + ", 1]]}");
            }
            default -> go(commands, "resolveImage", RESOLVE, "m", dst, "{extent: [16, 16, 1]}");
        }
    }

    private void go(List<String> commands, String name, RandomBarriers.Use use, String src, String dst, String region) {
        layouts.define(commands, src);
        layouts.define(commands, dst);
        layouts.enter(commands, src, "TRANSFER_SRC_OPTIMAL", use, true, false);
        layouts.enter(commands, dst, "TRANSFER_DST_OPTIMAL", use, false, true);
        commands.add(name + ": {src: " + src + ", srcLayout: TRANSFER_SRC_OPTIMAL, dst: " + dst
                + ", dstLayout: TRANSFER_DST_OPTIMAL, regions: [" + region + "]}");
        layouts.did(src, use, true, false);
        layouts.did(dst, use, false, true);
    }
}
