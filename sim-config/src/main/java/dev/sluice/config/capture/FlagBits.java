// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The flags of Vulkan that the importer looks at, by their names, which {@code gfxrecon-convert --expand-flags} writes in place of
 * numbers, joined by {@code |}. Stages and accesses are in {@link Masks}. Source: Vulkan 1.4.360, {@code vulkan_core.h}.
 */
final class FlagBits {
    private static final Map<String, Long> BITS = new HashMap<>();

    static {
        inOrder(
                "VK_BUFFER_USAGE_",
                "TRANSFER_SRC TRANSFER_DST UNIFORM_TEXEL_BUFFER STORAGE_TEXEL_BUFFER UNIFORM_BUFFER"
                        + " STORAGE_BUFFER INDEX_BUFFER VERTEX_BUFFER INDIRECT_BUFFER");
        inOrder(
                "VK_BUFFER_USAGE_2_",
                "TRANSFER_SRC TRANSFER_DST UNIFORM_TEXEL_BUFFER STORAGE_TEXEL_BUFFER UNIFORM_BUFFER"
                        + " STORAGE_BUFFER INDEX_BUFFER VERTEX_BUFFER INDIRECT_BUFFER");
        Masks.otherBufferUsages().forEach((bit, name) -> {
            BITS.put("VK_BUFFER_USAGE_" + bare(name), bit);
            BITS.put("VK_BUFFER_USAGE_2_" + bare(name), bit);
        });
        inOrder(
                "VK_IMAGE_USAGE_",
                "TRANSFER_SRC TRANSFER_DST SAMPLED STORAGE COLOR_ATTACHMENT DEPTH_STENCIL_ATTACHMENT"
                        + " TRANSIENT_ATTACHMENT INPUT_ATTACHMENT");
        inOrder(
                "VK_IMAGE_USAGE_2_",
                "TRANSFER_SRC TRANSFER_DST SAMPLED STORAGE COLOR_ATTACHMENT DEPTH_STENCIL_ATTACHMENT"
                        + " TRANSIENT_ATTACHMENT INPUT_ATTACHMENT");
        inOrder("VK_IMAGE_ASPECT_", "COLOR DEPTH STENCIL METADATA PLANE_0 PLANE_1 PLANE_2");
        inOrder("VK_COLOR_COMPONENT_", "R G B A");
        inOrder("VK_DEPENDENCY_", "BY_REGION VIEW_LOCAL DEVICE_GROUP");
        BITS.put("VK_DEPENDENCY_FEEDBACK_LOOP", Masks.FEEDBACK_LOOP);
        BITS.put("VK_DEPENDENCY_QUEUE_FAMILY_OWNERSHIP_TRANSFER_USE_ALL_STAGES", Masks.TRANSFER_USES_ALL_STAGES);
        BITS.put("VK_DEPENDENCY_ASYMMETRIC_EVENT", Masks.ASYMMETRIC_EVENT);
        BITS.put("VK_CONDITIONAL_RENDERING_INVERTED", Masks.CONDITION_INVERTED);
        inOrder(
                "VK_MEMORY_PROPERTY_",
                "DEVICE_LOCAL HOST_VISIBLE HOST_COHERENT HOST_CACHED LAZILY_ALLOCATED PROTECTED");
        inOrder("VK_QUEUE_", "GRAPHICS COMPUTE TRANSFER SPARSE_BINDING PROTECTED VIDEO_DECODE VIDEO_ENCODE");
        inOrder("VK_BUFFER_CREATE_", "SPARSE_BINDING SPARSE_RESIDENCY SPARSE_ALIASED");
        inOrder("VK_IMAGE_CREATE_", "SPARSE_BINDING SPARSE_RESIDENCY SPARSE_ALIASED MUTABLE_FORMAT CUBE_COMPATIBLE");
        inOrder("VK_FENCE_CREATE_", "SIGNALED");
        inOrder("VK_SEMAPHORE_WAIT_", "ANY");
        inOrder("VK_RENDERING_", "CONTENTS_SECONDARY_COMMAND_BUFFERS SUSPENDING RESUMING");
        inOrder(
                "VK_SHADER_STAGE_",
                "VERTEX TESSELLATION_CONTROL TESSELLATION_EVALUATION GEOMETRY FRAGMENT COMPUTE TASK MESH RAYGEN ANY_HIT"
                        + " CLOSEST_HIT MISS INTERSECTION CALLABLE");
        inOrder(
                "VK_GRAPHICS_PIPELINE_LIBRARY_",
                "VERTEX_INPUT_INTERFACE PRE_RASTERIZATION_SHADERS FRAGMENT_SHADER FRAGMENT_OUTPUT_INTERFACE");
        BITS.put("VK_PIPELINE_CREATE_LIBRARY", CapturedPipeline.LIBRARY);
        inOrder(
                "VK_DESCRIPTOR_BINDING_",
                "UPDATE_AFTER_BIND UPDATE_UNUSED_WHILE_PENDING PARTIALLY_BOUND VARIABLE_DESCRIPTOR_COUNT");
        inOrder("VK_CULL_MODE_", "FRONT BACK");
        inOrder("VK_STENCIL_FACE_", "FRONT BACK");
        // the two that are flags though they are not called bits
        BITS.put("VK_CULL_MODE_FRONT_AND_BACK", 3L);
        BITS.put("VK_STENCIL_FACE_FRONT_AND_BACK", 3L);
        inOrder("VK_QUERY_RESULT_", "64 WAIT WITH_AVAILABILITY PARTIAL");
    }

    private FlagBits() {}

    private static void inOrder(String prefix, String names) {
        long bit = 1;
        for (String name : names.split(" ", -1)) {
            BITS.put(prefix + name, bit);
            bit <<= 1;
        }
    }

    /** The mask of a text; flags that are not known add nothing. Null if the text is no flags. */
    static @Nullable Long mask(String text) {
        long mask = 0;
        for (String part : text.split("\\|", -1)) {
            String name = part.strip();
            if (!name.startsWith("VK_")
                    || !name.contains("_BIT") && !name.endsWith("_NONE") && !name.endsWith("_FRONT_AND_BACK")) {
                return null;
            }
            mask |= BITS.getOrDefault(bare(name), 0L);
        }
        return mask;
    }

    /** Whether a flag is known by its name. */
    static boolean known(String name) {
        return BITS.containsKey(bare(name)) || name.endsWith("_NONE");
    }

    private static String bare(String name) {
        return name.replaceFirst("_BIT(?=$|_[A-Z]+$)", "").replaceFirst("_(KHR|EXT)$", "");
    }
}
