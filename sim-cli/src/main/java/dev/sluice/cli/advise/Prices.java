// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What a stream costs on each device that it is priced for.
 *
 * @param byDevice the prices by the devices' names, in the order of the devices
 */
record Prices(Map<String, Price> byDevice) {
    /** A change may make a device slower by one part in that many, which is noise. */
    static final long NOISE = 1000;

    Prices {
        byDevice = Collections.unmodifiableMap(new LinkedHashMap<>(byDevice));
    }

    /** The price on a device, which is one of those that were priced. */
    Price on(String device) {
        return Objects.requireNonNull(byDevice.get(device), device);
    }

    /** Devices that were priced. */
    int devices() {
        return byDevice.size();
    }

    /** Events of the runs on all devices together. */
    long events() {
        return byDevice.values().stream().mapToLong(Price::events).sum();
    }

    /** How much of the stream's time the barrier of a site takes, summed over devices. */
    double share(String site) {
        return byDevice.values().stream()
                .mapToDouble(price -> (double) price.stall(site) / Math.max(1, price.cycles()))
                .sum();
    }

    /** Whether the barrier of a site holds up one part in {@code parts} of the stream on any device. */
    boolean holdsUp(String site, long parts) {
        return byDevice.values().stream().anyMatch(price -> price.stall(site) * parts >= price.cycles());
    }

    /** Cycles as a fraction of those of {@code before}, the average of all devices. */
    double relativeTo(Prices before) {
        return before.byDevice.entrySet().stream()
                .mapToDouble(entry -> (double) on(entry.getKey()).cycles()
                        / Math.max(1, entry.getValue().cycles()))
                .average()
                .orElse(1);
    }

    /** Whether any device is slower than {@code before}, by more than noise. */
    boolean slowerThan(Prices before) {
        return before.byDevice.entrySet().stream()
                .anyMatch(entry -> on(entry.getKey()).cycles()
                        > entry.getValue().cycles() + entry.getValue().cycles() / NOISE);
    }
}
