package dev.sluice.core.network;

/**
 * The link between host and device.
 *
 * @param kind {@code pcie3}, {@code pcie4}, {@code pcie5} or {@code onchip}
 * @param lanes lanes, 1 to 32
 * @param bytesPerSecond usable bytes per second in each direction, after encoding and packet headers
 * @param latencyPicos one way, in picoseconds
 * @param credits requests under way in each direction
 * @param maxPayload bytes of the largest packet
 */
public record LinkSpec(String kind, int lanes, long bytesPerSecond, long latencyPicos, int credits, int maxPayload) {
    public LinkSpec {
        if (lanes < 1 || lanes > 32 || bytesPerSecond < 1 || latencyPicos < 0 || credits < 1 || maxPayload < 32) {
            throw new IllegalArgumentException(
                    "host.link: lanes 1 to 32, positive bandwidth, at least one credit and payload of 32 bytes or more");
        }
    }
}
