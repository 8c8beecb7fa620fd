// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.DeviceLimits;
import dev.sluice.machine.fault.StreamException;
import dev.sluice.machine.truth.LimitLog;
import dev.sluice.program.Command;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Holds the workgroups of dispatches to what the device and the machine can run. */
final class DispatchLimits {

    private static final int AXES = 3;
    private static final int BYTES = AXES * Integer.BYTES;

    private final DeviceLimits limits;
    private final @Nullable LimitLog log;

    /** @param log null where bytes are not followed */
    DispatchLimits(DeviceLimits limits, @Nullable LimitLog log) {
        this.limits = limits;
        this.log = log;
    }

    /**
     * Refuses counts that the program states.
     *
     * @throws StreamException if they are too many
     */
    void require(Command.Compute command, long[] groups) {
        int axis = beyond(groups);
        if (axis >= 0) {
            throw new StreamException(
                    command.origin(),
                    command.kind() + ": " + groups[axis] + " workgroups in " + "xyz".charAt(axis)
                            + " are more than the device's maxComputeWorkGroupCount of " + limits.groups(axis));
        }
        if (DeviceLimits.product(groups) > DeviceLimits.SIMULATED_GROUPS) {
            throw new StreamException(
                    command.origin(),
                    command.kind() + ": more than the " + DeviceLimits.SIMULATED_GROUPS
                            + " workgroups that can be simulated");
        }
    }

    /** Whether counts that were read at an address can be run; if not, that is a finding. */
    boolean allows(Command.DispatchIndirect command, long address, long[] groups, int agent) {
        LimitLog to = log;
        if (to == null) {
            return true;
        }
        String limit;
        List<Long> allowed;
        if (beyond(groups) >= 0 || !to.written(address, BYTES)) {
            limit = "maxComputeWorkGroupCount";
            allowed = List.of(limits.groups(0), limits.groups(1), limits.groups(2));
        } else if (DeviceLimits.product(groups) > DeviceLimits.SIMULATED_GROUPS) {
            limit = "workgroups that can be simulated";
            allowed = List.of(DeviceLimits.SIMULATED_GROUPS);
        } else {
            return true;
        }
        to.add(agent, command.kind(), address, BYTES, List.of(groups[0], groups[1], groups[2]), limit, allowed);
        return false;
    }

    /** The first axis along which there are too many workgroups; -1 for none. */
    private int beyond(long[] groups) {
        for (int axis = 0; axis < AXES; axis++) {
            if (groups[axis] > limits.groups(axis)) {
                return axis;
            }
        }
        return -1;
    }
}
