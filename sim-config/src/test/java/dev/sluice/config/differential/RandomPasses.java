// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import java.util.List;
import java.util.SplittableRandom;

/** Render passes of a {@link RandomStream}: two subpasses, of which the second reads the first one's pixels. */
final class RandomPasses {

    private static final RandomBarriers.Use INPUT =
            new RandomBarriers.Use("FRAGMENT_SHADER", "INPUT_ATTACHMENT_READ", "SHADER_STORAGE_WRITE");
    private static final RandomBarriers.Use COLOR = RandomBarriers.COLOR;
    private static final String LAYOUT = "COLOR_ATTACHMENT_OPTIMAL";

    private final SplittableRandom random;
    private final RandomBarriers barriers;
    private final RandomLayouts layouts;
    private final boolean load;
    private final boolean general;
    private final boolean region;

    RandomPasses(SplittableRandom random, RandomBarriers barriers, RandomLayouts layouts) {
        this.random = random;
        this.barriers = barriers;
        this.layouts = layouts;
        this.load = random.nextBoolean();
        this.general = random.nextBoolean();
        this.region = random.nextBoolean();
    }

    /** The render pass and its framebuffer. */
    String declaration() {
        String attachment = "      - {format: R8G8B8A8_UNORM, loadOp: "
                + (load ? "LOAD, initialLayout: " + LAYOUT : "CLEAR, initialLayout: UNDEFINED") + ", finalLayout: "
                + LAYOUT + "}\n";
        return "renderPasses:\n  two:\n    attachments:\n" + attachment + attachment + "    subpasses:\n"
                + "      - {colorAttachments: [{attachment: 0, layout: " + (general ? "GENERAL" : LAYOUT) + "}]}\n"
                + "      - {inputAttachments: [{attachment: 0, layout: " + input()
                + "}], colorAttachments: [{attachment: 1, layout: " + LAYOUT + "}]}\n"
                + "    dependencies:\n"
                + dependency("EXTERNAL", "0", COLOR, COLOR, "")
                + dependency("EXTERNAL", "1", COLOR, COLOR, "")
                + dependency("0", "1", COLOR, INPUT, region ? ", dependencyFlags: [BY_REGION]" : "")
                + dependency(
                        "1",
                        "EXTERNAL",
                        new RandomBarriers.Use("COLOR_ATTACHMENT_OUTPUT, FRAGMENT_SHADER", "", COLOR.write()),
                        COLOR,
                        "")
                + "framebuffers:\n  fb: {renderPass: two, attachments: [j, i], width: 16, height: 16, layers: 1}\n";
    }

    private String input() {
        return general ? "GENERAL" : "SHADER_READ_ONLY_OPTIMAL";
    }

    private String dependency(
            String src, String dst, RandomBarriers.Use first, RandomBarriers.Use second, String flags) {
        return barriers.forgets()
                ? ""
                : "      - {srcSubpass: " + src + ", dstSubpass: " + dst + ", srcStageMask: [" + first.stage()
                        + "], srcAccessMask: [" + first.write() + "], dstStageMask: [" + second.stage()
                        + "], dstAccessMask: [" + barriers.accesses(second, true, second.equals(COLOR)) + "]" + flags
                        + "}\n";
    }

    void command(List<String> commands) {
        for (String image : List.of("j", "i")) {
            if (load) {
                layouts.define(commands, image);
            }
            layouts.enter(commands, image, LAYOUT, COLOR, true, true);
        }
        commands.add("beginRenderPass: {renderPass: two, framebuffer: fb, renderArea: [0, 0, 16, 16]"
                + (load ? "" : ", clearValues: [[0, 0, 0, 1], [1, 0, 0, 1]]") + "}");
        commands.add("draw: {fragment: paint, coverage: " + coverage() + "}");
        commands.add("nextSubpass: {}");
        commands.add("draw: {fragment: again, coverage: " + coverage() + ", bind: {src: {image: j, layout: " + input()
                + "}}}");
        commands.add("endRenderPass: {}");
        for (String image : List.of("j", "i")) {
            layouts.moved(image, LAYOUT);
            layouts.did(image, COLOR, true, true);
        }
    }

    private String coverage() {
        return random.nextBoolean()
                ? "fullscreen"
                : "[[" + random.nextInt(8) + ", 0, " + (1 + random.nextInt(8)) + ", 16]]";
    }
}
