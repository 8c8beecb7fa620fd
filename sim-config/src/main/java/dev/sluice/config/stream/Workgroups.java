// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.device.DeviceLimits;
import java.util.ArrayList;
import java.util.List;

/** Reads how many workgroups a command runs, and holds them to the device's limits. */
final class Workgroups {
    private Workgroups() {}

    /**
     * The numbers of workgroups in three dimensions.
     *
     * @param step what has them under {@code groups}
     */
    static List<Long> of(StreamContext context, Object step, List<Long> written) {
        int dimensions = written.size();
        if (dimensions < 1 || dimensions > 3) {
            throw context.where.error(
                    step, "groups", "groups: expected the workgroups as 1 to 3 numbers, such as [16, 1, 1]");
        }
        List<Long> groups = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            long count = i < dimensions ? written.get(i) : 1;
            if (count < 0 || count > 0xffff_ffffL) {
                throw context.where.error(step, "groups", i, "groups: " + count + " is not from 0 to 4294967295");
            }
            DeviceLimits limits = context.device.limits();
            if (count > limits.groups(i)) {
                throw context.where.error(
                        step,
                        "groups",
                        i,
                        "groups: " + count + " in " + "xyz".charAt(i) + " is more than the maxComputeWorkGroupCount of"
                                + " device '" + context.device.name() + "', " + limits.groups(i));
            }
            groups.add(count);
        }
        if (DeviceLimits.product(groups.get(0), groups.get(1), groups.get(2)) > DeviceLimits.SIMULATED_GROUPS) {
            throw context.where.error(
                    step,
                    "groups",
                    "groups: " + groups + " are together more than the " + DeviceLimits.SIMULATED_GROUPS
                            + " workgroups that can be simulated");
        }
        return groups;
    }
}
