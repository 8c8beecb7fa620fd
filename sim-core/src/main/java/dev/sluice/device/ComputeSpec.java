// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

/**
 * The compute units of a device.
 *
 * @param count units
 * @param waveSize lanes of a wave, 1 to 64
 * @param wavesPerUnit resident waves per unit
 * @param issuePerCycle instructions issued per cycle and unit
 * @param registersPerUnit 32-bit registers per unit, which limit occupancy; 0 for no limit
 * @param sharedMemory shared memory per unit
 * @param loadStoreQueue requests that a unit may have waiting for a cache
 * @param requestsPerCycle coalesced requests that leave a unit per cycle
 * @param launchCycles cycles from a dispatch's start to its first wave's first instruction
 * @param workgroupsPerCycle workgroups that the dispatcher places per cycle
 */
public record ComputeSpec(
        int count,
        int waveSize,
        int wavesPerUnit,
        int issuePerCycle,
        int registersPerUnit,
        WorkgroupMemory sharedMemory,
        int loadStoreQueue,
        int requestsPerCycle,
        int launchCycles,
        int workgroupsPerCycle) {

    /**
     * The memory that the waves of a workgroup share.
     *
     * @param size bytes per unit
     * @param banks banks, 4 bytes wide
     * @param latency cycles of a conflict-free access
     */
    public record WorkgroupMemory(long size, int banks, int latency) {}

    public ComputeSpec {
        if (count < 1 || count > 4096) {
            throw new IllegalArgumentException("computeUnits.count must be 1 to 4096, not " + count);
        }
        if (waveSize < 1 || waveSize > 64) {
            throw new IllegalArgumentException("computeUnits.waveSize must be 1 to 64, not " + waveSize);
        }
        if (wavesPerUnit < 1
                || issuePerCycle < 1
                || loadStoreQueue < 1
                || requestsPerCycle < 1
                || workgroupsPerCycle < 1) {
            throw new IllegalArgumentException(
                    "computeUnits: wavesPerUnit, issuePerCycle, loadStoreQueue, requestsPerCycle and workgroupsPerCycle must be at least 1");
        }
        if (wavesPerUnit > 4096 || issuePerCycle > 64 || requestsPerCycle > 1024 || sharedMemory.banks > 1024) {
            throw new IllegalArgumentException(
                    "computeUnits: wavesPerUnit must be at most 4096, issuePerCycle 64, requestsPerCycle and banks 1024");
        }
        if (sharedMemory.size < 0
                || sharedMemory.banks < 1
                || sharedMemory.latency < 1
                || registersPerUnit < 0
                || launchCycles < 0) {
            throw new IllegalArgumentException(
                    "computeUnits: shared memory, registers and launch cycles must not be negative");
        }
    }

    /** The same units, but another number of them. */
    public ComputeSpec withCount(int units) {
        return new ComputeSpec(
                units,
                waveSize,
                wavesPerUnit,
                issuePerCycle,
                registersPerUnit,
                sharedMemory,
                loadStoreQueue,
                requestsPerCycle,
                launchCycles,
                workgroupsPerCycle);
    }
}
