// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.PipelineCalls.Compute;
import dev.sluice.config.capture.spirv.BindingReach;
import dev.sluice.config.capture.spirv.EntryPoint;
import dev.sluice.config.capture.spirv.Grid;
import dev.sluice.config.stream.CommandStep;
import dev.sluice.config.stream.ComputeStep.Dispatch;
import dev.sluice.config.stream.ComputeStep.DispatchIndirect;
import dev.sluice.config.units.Size;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns a dispatch into a dispatch of a kernel that touches what the shader's descriptors name. */
final class Dispatches {
    private static final List<Integer> UNKNOWN_SIZE = List.of(64, 1, 1);
    /** The least maxComputeWorkGroupCount of any device (Vulkan specification, Required Limits). */
    private static final long LEAST_LIMIT = 65535;

    private final CaptureSession session;
    private final CapturedResources resources;

    Dispatches(CaptureSession session) {
        this.session = session;
        resources = new CapturedResources(session, "dispatches");
    }

    /** What was bound when a dispatch was recorded. */
    record Bound(@Nullable Compute pipeline, ShaderInputs inputs) {}

    /**
     * Adds a dispatch of so many groups.
     *
     * @param based whether its first group is another than 0
     */
    void direct(CapturedSubmission submission, Call call, Bound bound, List<Long> groups, boolean based) {
        if (groups.contains(0L)) {
            session.notes.count("dispatches of no workgroup are left out");
            return;
        }
        List<Integer> local = localSize(bound);
        long total = product(groups, local);
        Compute pipeline = bound.pipeline();
        EntryPoint shader = shader(bound);
        CapturedResources.Reach reach = CapturedResources.Reach.of(shader);
        if (pipeline != null && shader != null && !based) {
            Grid grid = new Grid(groups, local, bound.inputs().pushed());
            BindingReach bindings = pipeline.reach();
            reach = new CapturedResources.Reach(
                    bindings == null ? Map.of() : bindings.of(grid),
                    shader.addresses().of(grid));
        }
        List<Resource> reached = resources.of(
                call, CapturedStage.COMPUTE, shader, session.descriptorBuffers.read(call, bound.inputs()), reach);
        String kernel = kernel(bound, local, reached);
        Map<String, Long> parameters = KernelTexts.parameters(reached, total);
        submit(
                submission,
                call,
                use(bound),
                reached,
                () -> new Dispatch(kernel, groups, KernelTexts.bind(reached), parameters));
    }

    /** Adds a dispatch whose group counts lie in a buffer. */
    void indirect(CapturedSubmission submission, Call call, Bound bound, Buffer buffer, long offset) {
        List<Integer> local = localSize(bound);
        IndirectCounts counts = IndirectCounts.of(buffer, offset, 12);
        List<Long> read = List.of(counts.word(0), counts.word(4), counts.word(8));
        List<Long> groups = counts.known()
                ? read
                : read.stream()
                        .map(count -> Math.max(1, Math.min(count, LEAST_LIMIT)))
                        .toList();
        if (!counts.known()) {
            session.notes.count(
                    "the group counts of an indirect dispatch are not known, because a shader wrote them or the"
                            + " capture lacks them: those that the host wrote there before run, at least 1");
        }
        EntryPoint shader = shader(bound);
        List<Resource> reached = resources.of(
                call,
                CapturedStage.COMPUTE,
                shader,
                session.descriptorBuffers.read(call, bound.inputs()),
                CapturedResources.Reach.of(shader));
        String kernel = kernel(bound, local, reached);
        Map<String, Long> parameters = KernelTexts.parameters(reached, Math.max(1, product(groups, local)));
        submit(
                submission,
                call,
                use(bound),
                reached,
                () -> new DispatchIndirect(
                        kernel,
                        buffer.name.toString(),
                        new Size(offset),
                        counts.known() ? List.of() : groups,
                        KernelTexts.bind(reached),
                        parameters));
    }

    private String kernel(Bound bound, List<Integer> local, List<Resource> reached) {
        Compute pipeline = bound.pipeline();
        String wanted = pipeline == null ? "unknown" : pipeline.kernel();
        return session.kernels.kernel(wanted, local, reached, KernelTexts.code(reached));
    }

    private void submit(
            CapturedSubmission submission,
            Call call,
            PipelineUse use,
            List<Resource> reached,
            Late<CommandStep> dispatch) {
        session.notes.once(
                "dispatches are approximate: each touches every range that its shader's descriptors name once,"
                        + " and stores hashes, because shaders are not executed");
        submission.add(call, true, use, dispatch);
        for (Resource resource : reached) {
            if (resource.writes()) {
                resource.deviceWrote();
            }
        }
    }

    private List<Integer> localSize(Bound bound) {
        EntryPoint shader = shader(bound);
        if (shader == null) {
            session.notes.once(
                    "a shader's code is missing: workgroups of 64 invocations are assumed, and that storage buffers"
                            + " are read and written");
            return UNKNOWN_SIZE;
        }
        return shader.localSize();
    }

    private static PipelineUse use(Bound bound) {
        Compute pipeline = bound.pipeline();
        return pipeline == null ? PipelineUse.NONE : pipeline.use();
    }

    private static @Nullable EntryPoint shader(Bound bound) {
        Compute pipeline = bound.pipeline();
        return pipeline == null ? null : pipeline.shader();
    }

    private static long product(List<Long> groups, List<Integer> local) {
        try {
            long product = 1;
            for (long count : groups) {
                product = Math.multiplyExact(product, count);
            }
            for (int count : local) {
                product = Math.multiplyExact(product, count);
            }
            // the kernel adds total to other counts
            return Math.min(product, 1L << 60);
        } catch (ArithmeticException e) {
            return 1L << 60;
        }
    }
}
