// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.device.GpuSpec;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What caches may be called: results, event logs and options name them, with dots and brackets round the name, beside other parts of
 * the machine.
 */
final class CacheNames {
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}_-]*");

    /** Caches of the device. */
    static final CacheNames DEVICE = new CacheNames(Map.of(
            GpuSpec.VRAM,
            "device memory",
            "network",
            "the network",
            "link",
            "the link to the host",
            "host",
            "the host"));

    /** Caches of the host. */
    static final CacheNames HOST = new CacheNames(Map.of("ram", "host memory"));

    private final Map<String, String> taken;

    private CacheNames(Map<String, String> taken) {
        this.taken = taken;
    }

    /** Refuses a name that could not be told from others, at its place. */
    void check(@Nullable Node caches) {
        if (!(caches instanceof MapNode map)) {
            return;
        }
        for (MapNode.Entry entry : map.entries()) {
            String name = entry.key();
            String other = taken.get(name);
            if (other != null) {
                throw entry.keyPosition()
                        .error("caches: '" + name + "' stands for " + other + " and cannot name a cache");
            }
            if (!NAME.matcher(name).matches()) {
                throw entry.keyPosition()
                        .error("caches: '" + name + "' cannot name a cache: letters, digits, _ and - are expected");
            }
        }
    }
}
