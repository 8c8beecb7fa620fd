// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.GpuSpec;
import dev.sluice.device.NetworkSpec;
import dev.sluice.machine.network.Crossbar;
import dev.sluice.machine.view.Part;
import dev.sluice.machine.view.PartKind;
import dev.sluice.machine.view.Texts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The crossbars of the device as parts. */
final class NetworkView {

    private NetworkView() {}

    /** What the crossbar before a cache is called. */
    static String name(String cache) {
        return cache + ".network";
    }

    static Part part(GpuSpec device, String cache, Crossbar crossbar, Texts texts) {
        NetworkSpec spec = device.network();
        Map<String, String> all = new LinkedHashMap<>();
        all.put("latency", String.valueOf(spec.latency()));
        all.put("flitBytes", String.valueOf(spec.flitBytes()));
        if (spec.clusters().count() > 0) {
            all.put("clusters", String.valueOf(spec.clusters().count()));
        }
        return new Part(
                name(cache),
                PartKind.NETWORK,
                name(cache),
                "network to " + cache,
                List.of(cache),
                all,
                List.of(crossbar.view(texts)));
    }
}
