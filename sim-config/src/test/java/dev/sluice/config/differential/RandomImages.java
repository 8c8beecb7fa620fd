// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import java.util.List;
import java.util.SplittableRandom;

/** Commands between images of a {@link RandomStream} and its buffers: clears, copies, samples, storage images. */
final class RandomImages {

    private static final String WHOLE = ", imageExtent: [16, 16, 1]}]}";

    private final SplittableRandom random;
    private final RandomBarriers barriers;
    private final RandomLayouts layouts;

    RandomImages(SplittableRandom random, RandomBarriers barriers, RandomLayouts layouts) {
        this.random = random;
        this.barriers = barriers;
        this.layouts = layouts;
    }

    void command(List<String> commands, Slot slot) {
        String image = List.of("i", "i", "j", "l", "z").get(random.nextInt(5));
        switch (random.nextInt(5)) {
            case 0 -> layouts.clear(commands, image);
            case 1 -> read(commands, image, slot);
            case 2 -> write(commands, image, slot);
            case 3 -> {
                layouts.define(commands, "i");
                layouts.enter(commands, "i", "GENERAL", RandomBarriers.STORAGE, true, true);
                commands.add("dispatch: {kernel: poke, groups: [16], bind: {t: i}}");
                layouts.did("i", RandomBarriers.STORAGE, true, true);
            }
            default -> {
                layouts.define(commands, image);
                layouts.enter(commands, image, "SHADER_READ_ONLY_OPTIMAL", RandomBarriers.SAMPLED, true, false);
                barriers.before(commands, RandomBarriers.STORAGE, false, true, null, slot);
                commands.add("dispatch: {kernel: sampled, groups: [16], bind: {t: " + image + ", d: " + slot + "}}");
                layouts.did(image, RandomBarriers.SAMPLED, true, true);
            }
        }
    }

    /** Copies an image into a buffer, on any queue. */
    void read(List<String> commands, String image, Slot slot) {
        layouts.define(commands, image);
        layouts.enter(commands, image, "TRANSFER_SRC_OPTIMAL", RandomBarriers.COPY, true, false);
        barriers.before(commands, RandomBarriers.COPY, true, true, null, slot);
        commands.add("copyImageToBuffer: {src: " + image + ", srcLayout: TRANSFER_SRC_OPTIMAL, dst: " + slot.buffer()
                + ", regions: [{bufferOffset: " + slot.offset() + WHOLE);
        layouts.did(image, RandomBarriers.COPY, true, true);
    }

    /** Copies a buffer into an image, on any queue. */
    void write(List<String> commands, String image, Slot slot) {
        layouts.enter(commands, image, "TRANSFER_DST_OPTIMAL", RandomBarriers.COPY, false, true);
        barriers.before(commands, RandomBarriers.COPY, true, true, slot, null);
        commands.add("copyBufferToImage: {src: " + slot.buffer() + ", dst: " + image
                + ", dstLayout: TRANSFER_DST_OPTIMAL, regions: [{bufferOffset: " + slot.offset() + WHOLE);
        layouts.did(image, RandomBarriers.COPY, true, true);
    }
}
