// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** The layouts of the images of a {@link RandomStream}, and the barriers that change them. */
final class RandomLayouts {

    private static final String UNDEFINED = "UNDEFINED";
    /** Images that lie in the same memory: the contents of one are lost when the other comes into use. */
    private static final Map<String, String> ALIASES = Map.of("j", "l", "l", "j");

    private final SplittableRandom random;
    private final RandomBarriers barriers;
    private final Map<String, String> layouts = new LinkedHashMap<>();
    private final Map<String, RandomBarriers.Use> last = new LinkedHashMap<>();

    RandomLayouts(SplittableRandom random, RandomBarriers barriers) {
        this.random = random;
        this.barriers = barriers;
    }

    String of(String image) {
        return layouts.getOrDefault(image, UNDEFINED);
    }

    /** Whether nobody may rely on an image's contents. */
    boolean undefined(String image) {
        return of(image).equals(UNDEFINED);
    }

    /** States that the contents were given up. */
    void giveUp(String image) {
        layouts.put(image, UNDEFINED);
    }

    /** An image barrier into a layout; sometimes its first half forgets the last user. */
    void enter(
            List<String> commands, String image, String layout, RandomBarriers.Use use, boolean reads, boolean writes) {
        String from = of(image);
        RandomBarriers.Use before = last.get(image);
        boolean again = !writes && use.equals(before);
        if (from.equals(layout) && (again ? random.nextInt(3) == 0 : barriers.forgets())) {
            return;
        }
        String first = before == null
                ? "srcStage: [NONE], srcAccess: []"
                : random.nextInt(3) == 0
                        ? barriers.first()
                        : "srcStage: [" + before.stage() + "], srcAccess: ["
                                + (barriers.forgets() ? "" : before.write()) + "]";
        commands.add("pipelineBarrier: {images: [{image: " + range(image) + ", oldLayout: " + from + ", newLayout: "
                + layout + ", " + first + ", " + barriers.second(use, reads, writes) + "}]}");
        moved(image, layout);
    }

    /** States that an image is in a layout now. */
    void moved(String image, String layout) {
        layouts.put(image, layout);
        String other = ALIASES.get(image);
        if (other != null) {
            layouts.put(other, UNDEFINED);
        }
    }

    /** States that a command used an image. */
    void did(String image, RandomBarriers.Use use, boolean reads, boolean writes) {
        last.put(image, use);
        String other = ALIASES.get(image);
        if (other != null) {
            last.put(other, use);
        }
        barriers.did(use, reads, writes);
    }

    /** Clears an image whose contents nobody may rely on. */
    void define(List<String> commands, String image) {
        if (undefined(image)) {
            clear(commands, image);
        }
    }

    /** A name, or that of one level of p with what limits a barrier to it. */
    private static String range(String image) {
        return image.startsWith("p") ? "p, baseMipLevel: " + image.charAt(1) + ", levelCount: 1" : image;
    }

    /** Clears an image, or a level of one. */
    void clear(List<String> commands, String image) {
        enter(commands, image, "TRANSFER_DST_OPTIMAL", RandomBarriers.CLEAR, false, true);
        commands.add(
                image.equals("z")
                        ? "clearDepthStencilImage: {image: z, layout: TRANSFER_DST_OPTIMAL, depth: 0."
                                + random.nextInt(10) + ", stencil: 0}"
                        : "clearColorImage: {image: " + image.charAt(0)
                                + ", layout: TRANSFER_DST_OPTIMAL, color: [0, 0, 0, " + random.nextInt(2) + "]"
                                + (image.startsWith("p")
                                        ? ", ranges: [{" + range(image).substring(3) + "}]"
                                        : "") + "}");
        did(image, RandomBarriers.CLEAR, false, true);
    }
}
