// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.CaptureFixture.SETUP;
import static dev.sluice.config.capture.CaptureFixture.SUBMIT;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Waits for fences that something else than a submission signals. */
final class FenceImportTest {
    private static final String WAIT = "vkWaitForFences=VK_SUCCESS|'pFences':[20],'waitAll':1";

    @TempDir
    private Path folder;

    private ImportedCapture read(int flags, String... calls) {
        return new CaptureFixture()
                .calls(SETUP)
                .calls(List.of(SUBMIT, "vkCreateFence|'pCreateInfo':{'flags':" + flags + "},'pFence':20"))
                .calls(List.of(calls))
                .read(folder);
    }

    @Test
    void a_wait_that_ended_for_a_fence_that_nothing_signals_is_dropped_synchronization() {
        ImportedCapture capture = read(0, WAIT);

        assertThat(capture.notUnderstood()).isEqualTo(Map.of("vkWaitForFences", 1L));
        assertThat(capture.leftOut().reliable()).isFalse();
        assertThat(read(0, "vkGetFenceStatus=VK_SUCCESS|'fence':20").leftOut().reliable())
                .isFalse();
    }

    @Test
    void a_fence_that_was_created_signalled_tells_nothing_until_it_is_reset() {
        assertThat(read(1, WAIT).notUnderstood()).isEmpty();
        assertThat(read(1, "vkResetFences|'pFences':[20]", WAIT).notUnderstood())
                .isEqualTo(Map.of("vkWaitForFences", 1L));
    }

    @Test
    void a_wait_that_timed_out_tells_nothing() {
        assertThat(read(0, WAIT.replace("SUCCESS", "TIMEOUT"), "vkGetFenceStatus=VK_NOT_READY|'fence':20")
                        .notUnderstood())
                .isEmpty();
    }
}
