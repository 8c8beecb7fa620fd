// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

/**
 * An availability, visibility or memory domain operation that an API command performs (Vulkan specification, section
 * Availability, Visibility, and Domain Operations).
 */
public enum DomainOperation {
    /** A memory dependency's availability operation: writes by device agents become available to the device domain. */
    AVAILABLE_TO_DEVICE,
    /** A memory dependency's visibility operation: from the device domain to all device agents and references. */
    VISIBLE_FROM_DEVICE,
    /** {@code vkFlushMappedMemoryRanges}: writes by host threads become available to the host domain. */
    AVAILABLE_TO_HOST,
    /** {@code vkInvalidateMappedMemoryRanges}: from the host domain to all host threads. */
    VISIBLE_FROM_HOST,
    /** From the host domain to the device domain: {@code vkQueueSubmit}, or a dependency with {@code HOST_WRITE}. */
    HOST_TO_DEVICE,
    /** From the device domain to the host domain: a dependency with {@code HOST_READ} as its destination. */
    DEVICE_TO_HOST
}
