// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.bind.Capitals;
import dev.sluice.config.bind.Default;
import dev.sluice.config.bind.Doc;
import dev.sluice.config.bind.Key;
import dev.sluice.config.bind.Max;
import dev.sluice.config.bind.Min;
import dev.sluice.config.bind.PowerOfTwo;
import dev.sluice.config.source.Node;
import dev.sluice.config.units.Duration;
import dev.sluice.config.units.Frequency;
import dev.sluice.config.units.Size;
import dev.sluice.device.MemoryProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A device file as it is written ({@code docs/formats.md}, Device files); {@link DeviceReader} makes a {@code GpuSpec}
 * of it.
 */
@Doc("A GPU: every cache is a named node, and parent makes the hierarchy.")
public record DeviceFile(
        @Doc("The version of the format.") @Min(1) int sluice,

        @Doc("The name by which streams and commands know the device.")
        String name,

        @Doc("One sentence about the device.") @Default("") String description,

        @Doc("Where every number comes from that is not a choice.")
        List<String> sources,

        @Doc("Which numbers are a choice and why, in words.")
        List<String> choices,

        @Doc("True only with a measurement file beside it.") @Default("false")
        boolean calibrated,

        @Doc("The core clock, the time base of the machine.")
        Frequency clock,

        @Doc("The compute units.") ComputeUnits computeUnits,
        @Doc("Every cache by its name.") Map<String, CacheFile> caches,
        @Doc("The cache, or vram, that each client enters.") Map<String, String> clients,

        @Doc("The render output units; a device without the key has none.") @Nullable
        Rop rop,

        @Doc("The interconnect between compute units and the shared cache.") @Default("{}")
        Network network,

        @Doc("The copy engine.") @Default("{}") Transfer transfer,
        @Doc("Device memory.") DramFile vram,
        @Doc("The page table.") @Default("{}") Pages pages,
        @Doc("The scan-out.") @Default("{}") Display display,
        @Doc("The host and its link.") Host host,

        @Doc("Vulkan's limits that matter to memory.") @Default("{}")
        Limits limits,

        @Doc("Memory heaps.") List<Heap> heaps,
        @Doc("Memory types in Vulkan's order.") List<Type> memoryTypes,
        @Doc("Queue families.") List<Family> queueFamilies,
        @Doc("The name of the barrier profile.") String barriers,

        @Doc("What runs cost, an estimate that changes no cycle; none is made when absent.") @Nullable
        EnergyFile energy) {

    /** The compute units. */
    public record ComputeUnits(
            @Doc("Units.") @Min(1) @Max(4096) int count,
            @Doc("Lanes of a wave.") @Min(1) @Max(64) int waveSize,
            @Doc("Resident waves of a unit.") @Min(1) int wavesPerUnit,

            @Doc("Instructions issued per cycle and unit.") @Default("1") @Min(1)
            int issuePerCycle,

            @Doc("32-bit registers of a unit, which limit occupancy; 0 for no limit.") @Default("0") @Min(0)
            int registersPerUnit,

            @Doc("Workgroup memory.") @Default("{}") SharedMemory sharedMemory,

            @Doc("Requests that a unit may have waiting for a cache.") @Default("64") @Min(1)
            int loadStoreQueue,

            @Doc("Coalesced requests that leave a unit per cycle.") @Default("1") @Min(1)
            int requestsPerCycle,

            @Doc("Time from a dispatch's start to its first instruction.") @Default("100")
            Duration launchCycles,

            @Doc("Workgroups placed per cycle.") @Default("1") @Min(1)
            int workgroupsPerCycle,

            @Doc("Least time from placing that many workgroups to placing the next.") @Default("1") @Min(1)
            Duration dispatcherGroupCycles,

            @Doc("Least time between two workgroups that begin on one unit.") @Default("0")
            Duration unitGroupCycles,

            @Doc("Time from a workgroup's place on a unit to its first instruction.") @Default("0")
            Duration groupStartCycles) {}

    /** Workgroup memory of a unit. */
    public record SharedMemory(
            @Doc("Bytes of a unit.") @Default("64KiB") Size size,

            @Doc("Banks, 4 bytes wide.") @Default("32") @Min(1)
            int banks,

            @Doc("Time of an access without conflicts.") @Default("24") @Min(1)
            Duration latency,

            @Doc("Accesses that may wait for the banks while their waves go on; 0: a wave waits with its instruction.")
            @Default("0")
            @Min(0)
            int queue,

            @Doc(
                    "Bytes that the lanes take together that are served together, where each takes more than 4; 0: all of a wave are.")
            @Default("0")
            @Min(0)
            int laneGroupBytes,

            @Doc(
                    "Bytes of a unit among which a kernel chooses with sharedCarveOut, ascending, the size among them; the rest of"
                            + " the array is the cache's with carveOut.")
            List<Size> splits) {}

    /** The render output units. */
    public record Rop(
            @Doc("Units.") @Min(0) int count,
            @Doc("The pixels of a tile.") @Default("{}") Tile tile,

            @Doc("Bytes of a memory transaction.") @Default("32") @PowerOfTwo
            Size transaction,

            @Doc("Compression ratios that the codec reaches.")
            List<Integer> compression,

            @Doc("Clear colours that the metadata can hold: red, green, blue and alpha from 0 to 1, or to 255 where"
                    + " one is above 1; or transparent, transparentWhite, black, white.")
            List<Node> clearColors,

            @Doc("The tiles' metadata.") @Default("{}") Metadata metadata,

            @Doc("Time of the codec, each way.") @Default("0")
            Duration codecLatency,

            @Doc("Clients that read compressed tiles, beside the units themselves.")
            List<String> readers,

            @Doc("Those of the readers that also understand tiles that are only marked as cleared.")
            List<String> clearReaders,

            @Doc("Pixels that a unit tests or blends per cycle.") @Default("4") @Min(1)
            int pixelsPerCycle,

            @Doc("Whether the units' caches are written back when a render pass ends, as a tiler's on-chip memory is.")
            @Default("false")
            boolean flushAtPassEnd) {}

    /** The pixels of a tile. */
    public record Tile(
            @Default("8") @Min(1) int width,
            @Default("8") @Min(1) int height) {}

    /** What is kept of each tile beside its bytes. */
    public record Metadata(
            @Doc("4 or 8 bits of each tile.") @Default("4") int bitsPerTile,

            @Doc("The units' caches of metadata; 4 KiB, lines of 64 bytes and 4 ways, a choice, where it does not say.")
            @Nullable
            CacheFile cache) {}

    /** The interconnect. */
    public record Network(
            @Doc("crossbar") @Default("crossbar") String kind,
            @Doc("Time of one way.") @Default("20") Duration latency,

            @Doc("Bytes of a flit, of which a slice's input takes one per cycle.") @Default("32") @Min(1) @Key("flit")
            Size flitBytes,

            @Doc("Bytes per cycle of a client's reply port; 0 for those of a flit.") @Default("0") @Key("clientReply")
            Size clientReplyBytes,

            @Doc("Bytes per cycle of a slice's reply port; 0 for no limit.") @Default("0") @Key("sliceReply")
            Size sliceReplyBytes,

            @Doc("Whether a request begins with a flit without data.") @Default("true")
            boolean requestHeader,

            @Doc("Whether a reply begins with a flit without data.") @Default("true")
            boolean replyHeader,

            @Doc("The network's clock, in whose cycles its times and rates are; the core clock when absent.") @Nullable
            Frequency clock,

            @Doc("Crossbars of neighbouring units in front of it.") @Default("{}")
            Clusters clusters) {}

    /** Crossbars of neighbouring units, each with one port towards the shared caches and one back. */
    public record Clusters(
            @Doc("How many; 0 for none.") @Default("0") @Min(0)
            int count,

            @Doc("Time of one way, beside the network's.") @Default("0")
            Duration latency,

            @Doc("Bytes per cycle towards the shared caches; 0 for those of a flit.") @Default("0")
            Size requestBytes,

            @Doc("Bytes per cycle back; 0 for those of a flit.") @Default("0")
            Size replyBytes) {}

    /** The copy engine. */
    public record Transfer(
            @Doc("Requests under way.") @Default("64") @Min(1)
            int outstanding,

            @Doc("Bytes of a request.") @Default("128") @PowerOfTwo
            Size requestBytes,

            @Doc("Bytes moved per cycle at most.") @Default("64") @Min(1)
            Size bytesPerCycle,

            @Doc("Senders on the network among which its requests are divided by address.") @Default("1") @Min(1)
            int ports,

            @Doc("Time from a command's start to its first request.") @Default("100")
            Duration startCycles,

            @Doc("Whether transfers are coherent with the last shared cache.") @Default("false")
            boolean coherent,

            @Doc("The cache, or vram, that reads enter; where clients.transfer says when absent.") @Nullable
            String reads) {}

    /** The page table. */
    public record Pages(
            @Doc("Bytes of a page.") @Default("64KiB") @PowerOfTwo
            Size size,

            @Doc("Whether compression is a property of pages.") @Default("false")
            boolean compressionInPageTable,

            @Doc("Translation buffers; translation takes no time when absent.") @Nullable
            Tlb tlb) {}

    /** Translation look-aside buffers of each client's path; what they leave out are choices. */
    public record Tlb(
            @Doc("Pages that a buffer holds.") @Default("32") @Min(1)
            int entries,

            @Doc("Entries of a set; 32, or all where there are fewer, when absent.") @Nullable @Min(1)
            Integer ways,

            @Doc("Time that a hit adds.") @Default("0") Duration latency,

            @Doc("The second level, which all ways share.") @Default("{}")
            SharedTlb shared,

            @Doc("Page walks under way at once.") @Default("8") @Min(1)
            int walkers,

            @Doc("Levels of the page table that a walk reads.") @Default("2") @Min(1)
            int levels,

            @Doc("Requests that can wait for translation in front of a way.") @Default("16") @Min(1)
            int queue) {}

    /** The second level of translation. */
    public record SharedTlb(
            @Doc("Pages that it holds; 0 for none.") @Default("512") @Min(0)
            int entries,

            @Doc("Entries of a set.") @Default("8") @Min(1) int ways,

            @Doc("Time from a miss of the first level to its answer.") @Default("50")
            Duration latency) {}

    /** The scan-out. */
    public record Display(
            @Doc("Reads under way.") @Default("64") @Min(1) int outstanding,

            @Doc("Bytes read per cycle at most.") @Default("64") @Min(1)
            Size bytesPerCycle,

            @Doc("Frames a second, over whose time reads are spread; as fast as possible when absent.") @Nullable
            Frequency refresh) {}

    /** The host. */
    public record Host(
            @Doc("The host's clock.") @Default("4GHz") Frequency clock,
            @Doc("Cores.") @Default("4") @Min(1) int cores,
            @Doc("Caches, nearest first.") Map<String, CacheFile> caches,
            @Doc("Write-combining buffers.") @Default("{}") WriteCombining writeCombining,
            @Doc("The link to the device.") Link link,

            @Doc("Host memory; absent on a device that shares its memory with the host.") @Nullable
            DramFile ram,

            @Doc("Time from a submission to the device's first look at it.") @Default("1us")
            Duration submit) {}

    /** Write-combining buffers. */
    public record WriteCombining(
            @Default("10") @Min(1) int buffers,
            @Default("64") @PowerOfTwo Size line,

            @Doc("Idle time after which a buffer drains.") @Default("1us")
            Duration drainAfter) {}

    /** The link between host and device. */
    public record Link(
            @Doc("pcie3, pcie4, pcie5 or onchip") String kind,
            @Default("16") @Min(1) @Max(32) int lanes,
            @Doc("Time of one way.") Duration latency,

            @Doc("Usable bytes a second each way; of PCIe computed from the lanes when absent.") @Nullable @Min(1)
            Size bandwidth,

            @Doc("Requests under way each way; as many as the link has tags when absent.") @Nullable @Min(1)
            Integer credits,

            @Doc("Bytes of the largest packet.") @Default("256") @Min(32) @Max(4096)
            Size maxPayload,

            @Doc("Bytes of which a packet of a store or an atomic takes the time at least.") @Default("0") @Max(4096)
            Size leastPayload) {}

    /** Vulkan's limits. */
    public record Limits(
            @Default("64") @PowerOfTwo Size nonCoherentAtomSize,
            @Default("64KiB") @PowerOfTwo Size bufferImageGranularity,
            @Default("64") @PowerOfTwo Size minMemoryMapAlignment,

            @Doc("The most workgroups of a dispatch in x, y and z.") @Default("[65535, 65535, 65535]")
            List<Long> maxComputeWorkGroupCount,

            @Doc("The most draws of one indirect draw.") @Default("4294967295") @Min(1) @Max(4294967295L)
            long maxDrawIndirectCount,

            @Doc("The largest index of a vertex.") @Default("4294967295") @Min(16777215) @Max(4294967295L)
            long maxDrawIndexedIndexValue) {}

    /** A memory heap. */
    public record Heap(
            @Min(1) Size size,
            @Doc("DEVICE_LOCAL or nothing.") @Capitals List<MemoryProperty> flags) {}

    /** A memory type. */
    public record Type(
            @Doc("Index of its heap.") @Min(0) int heap,
            @Capitals List<MemoryProperty> flags) {}

    /** A queue family. */
    public record Family(
            String name,
            @Doc("GRAPHICS, COMPUTE, TRANSFER") List<String> flags,
            @Default("1") @Min(1) int count) {}
}
