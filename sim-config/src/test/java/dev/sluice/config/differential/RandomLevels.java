// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import java.util.List;
import java.util.SplittableRandom;

/** Commands on the two levels of an image of a {@link RandomStream}, each with barriers of its own: mip maps in the making. */
final class RandomLevels {

    private static final List<String> LEVELS = List.of("p0", "p1");
    private static final RandomBarriers.Use COLOR = RandomBarriers.COLOR;

    private final SplittableRandom random;
    private final RandomBarriers barriers;
    private final RandomLayouts layouts;

    RandomLevels(SplittableRandom random, RandomBarriers barriers, RandomLayouts layouts) {
        this.random = random;
        this.barriers = barriers;
        this.layouts = layouts;
    }

    void command(List<String> commands, Slot slot) {
        int level = random.nextInt(2);
        String name = LEVELS.get(level);
        switch (random.nextInt(5)) {
            case 0 -> layouts.clear(commands, name);
            case 1 -> {
                String other = LEVELS.get(1 - level);
                layouts.define(commands, name);
                layouts.define(commands, other);
                layouts.enter(commands, name, "TRANSFER_SRC_OPTIMAL", RandomBarriers.BLIT, true, false);
                layouts.enter(commands, other, "TRANSFER_DST_OPTIMAL", RandomBarriers.BLIT, false, true);
                commands.add("blitImage: {src: p, srcLayout: TRANSFER_SRC_OPTIMAL, dst: p, dstLayout: "
                        + "TRANSFER_DST_OPTIMAL, filter: LINEAR, regions: [{srcMipLevel: " + level + ", srcOffsets: "
                        + corners(level) + ", dstMipLevel: " + (1 - level) + ", dstOffsets: " + corners(1 - level)
                        + "}]}");
                layouts.did(name, RandomBarriers.BLIT, true, false);
                layouts.did(other, RandomBarriers.BLIT, false, true);
            }
            case 2 -> {
                layouts.define(commands, name);
                layouts.enter(commands, name, "TRANSFER_SRC_OPTIMAL", RandomBarriers.COPY, true, false);
                barriers.before(commands, RandomBarriers.COPY, true, true, null, slot);
                commands.add("copyImageToBuffer: {src: p, srcLayout: TRANSFER_SRC_OPTIMAL, dst: " + slot.buffer()
                        + ", regions: [{bufferOffset: " + slot.offset() + ", imageExtent: [8, 8, 1], mipLevel: " + level
                        + "}]}");
                layouts.did(name, RandomBarriers.COPY, true, true);
            }
            case 3 -> {
                layouts.enter(commands, name, "COLOR_ATTACHMENT_OPTIMAL", COLOR, true, true);
                commands.add("beginRendering: {renderArea: [0, 0, " + (16 >> level) + ", " + (16 >> level)
                        + "], colorAttachments: [{image: p, mipLevel: " + level
                        + ", layout: COLOR_ATTACHMENT_OPTIMAL, loadOp: CLEAR, clear: [0, 0, 0, 0]}]}");
                commands.add("draw: {fragment: paint, coverage: [[2, 1, " + (1 + random.nextInt(6)) + ", 4]]}");
                commands.add("endRendering: {}");
                layouts.did(name, COLOR, true, true);
            }
            default -> {
                layouts.define(commands, name);
                layouts.enter(commands, name, "SHADER_READ_ONLY_OPTIMAL", RandomBarriers.SAMPLED, true, false);
                barriers.before(commands, RandomBarriers.STORAGE, false, true, null, slot);
                commands.add("dispatch: {kernel: level, groups: [4], bind: {t: {image: p, mipLevel: " + level + "}, d: "
                        + slot + "}}");
                layouts.did(name, RandomBarriers.SAMPLED, true, true);
            }
        }
    }

    private static String corners(int level) {
        return "[[0, 0, 0], [" + (16 >> level) + ", " + (16 >> level) + ", 1]]";
    }
}
