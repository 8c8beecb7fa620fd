// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.verdict;

import dev.sluice.check.trace.DependencyId;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostThread;
import dev.sluice.program.StreamProgram;
import java.util.HashSet;
import java.util.Set;

/**
 * The waits for semaphores that {@code acquireNextImage} signals. Until then the presentation engine may still use the image, be
 * it the first time or a later one (Vulkan specification, section WSI Swapchain), so that no such wait can be left out.
 */
final class AcquireWaits {
    private AcquireWaits() {}

    static Set<DependencyId> of(StreamProgram stream) {
        Set<String> acquired = new HashSet<>();
        for (HostThread thread : stream.threads()) {
            for (HostOperation operation : thread.operations()) {
                if (operation instanceof HostOperation.AcquireNextImage acquire && acquire.semaphore() != null) {
                    acquired.add(acquire.semaphore());
                }
            }
        }
        Set<DependencyId> waits = new HashSet<>();
        int submissions = 0;
        for (HostThread thread : stream.threads()) {
            for (HostOperation operation : thread.operations()) {
                if (operation instanceof HostOperation.QueueSubmit submit) {
                    String id = "submit" + submissions++;
                    for (int i = 0; i < submit.waits().size(); i++) {
                        if (acquired.contains(submit.waits().get(i).semaphore())) {
                            waits.add(new DependencyId(DependencyId.Kind.SEMAPHORE, id, i));
                        }
                    }
                }
            }
        }
        return waits;
    }
}
