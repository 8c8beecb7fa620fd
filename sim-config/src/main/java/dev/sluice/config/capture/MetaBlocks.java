// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.util.List;

/** Names of the binary capture's meta blocks, as {@code gfxrecon-convert} writes them into its JSON. */
final class MetaBlocks {
    /** By meta id from 0; source: gfxreconstruct, {@code framework/format/format.h} and {@code metadata_json_consumer.h}. */
    private static final List<String> NAMES = List.of(
            "",
            "DisplayMessageCommand",
            "FillMemoryCommand",
            "ResizeWindowCommand",
            "SetSwapchainImageStateCommand",
            "BeginResourceInitCommand",
            "EndResourceInitCommand",
            "InitBufferCommand",
            "InitImageCommand",
            "CreateHardwareBufferCommand",
            "DestroyHardwareBufferCommand",
            "SetDevicePropertiesCommand",
            "SetDeviceMemoryPropertiesCommand",
            "ResizeWindowCommand2",
            "SetOpaqueAddressCommand",
            "SetRayTracingShaderGroupHandlesCommand",
            "CreateHeapAllocationCommand",
            "InitSubresourceCommand",
            "ExeFileInfo",
            "InitDx12AccelerationStructureCommand",
            "FillMemoryResourceValueCommand",
            "DxgiAdapterInfo",
            "DriverInfo",
            "",
            "CreateHardwareBufferCommand",
            "",
            "Dx12RuntimeInfoCommandHeader",
            "ParentToChildDependency",
            "VulkanBuildAccelerationStructuresCommand",
            "VulkanCopyAccelerationStructuresCommand",
            "VulkanWriteAccelerationStructuresPropertiesCommand",
            "",
            "SetEnvironmentVariablesCommand",
            "ViewRelativeLocation",
            "ExecuteBlocksFromFile",
            "CreateHardwareBufferCommand",
            "InitializeMetaCommand",
            "SetOpaqueDescriptorDataCommand",
            "InitDx12AccelerationStructureCommand",
            "InitTensorCommand");

    private MetaBlocks() {}

    /** The name of a meta block by the low 16 bits of its meta id. */
    static String name(int id) {
        String name = id < NAMES.size() ? NAMES.get(id) : "";
        return name.isEmpty() ? "meta block " + id : name;
    }
}
