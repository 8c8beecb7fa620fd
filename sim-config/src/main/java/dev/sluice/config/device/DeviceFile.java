package dev.sluice.config.device;

import dev.sluice.config.bind.Default;
import dev.sluice.config.bind.Doc;
import dev.sluice.config.bind.Max;
import dev.sluice.config.bind.Min;
import dev.sluice.config.bind.PowerOfTwo;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.units.Duration;
import dev.sluice.config.units.Frequency;
import dev.sluice.config.units.Size;
import dev.sluice.core.memory.MemoryProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A device file as it is written (formats.md, Device); {@link DeviceReader} makes a {@code GpuSpec} of it. */
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
        @Doc("The page table.") @Nullable Pages pages,
        @Doc("The host and its link.") Host host,

        @Doc("Vulkan's limits that matter to memory.") @Default("{}")
        Limits limits,

        @Doc("Memory heaps.") List<Heap> heaps,
        @Doc("Memory types in Vulkan's order.") List<Type> memoryTypes,
        @Doc("Queue families.") List<Family> queueFamilies,
        @Doc("The name of the barrier profile.") String barriers) {

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
            int workgroupsPerCycle) {}

    /** Workgroup memory of a unit. */
    public record SharedMemory(
            @Doc("Bytes of a unit.") @Default("64KiB") Size size,

            @Doc("Banks, 4 bytes wide.") @Default("32") @Min(1)
            int banks,

            @Doc("Time of an access without conflicts.") @Default("24")
            Duration latency) {}

    /** The render output units. */
    public record Rop(
            @Doc("Units.") @Min(0) int count,
            @Doc("The pixels of a tile.") @Default("{}") Tile tile,

            @Doc("Bytes of a memory transaction.") @Default("32") @PowerOfTwo
            Size transaction,

            @Doc("Compression ratios that the codec reaches.")
            List<Integer> compression,

            @Doc("Clear colours that the metadata can hold.")
            List<Node> clearColors,

            @Doc("The tiles' metadata; kept, without effect in this version.") @Nullable
            MapNode metadata,

            @Doc("Time of the codec.") @Default("0") Duration codecLatency) {}

    /** The pixels of a tile. */
    public record Tile(
            @Default("8") @Min(1) int width,
            @Default("8") @Min(1) int height) {}

    /** The interconnect. */
    public record Network(
            @Doc("crossbar") @Default("crossbar") String kind,
            @Doc("Time of one way.") @Default("20") Duration latency,

            @Doc("Bytes per cycle of a port.") @Default("32") @Min(1)
            Size flit) {}

    /** The copy engine. */
    public record Transfer(
            @Doc("Requests under way.") @Default("64") @Min(1)
            int outstanding,

            @Doc("Bytes of a request.") @Default("128") @PowerOfTwo
            Size requestBytes,

            @Doc("Bytes moved per cycle at most.") @Default("64") @Min(1)
            Size bytesPerCycle,

            @Doc("Time from a command's start to its first request.") @Default("100")
            Duration startCycles,

            @Doc("Whether transfers are coherent with the last shared cache.") @Default("false")
            boolean coherent) {}

    /** The page table; translation itself takes no time in this version. */
    public record Pages(
            @Doc("Bytes of a page.") @Default("64KiB") @PowerOfTwo
            Size size,

            @Doc("Whether compression is a property of pages.") @Default("false")
            boolean compressionInPageTable,

            @Doc("The translation buffers; kept, without effect in this version.") @Nullable
            MapNode tlb) {}

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

            @Doc("Requests under way each way.") @Default("64") @Min(1)
            int credits,

            @Doc("Bytes of the largest packet.") @Default("256") @Min(32) @Max(4096)
            Size maxPayload) {}

    /** Vulkan's limits. */
    public record Limits(
            @Default("64") @PowerOfTwo Size nonCoherentAtomSize,
            @Default("64KiB") @PowerOfTwo Size bufferImageGranularity,
            @Default("64") @PowerOfTwo Size minMemoryMapAlignment) {}

    /** A memory heap. */
    public record Heap(
            @Min(1) Size size,
            @Doc("DEVICE_LOCAL or nothing.") List<MemoryProperty> flags) {}

    /** A memory type. */
    public record Type(@Doc("Index of its heap.") @Min(0) int heap, List<MemoryProperty> flags) {}

    /** A queue family. */
    public record Family(
            String name,
            @Doc("GRAPHICS, COMPUTE, TRANSFER") List<String> flags,
            @Default("1") @Min(1) int count) {}
}
