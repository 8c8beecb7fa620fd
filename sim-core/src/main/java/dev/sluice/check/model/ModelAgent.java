// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

/**
 * Who executes operations: a shader invocation or a host thread (Vulkan specification, section Agent).
 *
 * @param thread its number in the test
 * @param host whether it is a host thread; it then belongs to no group
 * @param queueFamily the queue family of an invocation
 * @param workgroup its workgroup, counted in the queue family
 * @param subgroup its subgroup, counted in the workgroup
 */
public record ModelAgent(int thread, boolean host, int queueFamily, int workgroup, int subgroup) {
    /** An invocation. */
    public static ModelAgent invocation(int thread, int queueFamily, int workgroup, int subgroup) {
        return new ModelAgent(thread, false, queueFamily, workgroup, subgroup);
    }

    /** A host thread. */
    public static ModelAgent hostThread(int thread) {
        return new ModelAgent(thread, true, 0, 0, 0);
    }

    /** Whether both are in one instance of a scope; groups of different parents are different groups. */
    public boolean sharesInstance(ModelScope scope, ModelAgent other) {
        if (scope == ModelScope.CROSS_DEVICE) {
            return true;
        }
        if (host || other.host) {
            return false;
        }
        boolean family = queueFamily == other.queueFamily;
        boolean group = family && workgroup == other.workgroup;
        return switch (scope) {
            case SUBGROUP -> group && subgroup == other.subgroup;
            case WORKGROUP -> group;
            case QUEUE_FAMILY -> family;
            case DEVICE, CROSS_DEVICE -> true;
        };
    }
}
