// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import java.util.Locale;

/**
 * The link between host and device.
 *
 * @param kind what it is made of
 * @param lanes lanes, 1 to 32
 * @param bytesPerSecond usable bytes per second in each direction, after encoding and packet headers
 * @param latencyPicos one way, in picoseconds
 * @param credits requests under way in each direction
 * @param maxPayload bytes of the largest packet
 */
public record LinkSpec(Kind kind, int lanes, long bytesPerSecond, long latencyPicos, int credits, int maxPayload) {
    /** What a link is made of. */
    public enum Kind {
        PCIE3,
        PCIE4,
        PCIE5,
        ONCHIP;

        /** As device files spell it. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public LinkSpec {
        if (lanes < 1 || lanes > 32 || bytesPerSecond < 1 || latencyPicos < 0 || credits < 1 || maxPayload < 32) {
            throw new IllegalArgumentException(
                    "host.link: lanes 1 to 32, positive bandwidth, at least one credit and payload of 32 bytes or more");
        }
    }
}
