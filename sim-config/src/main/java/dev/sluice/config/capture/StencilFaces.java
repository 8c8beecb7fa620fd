// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.stream.PassStep.StencilState;
import dev.sluice.program.DrawState.Compare;
import dev.sluice.program.StencilTest.Operation;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The stencil state of the two faces of primitives, as a pipeline has it or a command buffer sets it.
 *
 * @param front {@code VkStencilOpState} of faces that point to the viewer
 * @param back of those that point away
 */
record StencilFaces(Face front, Face back) {
    /** Both faces: VK_STENCIL_FACE_FRONT_BIT and VK_STENCIL_FACE_BACK_BIT, the same bits as those of VkCullModeFlagBits. */
    private static final long FRONT = 1;

    private static final long BACK = 2;
    private static final int BITS = 0xFF;

    /** Nothing is set. */
    static final StencilFaces UNSET = new StencilFaces(Face.UNSET, Face.UNSET);

    /** What a face does; operations and comparison are null together where they are not set. */
    record Face(
            @Nullable Operations operations,
            @Nullable Integer compareMask,
            @Nullable Integer writeMask,
            @Nullable Integer reference) {
        private static final Face UNSET = new Face(null, null, null, null);

        /** The face with what another sets in its place, where that state is dynamic. */
        private Face with(Face other, CapturedPipeline pipeline) {
            return new Face(
                    pipeline.isDynamic("STENCIL_OP") ? other.operations : operations,
                    pipeline.isDynamic("STENCIL_COMPARE_MASK") ? other.compareMask : compareMask,
                    pipeline.isDynamic("STENCIL_WRITE_MASK") ? other.writeMask : writeMask,
                    pipeline.isDynamic("STENCIL_REFERENCE") ? other.reference : reference);
        }

        private StencilState state() {
            Operations all = operations == null ? Operations.KEEP : operations;
            return new StencilState(
                    all.compare,
                    all.fail,
                    all.pass,
                    all.depthFail,
                    compareMask == null ? BITS : compareMask,
                    writeMask == null ? BITS : writeMask,
                    reference == null ? 0 : reference);
        }
    }

    /** What {@code vkCmdSetStencilOp} sets at once. */
    record Operations(Compare compare, Operation fail, Operation pass, Operation depthFail) {
        private static final Operations KEEP =
                new Operations(Compare.ALWAYS, Operation.KEEP, Operation.KEEP, Operation.KEEP);

        static Operations of(Struct state) {
            return new Operations(
                    StencilFaces.compare(state.text("compareOp")),
                    operation(state.text("failOp")),
                    operation(state.text("passOp")),
                    operation(state.text("depthFailOp")));
        }

        private static Operation operation(String text) {
            for (Operation operation : Operation.values()) {
                if (text.equals("VK_STENCIL_OP_" + operation.name())) {
                    return operation;
                }
            }
            return Operation.KEEP;
        }
    }

    /** The comparison of a {@code VkCompareOp}; always for one that is not known. */
    static Compare compare(String text) {
        for (Compare compare : Compare.values()) {
            if (text.equals("VK_COMPARE_OP_" + compare.name())) {
                return compare;
            }
        }
        return Compare.ALWAYS;
    }

    /** The static state of a {@code VkPipelineDepthStencilStateCreateInfo}. */
    static StencilFaces of(Struct depthStencil) {
        return new StencilFaces(face(depthStencil, "front"), face(depthStencil, "back"));
    }

    private static Face face(Struct depthStencil, String key) {
        if (!depthStencil.has(key)) {
            return Face.UNSET;
        }
        Struct state = depthStencil.struct(key);
        return new Face(
                Operations.of(state), bits(state, "compareMask"), bits(state, "writeMask"), bits(state, "reference"));
    }

    private static int bits(Struct state, String key) {
        return (int) state.number(key, 0) & BITS;
    }

    /** The same after {@code vkCmdSetStencilOp}. */
    StencilFaces operations(Struct args) {
        Operations set = Operations.of(args);
        return set(args, face -> new Face(set, face.compareMask, face.writeMask, face.reference));
    }

    /** The same after {@code vkCmdSetStencilCompareMask}. */
    StencilFaces compareMask(Struct args) {
        int mask = bits(args, "compareMask");
        return set(args, face -> new Face(face.operations, mask, face.writeMask, face.reference));
    }

    /** The same after {@code vkCmdSetStencilWriteMask}. */
    StencilFaces writeMask(Struct args) {
        int mask = bits(args, "writeMask");
        return set(args, face -> new Face(face.operations, face.compareMask, mask, face.reference));
    }

    /** The same after {@code vkCmdSetStencilReference}. */
    StencilFaces reference(Struct args) {
        int reference = bits(args, "reference");
        return set(args, face -> new Face(face.operations, face.compareMask, face.writeMask, reference));
    }

    private StencilFaces set(Struct args, UnaryOperator<Face> change) {
        long faces = args.number("faceMask");
        return new StencilFaces(
                (faces & FRONT) != 0 ? change.apply(front) : front, (faces & BACK) != 0 ? change.apply(back) : back);
    }

    /** The state of draws: this of the pipeline, with that of the command buffer where it is dynamic. */
    StencilFaces with(StencilFaces set, CapturedPipeline pipeline) {
        return new StencilFaces(front.with(set.front, pipeline), back.with(set.back, pipeline));
    }

    /**
     * The state of the faces that are not culled. Where there are both, and they differ, it is that of one which writes.
     *
     * @param culled bits of {@code VkCullModeFlagBits}
     */
    StencilState drawn(long culled) {
        StencilState one = front.state();
        StencilState other = back.state();
        if ((culled & FRONT) != 0) {
            return other;
        }
        return (culled & BACK) != 0 || writes(one) || !writes(other) ? one : other;
    }

    /** Whether faces that are drawn are tested differently. */
    boolean differ(long culled) {
        return (culled & (FRONT | BACK)) == 0 && !front.state().equals(back.state());
    }

    private static boolean writes(StencilState state) {
        return state.writeMask() != 0
                && (state.passOp() != Operation.KEEP
                        || state.failOp() != Operation.KEEP
                        || state.depthFailOp() != Operation.KEEP);
    }
}
