// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.util.List;
import java.util.Set;

/** Calls that are known to move no byte and to order nothing, so that leaving them out changes nothing. */
final class Ignored {
    private static final List<String> PREFIXES = List.of(
            "vkGetPhysicalDevice",
            "vkEnumerate",
            "vkGetImageMemoryRequirements",
            "vkGetBufferMemoryRequirements",
            "vkGetImageSparseMemoryRequirements",
            "vkGetDescriptorSetLayoutSupport",
            "vkGetPipeline",
            "vkGetImageSubresourceLayout",
            "vkGetMemoryHostPointerProperties",
            "vkGetMemoryFd",
            "vkGetSemaphoreFd",
            "vkGetFenceFd",
            "vkGetCalibratedTimestamps",
            "vkGetSwapchain",
            "vkGetDeviceGroup",
            "vkGetRenderAreaGranularity",
            "vkGetDeviceBufferMemoryRequirements",
            "vkGetDeviceImageMemoryRequirements",
            "vkGetPrivateData",
            // dynamic state that decides nothing about memory
            "vkCmdSet");

    /** {@code vkCmdSetEvent} begins like dynamic state and is none. */
    private static final Set<String> NOT_STATE = Set.of("vkCmdSetEvent", "vkCmdSetEvent2", "vkCmdSetEvent2KHR");

    private static final Set<String> NAMES = Set.of(
            "vkCreateInstance",
            "vkDestroyInstance",
            "vkCreateDevice",
            "vkDestroyDevice",
            "vkCreateCommandPool",
            "vkDestroyCommandPool",
            "vkTrimCommandPool",
            "vkTrimCommandPoolKHR",
            "vkCreateDescriptorPool",
            "vkDestroyDescriptorPool",
            "vkResetDescriptorPool",
            "vkFreeDescriptorSets",
            "vkDestroyDescriptorSetLayout",
            "vkDestroyPipelineLayout",
            "vkCreatePipelineCache",
            "vkDestroyPipelineCache",
            "vkMergePipelineCaches",
            "vkDestroyPipeline",
            "vkDestroyShaderModule",
            "vkDestroySampler",
            "vkCreateSamplerYcbcrConversion",
            "vkDestroySamplerYcbcrConversion",
            "vkDestroyFence",
            "vkDestroySemaphore",
            "vkDestroyBuffer",
            "vkDestroyBufferView",
            "vkDestroyImage",
            "vkDestroyImageView",
            "vkCreateQueryPool",
            "vkDestroyQueryPool",
            "vkResetQueryPool",
            "vkResetQueryPoolEXT",
            "vkGetQueryPoolResults",
            "vkCmdResetQueryPool",
            "vkCmdBeginQuery",
            "vkCmdEndQuery",
            "vkCreateEvent",
            "vkDestroyEvent",
            "vkDestroyFramebuffer",
            "vkDestroyRenderPass",
            "vkDestroySurfaceKHR",
            "vkCreateXcbSurfaceKHR",
            "vkCreateXlibSurfaceKHR",
            "vkCreateWaylandSurfaceKHR",
            "vkCreateWin32SurfaceKHR",
            "vkCreateHeadlessSurfaceEXT",
            "vkDestroySwapchainKHR",
            "vkCreateDebugReportCallbackEXT",
            "vkDestroyDebugReportCallbackEXT",
            "vkCreateDebugUtilsMessengerEXT",
            "vkDestroyDebugUtilsMessengerEXT",
            "vkCmdInsertDebugUtilsLabelEXT",
            "vkQueueInsertDebugUtilsLabelEXT",
            "vkCmdDebugMarkerInsertEXT",
            "vkSetDebugUtilsObjectTagEXT",
            "vkDebugMarkerSetObjectTagEXT",
            "vkSetPrivateData",
            "vkSetPrivateDataEXT",
            "vkCreatePrivateDataSlot",
            "vkDestroyPrivateDataSlot",
            "vkDestroyDescriptorUpdateTemplate",
            "vkDestroyDescriptorUpdateTemplateKHR",
            "vkGetDeviceMemoryCommitment",
            "vkEndCommandBuffer",
            "vkSetDeviceMemoryPriorityEXT");

    private Ignored() {}

    static boolean contains(String name) {
        return NAMES.contains(name)
                || (!NOT_STATE.contains(name) && PREFIXES.stream().anyMatch(name::startsWith));
    }
}
