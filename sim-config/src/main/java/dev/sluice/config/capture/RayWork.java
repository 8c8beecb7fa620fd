// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.stream.CommandStep;
import dev.sluice.config.stream.CommandStep.Binding;
import java.util.List;
import java.util.Map;

/** Adds commands of ray tracing to a stream, each with a kernel that touches what the command does once. */
final class RayWork {
    private static final List<Integer> LOCAL_SIZE = List.of(64, 1, 1);
    private static final long INVOCATIONS = 64;
    /** A choice: what an invocation takes of structures and their scratch memory. */
    private static final long BYTES_PER_INVOCATION = 16;
    /** The least maxComputeWorkGroupCount of any device (Vulkan specification, Required Limits). */
    private static final long LEAST_LIMIT = 65535;

    private final CaptureSession session;

    RayWork(CaptureSession session) {
        this.session = session;
    }

    /** Makes the command, with a kernel that has this name. */
    @FunctionalInterface
    interface Step {
        CommandStep make(String kernel, List<Long> groups, Map<String, Binding> bind, Map<String, Long> parameters);
    }

    /**
     * Adds a command.
     *
     * @param wanted what its kernel is called
     * @param least over how many invocations its work is spread at least
     */
    void add(
            CapturedSubmission submission,
            Call call,
            PipelineUse use,
            String wanted,
            List<Resource> reached,
            long least,
            Step step) {
        session.notes.once("ray tracing is approximate: builds, copies and rays touch all that they can reach once, and"
                + " store hashes, because structures are not built and shaders are not executed");
        long total = Math.max(Math.max(1, least), bytes(reached) / BYTES_PER_INVOCATION);
        String kernel = session.kernels.kernel(wanted, LOCAL_SIZE, reached, KernelTexts.code(reached));
        Map<String, Long> parameters = KernelTexts.parameters(reached, total);
        List<Long> groups = groups(total);
        submission.add(call, true, use, () -> step.make(kernel, groups, KernelTexts.bind(reached), parameters));
        for (Resource resource : reached) {
            if (resource.writes()) {
                resource.deviceWrote();
            }
        }
    }

    private static long bytes(List<Resource> reached) {
        return reached.stream()
                .mapToLong(resource -> resource instanceof Resource.Range range ? range.size() : 0)
                .sum();
    }

    private static List<Long> groups(long total) {
        long count = (total + INVOCATIONS - 1) / INVOCATIONS;
        long rows = (count + LEAST_LIMIT - 1) / LEAST_LIMIT;
        return List.of(Math.min(count, LEAST_LIMIT), Math.min(rows, LEAST_LIMIT), 1L);
    }
}
