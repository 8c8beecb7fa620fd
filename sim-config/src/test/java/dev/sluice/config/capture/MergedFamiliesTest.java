// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.GraphicsFixture.RANGE;
import static dev.sluice.config.capture.GraphicsFixture.flat;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ownership transfers between queue families of a capture that are one family of the device. */
final class MergedFamiliesTest {
    private static final List<String> SETUP = List.of(
            GraphicsFixture.MEMORY,
            GraphicsFixture.image(31, "R8G8B8A8_UNORM", 32, 32),
            GraphicsFixture.needs(31, 4096),
            GraphicsFixture.bind(31, 0),
            "vkGetPhysicalDeviceQueueFamilyProperties|'pQueueFamilyProperties':[{'queueFlags':7},{'queueFlags':6},{'queueFlags':4}]",
            "vkGetDeviceQueue|'device':3,'queueFamilyIndex':1,'queueIndex':0,'pQueue':80",
            "vkGetDeviceQueue|'device':3,'queueFamilyIndex':2,'queueIndex':0,'pQueue':81");

    @TempDir
    private Path folder;

    /** The release on a queue of family 0, then the acquire on a queue of another. */
    private String transferred(String oldLayout, int family) {
        String barrier =
                "vkCmdPipelineBarrier|'commandBuffer':16,'srcStageMask':4096,'dstStageMask':4096,'pImageMemoryBarriers':[{'srcAccessMask':0,'dstAccessMask':0,"
                        + "'oldLayout':'VK_IMAGE_LAYOUT_" + oldLayout
                        + "','newLayout':'VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL','srcQueueFamilyIndex':0,'dstQueueFamilyIndex':"
                        + family + ",'image':31," + RANGE + "}]";
        return flat(GraphicsFixture.read(
                folder,
                SETUP,
                barrier,
                CaptureFixture.SUBMIT,
                "vkBeginCommandBuffer|'commandBuffer':16",
                barrier,
                CaptureFixture.SUBMIT.replace("'queue':4", "'queue':" + (79 + family)),
                "vkBeginCommandBuffer|'commandBuffer':16"));
    }

    @Test
    void the_release_alone_changes_the_layout() {
        assertThat(transferred("GENERAL", 1))
                .containsOnlyOnce("oldLayout: GENERAL newLayout: TRANSFER_SRC_OPTIMAL")
                .containsOnlyOnce("oldLayout: TRANSFER_SRC_OPTIMAL newLayout: TRANSFER_SRC_OPTIMAL")
                .doesNotContain("QueueFamily:");
    }

    @Test
    void contents_may_be_given_up_by_both() {
        assertThat(transferred("UNDEFINED", 1)).doesNotContain("oldLayout: TRANSFER_SRC_OPTIMAL");
    }

    @Test
    void both_halves_name_the_layouts_between_families_of_the_device() {
        assertThat(transferred("GENERAL", 2))
                .contains("dstQueueFamily: copy")
                .doesNotContain("oldLayout: TRANSFER_SRC_OPTIMAL");
    }
}
