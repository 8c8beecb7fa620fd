package dev.sluice.config.differential;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Commands on the two images of a {@link RandomStream}: clears, copies, draws, samples, each in a layout that allows it. */
final class RandomImages {

    private final SplittableRandom random;
    private final RandomBarriers barriers;
    private final Map<String, String> layouts = new LinkedHashMap<>();
    private final Map<String, RandomBarriers.Use> last = new LinkedHashMap<>();

    RandomImages(SplittableRandom random, RandomBarriers barriers) {
        this.random = random;
        this.barriers = barriers;
        layouts.put("i", "UNDEFINED");
        layouts.put("j", "UNDEFINED");
    }

    void command(List<String> commands, RandomStream stream) {
        String image = random.nextBoolean() ? "i" : "j";
        if (layouts.get(image).equals("UNDEFINED")) {
            enter(commands, image, "TRANSFER_DST_OPTIMAL", RandomBarriers.CLEAR, false, true);
            clear(commands, image);
            return;
        }
        RandomStream.Slot slot = stream.slot(4);
        switch (random.nextInt(5)) {
            case 0 -> {
                enter(commands, image, "TRANSFER_DST_OPTIMAL", RandomBarriers.CLEAR, false, true);
                clear(commands, image);
            }
            case 1 -> {
                enter(commands, image, "TRANSFER_SRC_OPTIMAL", RandomBarriers.COPY, true, false);
                barriers.before(commands, RandomBarriers.COPY, true, true, null, slot);
                commands.add(
                        "copyImageToBuffer: {src: " + image + ", srcLayout: TRANSFER_SRC_OPTIMAL, dst: " + slot.buffer()
                                + ", regions: [{bufferOffset: " + slot.offset() + ", imageExtent: [16, 16, 1]}]}");
                did(image, RandomBarriers.COPY, true, true);
            }
            case 2 -> {
                enter(commands, image, "TRANSFER_DST_OPTIMAL", RandomBarriers.COPY, false, true);
                barriers.before(commands, RandomBarriers.COPY, true, true, slot, null);
                commands.add("copyBufferToImage: {src: " + slot.buffer() + ", dst: " + image
                        + ", dstLayout: TRANSFER_DST_OPTIMAL, regions: [{bufferOffset: " + slot.offset()
                        + ", imageExtent: [16, 16, 1]}]}");
                did(image, RandomBarriers.COPY, true, true);
            }
            case 3 -> {
                enter(commands, image, "COLOR_ATTACHMENT_OPTIMAL", RandomBarriers.COLOR, true, true);
                String load = random.nextBoolean() ? "LOAD" : "CLEAR, clear: [1, 0, 1, 1]";
                commands.add("beginRendering: {renderArea: [0, 0, 16, 16], colorAttachments: [{image: " + image
                        + ", layout: COLOR_ATTACHMENT_OPTIMAL, loadOp: " + load + "}]}");
                commands.add("draw: {fragment: paint, coverage: [[" + random.nextInt(8) + ", " + random.nextInt(8)
                        + ", " + (1 + random.nextInt(8)) + ", " + (1 + random.nextInt(8)) + "]]}");
                commands.add("endRendering: {}");
                did(image, RandomBarriers.COLOR, true, true);
            }
            default -> {
                enter(commands, image, "SHADER_READ_ONLY_OPTIMAL", RandomBarriers.SAMPLED, true, false);
                barriers.before(commands, RandomBarriers.STORAGE, false, true, null, slot);
                commands.add("dispatch: {kernel: sampled, groups: [16], bind: {t: " + image + ", d: " + slot + "}}");
                did(image, RandomBarriers.SAMPLED, true, true);
            }
        }
    }

    private void clear(List<String> commands, String image) {
        commands.add("clearColorImage: {image: " + image + ", layout: TRANSFER_DST_OPTIMAL, color: [0, 0, 0, "
                + random.nextInt(2) + "]}");
        did(image, RandomBarriers.CLEAR, false, true);
    }

    /** An image barrier into a layout; sometimes its first half forgets the last writer. */
    private void enter(
            List<String> commands, String image, String layout, RandomBarriers.Use use, boolean reads, boolean writes) {
        String from = layouts.get(image);
        RandomBarriers.Use before = last.get(image);
        if (from.equals(layout) && random.nextInt(4) == 0) {
            return;
        }
        String first = before == null
                ? "srcStage: [NONE], srcAccess: []"
                : random.nextInt(3) == 0
                        ? barriers.first()
                        : "srcStage: [" + before.stage() + "], srcAccess: [" + before.write() + "]";
        commands.add("pipelineBarrier: {images: [{image: " + image + ", oldLayout: " + from + ", newLayout: " + layout
                + ", " + first + ", " + barriers.second(use, reads, writes) + "}]}");
        layouts.put(image, layout);
    }

    private void did(String image, RandomBarriers.Use use, boolean reads, boolean writes) {
        last.put(image, use);
        barriers.did(use, reads, writes);
    }
}
