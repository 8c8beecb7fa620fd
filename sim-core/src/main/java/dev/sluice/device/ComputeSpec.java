// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import dev.sluice.program.kernel.SharedCarveOut;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
 * @param workgroupsPerCycle workgroups that the dispatcher places at a time
 * @param dispatcherGroupCycles cycles from one such time to the next, at least
 * @param unitGroupCycles cycles between two workgroups that begin on one unit, at least
 * @param groupStartCycles cycles from a workgroup's place on a unit to its first instruction
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
        int workgroupsPerCycle,
        int dispatcherGroupCycles,
        int unitGroupCycles,
        int groupStartCycles) {

    /**
     * The memory that the waves of a workgroup share.
     *
     * @param size bytes per unit
     * @param banks banks, 4 bytes wide
     * @param latency cycles of a conflict-free access
     * @param queue accesses that may wait for the banks; 0 where a wave waits with its instruction
     * @param laneGroupBytes bytes that the lanes take together that are served together, of accesses of more than 4 bytes; 0 where all of a
     *     wave are
     * @param splits bytes per unit among which a kernel can choose, ascending, {@code size} among them; empty where it cannot
     */
    public record WorkgroupMemory(long size, int banks, int latency, int queue, int laneGroupBytes, List<Long> splits) {
        public WorkgroupMemory {
            splits = List.copyOf(splits);
        }

        /** Memory of a fixed size. */
        public WorkgroupMemory(long size, int banks, int latency) {
            this(size, banks, latency, 0, 0, List.of());
        }

        /** The most bytes that a workgroup can have. */
        public long most() {
            return splits.isEmpty() ? size : splits.get(splits.size() - 1);
        }

        /** Bytes per unit while workgroups of a kernel run: the least split that has what it prefers and what a workgroup needs. */
        public long forKernel(@Nullable SharedCarveOut preferred, long workgroupBytes) {
            if (splits.isEmpty()) {
                return size;
            }
            long wanted = Math.max(preferred == null ? size : preferred.of(most()), workgroupBytes);
            for (long split : splits) {
                if (split >= wanted) {
                    return split;
                }
            }
            return most();
        }
    }

    public ComputeSpec {
        between(count, 1, 4096, "count");
        between(waveSize, 1, 64, "waveSize");
        between(wavesPerUnit, 1, 4096, "wavesPerUnit");
        between(issuePerCycle, 1, 64, "issuePerCycle");
        between(registersPerUnit, 0, Integer.MAX_VALUE, "registersPerUnit");
        between(sharedMemory.size, 0, Long.MAX_VALUE, "sharedMemory", "size");
        between(sharedMemory.banks, 1, 1024, "sharedMemory", "banks");
        for (int i = 0; i < sharedMemory.splits.size(); i++) {
            between(
                    sharedMemory.splits.get(i),
                    i == 0 ? 0 : sharedMemory.splits.get(i - 1) + 1,
                    Long.MAX_VALUE,
                    "sharedMemory",
                    "splits");
        }
        if (!sharedMemory.splits.isEmpty() && !sharedMemory.splits.contains(sharedMemory.size)) {
            throw new InvalidSpecException(
                    "computeUnits.sharedMemory.splits must have the size, " + sharedMemory.size + " bytes, among them",
                    "sharedMemory",
                    "splits");
        }
        between(sharedMemory.latency, 1, Integer.MAX_VALUE, "sharedMemory", "latency");
        between(sharedMemory.queue, 0, 1024, "sharedMemory", "queue");
        between(sharedMemory.laneGroupBytes, 0, 1024, "sharedMemory", "laneGroupBytes");
        between(loadStoreQueue, 1, 1 << 16, "loadStoreQueue");
        between(requestsPerCycle, 1, 1024, "requestsPerCycle");
        between(launchCycles, 0, Integer.MAX_VALUE, "launchCycles");
        between(workgroupsPerCycle, 1, Integer.MAX_VALUE, "workgroupsPerCycle");
        between(dispatcherGroupCycles, 1, Integer.MAX_VALUE, "dispatcherGroupCycles");
        between(unitGroupCycles, 0, Integer.MAX_VALUE, "unitGroupCycles");
        between(groupStartCycles, 0, Integer.MAX_VALUE, "groupStartCycles");
    }

    /** Units on which workgroups begin as fast as they are placed, {@code workgroupsPerCycle} every cycle. */
    public ComputeSpec(
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
        this(
                count,
                waveSize,
                wavesPerUnit,
                issuePerCycle,
                registersPerUnit,
                sharedMemory,
                loadStoreQueue,
                requestsPerCycle,
                launchCycles,
                workgroupsPerCycle,
                1,
                0,
                0);
    }

    private static void between(long value, long least, long most, String... keys) {
        if (value < least || value > most) {
            throw new InvalidSpecException(
                    "computeUnits." + String.join(".", keys) + " must be "
                            + (most >= Integer.MAX_VALUE ? "at least " + least : least + " to " + most) + ", not "
                            + value,
                    keys);
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
                workgroupsPerCycle,
                dispatcherGroupCycles,
                unitGroupCycles,
                groupStartCycles);
    }
}
