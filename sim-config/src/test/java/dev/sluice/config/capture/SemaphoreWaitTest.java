// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.CaptureFixture.SETUP;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Waits of the host for one of several semaphores. */
final class SemaphoreWaitTest {
    private static final String CREATE =
            "vkCreateSemaphore|'pCreateInfo':{'pNext':{'sType':'VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO',"
                    + "'pNext':null,'semaphoreType':'VK_SEMAPHORE_TYPE_TIMELINE','initialValue':0},'flags':0},'pSemaphore':";

    @TempDir
    private Path folder;

    private ImportedCapture wait(String flags, String semaphores, String values) {
        CaptureFixture fixture = new CaptureFixture().calls(SETUP);
        for (int semaphore = 50; semaphore < 52; semaphore++) {
            fixture.call(CREATE + semaphore);
            fixture.call("vkSignalSemaphore|'pSignalInfo':{'semaphore':" + semaphore + ",'value':1}");
        }
        return fixture.call("vkWaitSemaphores=VK_SUCCESS|'pWaitInfo':{'flags':" + flags + ",'pSemaphores':["
                        + semaphores + "],'pValues':[" + values + "]}")
                .read(folder);
    }

    @Test
    void which_of_several_semaphores_was_reached_is_not_known() {
        ImportedCapture any = wait("'VK_SEMAPHORE_WAIT_ANY_BIT'", "50,51", "1,1");

        assertThat(any.notUnderstood()).isEqualTo(Map.of("vkWaitSemaphores", 1L));
        assertThat(any.leftOut().reliable()).isFalse();
        assertThat(any.yaml()).contains("waitSemaphores");
    }

    @Test
    void any_of_one_and_all_of_several_are_known() {
        assertThat(wait("1", "50", "1").notUnderstood()).isEmpty();
        assertThat(wait("0", "50,51", "1,1").notUnderstood()).isEmpty();
    }
}
