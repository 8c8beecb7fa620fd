// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import dev.sluice.config.trace.TraceFormat;
import java.io.Serializable;

/**
 * How a point replays the trace that it has in the place of a stream.
 *
 * @param outstanding how many accesses of a path may be under way; 0 for as many as the device takes
 */
public record Replay(TraceFormat format, int outstanding) implements Serializable {

    /** What the point's record depends on. */
    String key() {
        return "replay " + format + " " + outstanding;
    }
}
