// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

/**
 * A memory or execution scope, from narrow to wide (Vulkan specification, section Scope). Each is the dual of a memory
 * domain: the subgroup instance, workgroup instance, queue family instance and shader domains. {@code CROSS_DEVICE} has
 * none; every host atomic has it, and system-synchronizes-with.
 */
public enum ModelScope {
    /** The invocations of one subgroup. */
    SUBGROUP("subgroup"),
    /** The invocations of one workgroup. */
    WORKGROUP("workgroup"),
    /** All invocations in queues of one family. */
    QUEUE_FAMILY("queue family"),
    /** All invocations of the device; its domain is the shader domain. */
    DEVICE("device"),
    /** Everybody, host threads included. */
    CROSS_DEVICE("cross-device");

    private final String label;

    ModelScope(String label) {
        this.label = label;
    }

    /** The name in messages. */
    public String label() {
        return label;
    }
}
