// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.GraphicsFixture.flat;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Swapchains. */
final class SwapchainImportTest {
    private static final List<String> SWAPCHAIN = List.of(
            "vkCreateSwapchainKHR|'pCreateInfo':{'imageFormat':'VK_FORMAT_B8G8R8A8_UNORM','imageExtent':{'width':64,'height':64},'imageArrayLayers':1,'imageUsage':16},'pSwapchain':50",
            "vkGetSwapchainImagesKHR|'swapchain':50,'pSwapchainImageCount':3,'pSwapchainImages':[51,52,53]",
            "vkCreateSemaphore|'pCreateInfo':{'pNext':null},'pSemaphore':20",
            "vkCreateSemaphore|'pCreateInfo':{'pNext':null},'pSemaphore':21");
    private static final String SUBMIT =
            "vkQueueSubmit|'queue':4,'pSubmits':[{'pNext':null,'pWaitSemaphores':[20],'pWaitDstStageMask':[1024],'pCommandBuffers':[],'pSignalSemaphores':[21]}],'fence':null";

    @TempDir
    private Path folder;

    private static String acquire(int index) {
        return "vkAcquireNextImageKHR=VK_SUCCESS|'swapchain':50,'semaphore':20,'fence':null,'pImageIndex':" + index;
    }

    private static String present(int index) {
        return "vkQueuePresentKHR|'queue':4,'pPresentInfo':{'pWaitSemaphores':[21],'pSwapchains':[50],'pImageIndices':["
                + index + "]}";
    }

    private ImportedCapture frames(int... indices) {
        List<String> calls = new ArrayList<>(SWAPCHAIN);
        for (int index : indices) {
            calls.addAll(List.of(acquire(index), SUBMIT, present(index)));
        }
        return GraphicsFixture.read(folder, calls);
    }

    @Test
    void a_frame_waits_for_its_image_and_its_presentation_for_the_frame() {
        ImportedCapture capture = frames(0);
        assertThat(flat(capture))
                .contains("{acquireNextImage: {swapchain: swapchain50, semaphore: semaphore20}")
                .contains("wait: [{semaphore: semaphore20, stages: [COLOR_ATTACHMENT_OUTPUT]}]")
                .contains("signal: [semaphore21]")
                .contains("{queuePresent: {queue: universal.0, wait: [semaphore21], swapchain: swapchain50}");
        assertThat(capture.notUnderstood()).isEmpty();
    }

    @Test
    void its_images_lie_in_a_memory_of_their_own() {
        assertThat(flat(frames(0)))
                .contains("{name: swapchainMemory50, size: 49152, properties: [DEVICE_LOCAL], hostReads: stated}")
                .contains("name: image53 memory: swapchainMemory50 offset: 32768");
    }

    @Test
    void its_images_are_listed_in_the_order_in_which_they_were_acquired() {
        assertThat(flat(frames(0, 0, 0))).contains("swapchains: {swapchain50: {images: [image51]}}");
        assertThat(flat(frames(1, 2, 0, 1, 2))).contains("swapchain50: {images: [image52, image53, image51]}");
    }

    @Test
    void a_semaphore_that_nothing_waits_for_is_not_signalled() {
        List<String> calls = new ArrayList<>(SWAPCHAIN);
        calls.add(acquire(0));
        assertThat(flat(GraphicsFixture.read(folder, calls))).contains("{acquireNextImage: swapchain50,");
    }

    @Test
    void an_acquisition_that_timed_out_got_nothing() {
        List<String> calls = new ArrayList<>(SWAPCHAIN);
        calls.add(acquire(0).replace("VK_SUCCESS", "VK_TIMEOUT"));
        assertThat(flat(GraphicsFixture.read(folder, calls))).doesNotContain("acquireNextImage");
    }

    @Test
    void a_swapchain_that_is_never_acquired_from_is_forgotten() {
        assertThat(flat(GraphicsFixture.read(folder, SWAPCHAIN)))
                .doesNotContain("swapchain50")
                .doesNotContain("image51");
    }

    @Test
    void images_that_were_acquired_before_the_capture_are_declared() {
        List<String> calls = new ArrayList<>(SWAPCHAIN);
        calls.add(present(2));
        assertThat(flat(GraphicsFixture.read(folder, calls)))
                .contains("name: image53 memory: swapchainMemory50")
                .contains("image: image53}");
    }

    @Test
    void an_image_other_than_the_last_one_acquired_is_presented_by_name() {
        List<String> calls = new ArrayList<>(SWAPCHAIN);
        calls.addAll(List.of(acquire(0), acquire(1), present(0)));
        assertThat(flat(GraphicsFixture.read(folder, calls)))
                .contains("queuePresent: {queue: universal.0, image: image51}");
    }

    /** Frames that show images of two swapchains at once, of which the second is a copy of the first. */
    private ImportedCapture together(int index, int other, String... acquisitions) {
        List<String> calls = new ArrayList<>(SWAPCHAIN);
        SWAPCHAIN.stream()
                .map(call -> call.replace("50", "60")
                        .replace("'pSemaphore':2", "'pSemaphore':7")
                        .replace("[51,52,53]", "[61,62,63]"))
                .forEach(calls::add);
        calls.addAll(List.of(acquisitions));
        calls.addAll(List.of(
                SUBMIT,
                present(index).replace("[50]", "[50,60]").replace("[" + index + "]", "[" + index + "," + other + "]")));
        return GraphicsFixture.read(folder, calls);
    }

    @Test
    void images_of_several_swapchains_wait_together() {
        String second = acquire(1).replace("50", "60").replace("'semaphore':20", "'semaphore':0");
        String third = second.replace("'pImageIndex':1", "'pImageIndex':2");

        assertThat(flat(together(0, 2, acquire(0), second, third)))
                .containsPattern(
                        "wait: \\[semaphore21],? swapchains: \\[swapchain50, swapchain60],? imageIndices: \\[0, 1]")
                .contains("swapchain60: {images: [image62, image63]}");
    }

    @Test
    void an_image_that_was_acquired_before_the_capture_is_presented_by_name_beside_another() {
        assertThat(flat(together(0, 2, acquire(0))))
                .contains("wait: [semaphore21], swapchain: swapchain50}")
                .contains("image: image63}");
    }
}
