// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.bind.Default;
import dev.sluice.config.bind.Doc;
import org.jspecify.annotations.Nullable;

/** What a device says about energy, as it is written: its process, and numbers in the place of those of the shipped table. */
public record EnergyFile(
        @Doc("The process of the chip, such as 12nm: a row of the table.")
        String node,

        @Doc("On-chip memories and wires, where the table is not to hold.") @Default("{}")
        Chip chip,

        @Doc("Picojoules of a bit on the link to the host; the table's for its kind when absent.") @Nullable
        Double link,

        @Doc("Device memory, where the table is not to hold.") @Default("{}")
        Dram vram,

        @Doc("Host memory, likewise.") @Default("{}") Dram ram) {

    /** On-chip memories and wires. */
    public record Chip(
            @Doc("Picojoules of a 64-bit access to an array of 8 KiB.") @Nullable
            Double access8KiB,

            @Doc("The same of 32 KiB.") @Nullable Double access32KiB,
            @Doc("The same of 1 MiB.") @Nullable Double access1MiB,

            @Doc("Bits of a line's tag and state.") @Nullable
            Double tagBits,

            @Doc("Square micrometres of a bit.") @Nullable Double cell,

            @Doc("The part of an array's area that is bits, above 0 to 1.") @Nullable
            Double arrayShare,

            @Doc("Picojoules of a bit for a millimetre of wire.") @Nullable
            Double wire,

            @Doc("Millimetres from one side of the network to the other.") @Nullable
            Double distance) {}

    /** A memory. */
    public record Dram(
            @Doc("The row of the table, a DRAM preset's name; the memory's own preset when absent.") @Nullable
            String technology,

            @Doc("Devices of a channel's rank.") @Nullable Double devices,
            @Doc("The supply in volts.") @Nullable Double volts,

            @Doc("Milliamperes of a device that opens and closes a row as fast as it can.") @Nullable
            Double idd0,

            @Doc("In standby, all banks closed.") @Nullable Double idd2n,
            @Doc("In standby, banks open.") @Nullable Double idd3n,
            @Doc("Reading without a gap.") @Nullable Double idd4r,
            @Doc("Writing without a gap.") @Nullable Double idd4w,
            @Doc("Refreshing all banks.") @Nullable Double idd5,

            @Doc("GB/s that a device moves while it takes idd4r or idd4w.") @Nullable
            Double gigabytesPerSecond,

            @Doc("Picojoules of a bit between the chips.") @Nullable
            Double io) {}
}
