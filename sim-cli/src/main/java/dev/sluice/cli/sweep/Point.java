// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.SharedInputs;
import dev.sluice.config.device.Overrides;
import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run of a sweep, in words alone, so that it can travel to another machine.
 *
 * @param index its place in the sweep, from 0
 * @param key the SHA-256 of everything that its record depends on
 * @param stream file or preset
 * @param streamSettings keys of the stream with other values, as {@code KEY=VALUE}
 * @param device file or preset; null for the stream's own
 * @param profile null for the device's own
 * @param settings keys of the device with other values, as {@code KEY=VALUE}
 * @param replay how the stream is replayed, if it is a trace; else null
 * @param maxCycles the cycle after which it is cut off
 * @param bytes whether bytes are followed
 * @param optimal whether the bound of replacement is worked out
 * @param values of the sweep's axes, in their order
 */
public record Point(
        int index,
        String key,
        String stream,
        List<String> streamSettings,
        @Nullable Replay replay,
        @Nullable String device,
        @Nullable String profile,
        @Nullable String variant,
        List<String> settings,
        long seed,
        long maxCycles,
        boolean bytes,
        boolean optimal,
        Map<String, String> values)
        implements Serializable {

    public Point {
        streamSettings = List.copyOf(streamSettings);
        settings = List.copyOf(settings);
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** The same with its key. */
    Point with(String itsKey) {
        return new Point(
                index,
                itsKey,
                stream,
                streamSettings,
                replay,
                device,
                profile,
                variant,
                settings,
                seed,
                maxCycles,
                bytes,
                optimal,
                values);
    }

    /** What it runs. */
    SharedInputs.Source source() {
        return new SharedInputs.Source(stream, streamSettings);
    }

    /** What it runs on. */
    Inputs.Choice choice() {
        return new Inputs.Choice(device, profile, variant, Overrides.parse(settings));
    }
}
