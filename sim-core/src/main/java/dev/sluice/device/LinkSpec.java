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
 * @param leastPayload bytes that a packet with data takes the time of at least, on its way out; 0 for no more than it has
 */
public record LinkSpec(
        Kind kind, int lanes, long bytesPerSecond, long latencyPicos, int credits, int maxPayload, int leastPayload) {
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

    /** So many that they can be multiplied by the bytes of a packet. */
    private static final long MOST_BYTES_PER_SECOND = 1_000_000_000_000_000L;

    public LinkSpec {
        between(lanes, 1, 32, "lanes");
        between(bytesPerSecond, 1, MOST_BYTES_PER_SECOND, "bandwidth");
        between(latencyPicos, 0, Long.MAX_VALUE, "latency");
        between(credits, 1, 1 << 16, "credits");
        between(maxPayload, 32, Integer.MAX_VALUE, "maxPayload");
        between(leastPayload, 0, maxPayload, "leastPayload");
    }

    /** A link on which a packet takes the time of what it has. */
    public LinkSpec(Kind kind, int lanes, long bytesPerSecond, long latencyPicos, int credits, int maxPayload) {
        this(kind, lanes, bytesPerSecond, latencyPicos, credits, maxPayload, 0);
    }

    private static void between(long value, long least, long most, String key) {
        if (value < least || value > most) {
            throw new InvalidSpecException(
                    "host.link." + key + " must be at least " + least
                            + (most < Long.MAX_VALUE ? " and at most " + most : "") + ", not " + value,
                    key);
        }
    }
}
