// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.bind.Doc;
import dev.sluice.config.bind.Min;
import dev.sluice.config.bind.PowerOfTwo;
import dev.sluice.config.bind.Words;
import dev.sluice.config.units.Duration;
import dev.sluice.config.units.Frequency;
import dev.sluice.config.units.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A DRAM subsystem as it is written: what it does not say is its preset's. */
public record DramFile(
        @Doc("The version of the format, in a preset's own file.") @Nullable
        Integer sluice,

        @Doc("The name, in a preset's own file.") @Nullable String name,

        @Doc("One sentence, in a preset's own file.") @Nullable
        String description,

        @Doc("Where the numbers come from, in a preset's own file.")
        List<String> sources,

        @Doc("A preset of configs/devices/dram.") @Nullable String preset,
        @Doc("Bytes of memory.") @Nullable @Min(1) Size size,
        @Doc("Independent channels.") @Nullable @Min(1) Integer channels,
        @Doc("Ranks of a channel.") @Nullable @Min(1) Integer ranks,

        @Doc("Whether ranks are stack IDs, which share tRRD, tFAW and tWTR.") @Nullable
        Boolean stackIds,

        @Doc("free, split (row and column commands apart) or shared") @Words({"free", "split", "shared"}) @Nullable
        String commandBus,

        @Doc("Bank groups of a rank.") @Nullable @Min(1) Integer bankGroups,
        @Doc("Banks of a group.") @Nullable @Min(1) Integer banksPerGroup,

        @Doc("Bytes of a row of a bank.") @Nullable @PowerOfTwo
        Size rowBytes,

        @Doc("Bytes of a burst.") @Nullable @PowerOfTwo Size transactionBytes,
        @Doc("The command clock.") @Nullable Frequency clock,

        @Doc("Timing in cycles of the command clock.") @Nullable
        Timing timing,

        @Doc("Address parts from high to low, of Ro Ra Bg Ba Co Ch.") @Nullable
        String mapping,

        @Doc("Bytes that stay in a channel before the next.") @Nullable @PowerOfTwo
        Size interleave,

        @Doc("Whether bank and channel bits are hashed with row bits.") @Nullable
        Boolean xorHash,

        @Doc("frfcfs or fcfs") @Words({"frfcfs", "fcfs"}) @Nullable
        String policy,

        @Doc("Read queue entries of a channel.") @Nullable @Min(1)
        Integer queue,

        @Doc("Write queue entries of a channel.") @Nullable @Min(1)
        Integer writeQueue,

        @Doc("Write queue fill that starts draining.") @Nullable @Min(1)
        Integer writeHigh,

        @Doc("Write queue fill that ends draining.") @Nullable @Min(0)
        Integer writeLow,

        @Doc("Time added in and out together for what is not DRAM timing.") @Nullable
        Duration controllerLatency) {

    /** Timing parameters under the names of the JEDEC standards, in cycles of the command clock. */
    public record Timing(
            @Nullable @Min(1) Integer cl,
            @Nullable @Min(0) Integer cwl,
            @Nullable @Min(1) Integer rcdRead,
            @Nullable @Min(1) Integer rcdWrite,
            @Nullable @Min(1) Integer rp,
            @Nullable @Min(1) Integer ras,
            @Nullable @Min(1) Integer rc,
            @Nullable @Min(1) Integer rrdS,
            @Nullable @Min(1) Integer rrdL,
            @Nullable @Min(1) Integer faw,
            @Nullable @Min(1) Integer ccdS,
            @Nullable @Min(1) Integer ccdL,
            @Nullable @Min(0) Integer wtrS,
            @Nullable @Min(0) Integer wtrL,
            @Nullable @Min(0) Integer wr,
            @Nullable @Min(0) Integer rtp,
            @Nullable @Min(0) Integer rtw,
            @Nullable @Min(0) Integer rfc,
            @Nullable @Min(1) Integer refi,
            @Nullable @Min(1) Integer burst,

            @Doc("Write to write of a bank group, ccdL without this.") @Nullable @Min(0)
            Integer ccdLWrite,

            @Doc("Refresh of a single bank; 0 refreshes the banks of a rank together.") @Nullable @Min(0)
            Integer rfcBank,

            @Doc("Refresh of a bank to activate of another.") @Nullable @Min(0)
            Integer refreshToActivate,

            @Doc("Refresh of a bank to that of another.") @Nullable @Min(0)
            Integer refreshToRefresh,

            @Doc("Cycles of the data bus lost when another rank takes it over.") @Nullable @Min(0)
            Integer rankSwitch,

            @Doc("Cycles of the command bus that an activate takes.") @Nullable @Min(1)
            Integer activateCycles,

            @Doc("Cycles of the command bus that a read or write takes.") @Nullable @Min(1)
            Integer columnCycles) {}
}
