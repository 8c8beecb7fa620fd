// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.engine.Component;
import dev.sluice.program.Command;

/** Carries out the work of stage tasks on the machine's units. */
public interface CommandExecutor {

    /**
     * Counters of a finished piece of work.
     *
     * @param atOnce whether it was carried out without time
     */
    record Work(long bytesRead, long bytesWritten, long waves, boolean atOnce) {

        /** Of work in simulated time. */
        public Work(long bytesRead, long bytesWritten, long waves) {
            this(bytesRead, bytesWritten, waves, false);
        }
    }

    /** Told when a piece of work is done. */
    @FunctionalInterface
    interface Completion {
        void done(Work work);
    }

    /** Whether a kernel writes memory. */
    boolean writesMemory(String kernel);

    /**
     * Runs a kernel.
     *
     * @param attribution index for counters kept by command
     * @param agent the version that its writes carry
     * @param atOnce whether it is to take no time, if that can be
     */
    void dispatch(
            String name,
            Command.Compute source,
            long[] groups,
            int attribution,
            int agent,
            boolean atOnce,
            Completion completion);

    /**
     * Copies, fills or updates.
     *
     * @param atOnce whether it is to take no time, if that can be
     */
    void transfer(String name, Command command, int attribution, int agent, boolean atOnce, Completion completion);

    /**
     * Reads the three group counts of an indirect dispatch through the front end's path.
     *
     * @param owner whose strand the read belongs to
     */
    void fetchGroups(
            Component owner, Command.DispatchIndirect command, int attribution, int agent, GroupsCompletion completion);

    /**
     * Reads the word of a condition through the front end's path.
     *
     * @param attribution of the command that depends on it
     */
    void fetchCondition(
            Command.BeginConditionalRendering condition, int attribution, int agent, ConditionCompletion completion);

    /** Told whether a command is to be carried out. */
    @FunctionalInterface
    interface ConditionCompletion {
        void done(boolean carriesOut);
    }

    /** Told the group counts. */
    @FunctionalInterface
    interface GroupsCompletion {
        void done(long x, long y, long z);
    }
}
