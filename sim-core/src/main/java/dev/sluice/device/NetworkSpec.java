// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

/**
 * The interconnect between compute units and the shared cache.
 *
 * <p>What each number stands for is in {@code docs/formats.md}, Device files; why those that change nothing are the usual
 * ones is in {@code docs/decisions/0046-mechanisms-are-keys.md}.
 *
 * @param kind {@code crossbar}
 * @param latency core cycles one way
 * @param flitBytes bytes that a slice's input takes per cycle
 * @param clientReplyBytes bytes that a client's reply port takes per cycle; 0 for those of a flit
 * @param sliceReplyBytes bytes that a slice's reply port gives per cycle; 0 for no limit
 * @param requestHeader whether a request begins with a flit without data
 * @param replyHeader whether a reply begins with a flit without data
 */
public record NetworkSpec(
        String kind,
        int latency,
        int flitBytes,
        int clientReplyBytes,
        int sliceReplyBytes,
        boolean requestHeader,
        boolean replyHeader) {
    /** No port and no flit is wider. */
    private static final int MOST_BYTES = 1 << 20;

    public NetworkSpec {
        if (!kind.equals("crossbar")) {
            throw new InvalidSpecException("network.kind must be crossbar, not " + kind, "kind");
        }
        if (latency < 0) {
            throw new InvalidSpecException("network.latency must not be negative", "latency");
        }
        if (flitBytes < 1) {
            throw new InvalidSpecException("network.flit must be at least 1 byte, not " + flitBytes, "flit");
        }
        checkPort(clientReplyBytes, "clientReply");
        checkPort(sliceReplyBytes, "sliceReply");
    }

    /** A network whose reply ports take a flit a cycle, slices as fast as they answer, with header flits both ways. */
    public NetworkSpec(String kind, int latency, int flitBytes) {
        this(kind, latency, flitBytes, 0, 0, true, true);
    }

    private static void checkPort(int bytes, String key) {
        if (bytes < 0 || bytes > MOST_BYTES) {
            throw new InvalidSpecException(
                    "network." + key + " must be 0 to " + MOST_BYTES + " bytes per cycle, not " + bytes, key);
        }
    }
}
