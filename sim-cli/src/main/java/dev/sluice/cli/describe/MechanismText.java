// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.describe;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.ComputeSpec;
import dev.sluice.device.NetworkSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a device says of mechanisms that most leave out; nothing of those that it leaves out too. */
final class MechanismText {

    private MechanismText() {}

    static String network(NetworkSpec network) {
        List<String> says = new ArrayList<>();
        if (network.clientReplyBytes() > 0) {
            says.add("a client takes " + network.clientReplyBytes() + " of replies");
        }
        if (network.sliceReplyBytes() > 0) {
            says.add("a slice gives " + network.sliceReplyBytes());
        }
        if (!network.requestHeader() || !network.replyHeader()) {
            says.add(
                    network.requestHeader()
                            ? "replies without header flits"
                            : network.replyHeader() ? "requests without header flits" : "no header flits");
        }
        return says.isEmpty() ? "" : "; " + String.join(", ", says);
    }

    static String launch(ComputeSpec units) {
        List<String> says = new ArrayList<>();
        if (units.dispatcherGroupCycles() > 1) {
            says.add("every " + units.dispatcherGroupCycles() + " cycles from the dispatcher");
        }
        if (units.unitGroupCycles() > 0) {
            says.add("every " + units.unitGroupCycles() + " cycles on a unit");
        }
        return says.isEmpty() ? "" : "; workgroups begin at most " + String.join(" and ", says);
    }

    static Optional<String> cache(CacheSpec cache) {
        List<String> says = new ArrayList<>();
        CacheSpec.Halves halves = cache.halves();
        if (halves.count() > 1) {
            says.add(halves.count() + " halves (units in " + word(halves.units()) + ", slices in "
                    + word(halves.slices()) + "), " + halves.latency() + " cycles more from another");
        }
        return says.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", says));
    }

    private static String word(CacheSpec.Division division) {
        return division == CacheSpec.Division.BLOCKS ? "blocks" : "turns";
    }
}
