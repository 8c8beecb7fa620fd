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
            // dynamic state matters to draws only, and draws are reported
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
            "vkCreateSampler",
            "vkDestroySampler",
            "vkCreateSamplerYcbcrConversion",
            "vkDestroySamplerYcbcrConversion",
            "vkDestroyFence",
            "vkDestroySemaphore",
            "vkDestroyBuffer",
            "vkDestroyBufferView",
            "vkDestroyImage",
            "vkDestroyImageView",
            "vkCreateImageView",
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
            "vkCreateFramebuffer",
            "vkDestroyFramebuffer",
            "vkCreateRenderPass",
            "vkCreateRenderPass2",
            "vkCreateRenderPass2KHR",
            "vkDestroyRenderPass",
            "vkDestroySurfaceKHR",
            "vkCreateXcbSurfaceKHR",
            "vkCreateXlibSurfaceKHR",
            "vkCreateWaylandSurfaceKHR",
            "vkCreateWin32SurfaceKHR",
            "vkCreateHeadlessSurfaceEXT",
            "vkCreateSwapchainKHR",
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
            "vkCreateDescriptorUpdateTemplate",
            "vkCreateDescriptorUpdateTemplateKHR",
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
