// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.CaptureFixture.SETUP;
import static dev.sluice.config.capture.CaptureFixture.SUBMIT;
import static dev.sluice.config.capture.GraphicsFixture.BEGIN;
import static dev.sluice.config.capture.GraphicsFixture.END;
import static dev.sluice.config.capture.GraphicsFixture.targets;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.calls.Change;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is chained to structures and not followed. */
final class ChainsTest {
    @TempDir
    private Path folder;

    private ImportedCapture rendering(String chain) {
        return GraphicsFixture.read(
                folder, targets(), BEGIN.replace("{'flags':0,'r", "{'pNext':" + chain + ",'flags':0,'r"), END);
    }

    private static String shadingRate(Object view) {
        return "{'sType':'VK_STRUCTURE_TYPE_RENDERING_FRAGMENT_SHADING_RATE_ATTACHMENT_INFO_KHR','pNext':null,'imageView':"
                + view + "}";
    }

    @Test
    void an_attachment_that_draws_do_not_read_here_is_told() {
        ImportedCapture capture = rendering(shadingRate(32));

        assertThat(capture.notUnderstood()).isEqualTo(Map.of("VkRenderingFragmentShadingRateAttachmentInfoKHR", 1L));
        assertThat(capture.leftOut().notUnderstood().get(0).change()).isEqualTo(Change.WORK);
        assertThat(rendering(shadingRate(0)).notUnderstood()).isEmpty();
        assertThat(rendering(shadingRate("'VK_NULL_HANDLE'")).notUnderstood()).isEmpty();
    }

    @Test
    void every_link_of_a_chain_is_looked_at() {
        String chain =
                "{'sType':'VK_STRUCTURE_TYPE_RENDER_PASS_STRIPE_BEGIN_INFO_ARM','pNext':" + shadingRate(32) + "}";

        assertThat(rendering(chain).notUnderstood())
                .isEqualTo(Map.of("VkRenderingFragmentShadingRateAttachmentInfoKHR", 1L));
    }

    @Test
    void a_structure_that_is_in_no_table_may_change_anything() {
        ImportedCapture capture = rendering("{'sType':'VK_STRUCTURE_TYPE_RENDERING_NEWS_EXT','pNext':null}");

        assertThat(capture.notUnderstood()).isEqualTo(Map.of("VK_STRUCTURE_TYPE_RENDERING_NEWS_EXT", 1L));
        assertThat(capture.leftOut().reliable()).isFalse();
    }

    @Test
    void barriers_on_ranges_of_addresses_are_synchronization_that_was_dropped() {
        ImportedCapture capture = new CaptureFixture()
                .calls(SETUP)
                .call("vkCmdPipelineBarrier2|'commandBuffer':16,'pDependencyInfo':{'pNext':{"
                        + "'sType':'VK_STRUCTURE_TYPE_MEMORY_RANGE_BARRIERS_INFO_KHR','pNext':null,'memoryRangeBarrierCount':1,"
                        + "'pMemoryRangeBarriers':[{}]},'dependencyFlags':0}")
                .call(SUBMIT)
                .read(folder);

        assertThat(capture.notUnderstood()).isEqualTo(Map.of("VkMemoryRangeBarriersInfoKHR", 1L));
        assertThat(capture.leftOut().reliable()).isFalse();
    }

    @Test
    void a_structure_counts_by_the_name_that_an_older_version_has_for_it() {
        assertThat(rendering("{'sType':'VK_STRUCTURE_TYPE_MULTIVIEW_PER_VIEW_ATTRIBUTES_INFO_NVX','pNext':"
                                + "{'sType':'VK_STRUCTURE_TYPE_ATTACHMENT_SAMPLE_COUNT_INFO_NV','pNext':null}}")
                        .notUnderstood())
                .isEmpty();
    }
}
