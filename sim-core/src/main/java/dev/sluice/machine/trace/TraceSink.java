// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.trace;

/** Is told of a run's accesses in the order in which they enter the memory hierarchy: enough to replay them. */
@FunctionalInterface
public interface TraceSink {

    /**
     * Takes a record.
     *
     * @param record used again after the call
     */
    void write(TraceRecord record);
}
