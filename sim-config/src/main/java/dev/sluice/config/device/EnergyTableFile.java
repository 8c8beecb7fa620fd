// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.bind.Default;
import dev.sluice.config.bind.Doc;
import dev.sluice.config.bind.Min;
import dev.sluice.config.source.Node;
import java.util.List;
import java.util.Map;

/** A table of what events cost, as it is written; {@link EnergyTable} checks it. */
@Doc("What events of on-chip memories, wires, DRAM and links cost.")
public record EnergyTableFile(
        @Doc("The version of the format.") @Min(1) int sluice,
        @Doc("The table's name.") String name,
        @Doc("One sentence.") @Default("") String description,

        @Doc("On-chip memories and wires, by process.") Map<String, Row> chip,

        @Doc("Device and host memory, by DRAM preset.") Map<String, Row> dram,

        @Doc("Links to the host, by kind.") Map<String, Row> link) {

    /** Numbers that belong together, and where they come from. */
    public record Row(
            @Doc("The numbers.") Map<String, Node> values,
            @Doc("Where each of them comes from.") List<Source> sources) {}

    /** Where some numbers of a row come from. */
    public record Source(
            @Doc("Which numbers.") List<String> keys,

            @Doc("Where they were published, or how they were made up.")
            String from,

            @Doc("Whether they are made up.") @Default("false")
            boolean guess) {}
}
