// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.sweep;

import dev.sluice.config.bind.Default;
import dev.sluice.config.bind.Doc;
import dev.sluice.config.bind.Min;
import dev.sluice.config.bind.OneOrMany;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A sweep as it is written ({@code docs/sweeps.md}); {@link SweepReader} makes a {@link SweepDefinition} of it. */
@Doc("Streams, and keys of devices with the values that they take in turn.")
public record SweepFile(
        @Doc("The version of the format.") @Min(1) int sluice,
        @Doc("The sweep's name.") String name,
        @Doc("What the sweep is to show.") @Default("") String description,

        @Doc("Streams and traces, from the folder of this file, or presets.") @OneOrMany
        List<String> streams,

        @Doc("The format of streams that are traces; told by their names and contents without it.") @Nullable
        String format,

        @Doc(
                "How many accesses of a path may be under way where traces are replayed; 0 for as many as the device takes.")
        @Min(0)
        @Default("0")
        int outstanding,

        @Doc("The device, from the folder of this file, or a preset; the streams' own without it.") @Nullable
        String device,

        @Doc("The barrier profile; the device's own without it.") @Nullable
        String profile,

        @Doc("A variant of the profile.") @Nullable String variant,

        @Doc("Keys of the device, with a value that holds for all points.")
        Map<String, Node> set,

        @Doc(
                "What is varied, the slowest first: a device's key, device, profile, seed, or stream. and a key of the stream.")
        Map<String, Node> vary,

        @Doc("grid: every combination; zip: the first values together, then the second ones, and so on.")
        @Default("grid")
        Combine combine,

        @Doc("What a combination has to fulfil to become a point.") @OneOrMany
        List<ScalarNode> where,

        @Doc("The metrics of the results.") @OneOrMany List<String> metrics,

        @Doc("What is best: metrics, with :max where more is better.") @OneOrMany
        List<String> objectives,

        @Doc("The seed of random replacement.") @Default("0")
        long seed,

        @Doc("The cycle after which a point is cut off.") @Min(1) @Nullable
        Long maxCycles,

        @Doc("Whether bytes are followed, so that there are findings.") @Default("false")
        boolean bytes,

        @Doc("Whether it is told what Belady's replacement would have hit in each cache.") @Default("false")
        boolean optimal) {

    /** How the values of several axes go together. */
    public enum Combine {
        /** Each with each. */
        GRID,
        /** The first of each, the second of each, and so on. */
        ZIP
    }
}
