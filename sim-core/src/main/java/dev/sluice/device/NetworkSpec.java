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
 * @param clock the clock in whose cycles ports take their bytes
 * @param clusters the crossbars between units and this one
 */
public record NetworkSpec(
        String kind,
        int latency,
        int flitBytes,
        int clientReplyBytes,
        int sliceReplyBytes,
        boolean requestHeader,
        boolean replyHeader,
        ClockRatio clock,
        Clusters clusters) {
    /** No port and no flit is wider. */
    private static final int MOST_BYTES = 1 << 20;

    public NetworkSpec {
        if (!kind.equals("crossbar")) {
            throw new InvalidSpecException("network.kind must be crossbar, not " + kind, "kind");
        }
        if (latency < 0) {
            throw new InvalidSpecException("network.latency must not be negative", "latency");
        }
        if (flitBytes < 1 || flitBytes > MOST_BYTES) {
            throw new InvalidSpecException(
                    "network.flit must be 1 to " + MOST_BYTES + " bytes, not " + flitBytes, "flit");
        }
        checkPort(clientReplyBytes, "clientReply");
        checkPort(sliceReplyBytes, "sliceReply");
    }

    /** A network whose reply ports take a flit a cycle, slices as fast as they answer, with header flits both ways. */
    public NetworkSpec(String kind, int latency, int flitBytes) {
        this(kind, latency, flitBytes, 0, 0, true, true);
    }

    /** A network at the core clock whose units reach it without crossbars of their own. */
    public NetworkSpec(
            String kind,
            int latency,
            int flitBytes,
            int clientReplyBytes,
            int sliceReplyBytes,
            boolean requestHeader,
            boolean replyHeader) {
        this(
                kind,
                latency,
                flitBytes,
                clientReplyBytes,
                sliceReplyBytes,
                requestHeader,
                replyHeader,
                ClockRatio.CORE,
                Clusters.NONE);
    }

    /**
     * Crossbars of neighbouring units, each with one port towards the shared caches and one back.
     *
     * @param count crossbars; 0 for none, units then reach the shared caches' own
     * @param latency core cycles one way, beside the network's
     * @param requestBytes bytes per cycle of the port towards the shared caches; 0 for those of a flit
     * @param replyBytes bytes per cycle of the port back; 0 for those of a flit
     */
    public record Clusters(int count, int latency, int requestBytes, int replyBytes) {
        /** None. */
        public static final Clusters NONE = new Clusters(0, 0, 0, 0);

        private static final int MOST = 4096;

        public Clusters {
            if (count < 0 || count > MOST) {
                throw new InvalidSpecException(
                        "network.clusters.count must be 0 to " + MOST + ", not " + count, "clusters", "count");
            }
            if (count == 0 && (latency != 0 || requestBytes != 0 || replyBytes != 0)) {
                throw new InvalidSpecException(
                        "network.clusters: keys of crossbars of which there are none: count is 0", "clusters");
            }
            checkCluster(requestBytes, "requestBytes");
            checkCluster(replyBytes, "replyBytes");
        }

        private static void checkCluster(int bytes, String key) {
            if (bytes < 0 || bytes > MOST_BYTES) {
                throw new InvalidSpecException(
                        "network.clusters." + key + " must be 0 to " + MOST_BYTES + " bytes per cycle, not " + bytes,
                        "clusters",
                        key);
            }
        }

        /** The crossbar of one of so many units: consecutive units share one. */
        public int of(int unit, int units) {
            return (int) ((long) unit * count / units);
        }
    }

    private static void checkPort(int bytes, String key) {
        if (bytes < 0 || bytes > MOST_BYTES) {
            throw new InvalidSpecException(
                    "network." + key + " must be 0 to " + MOST_BYTES + " bytes per cycle, not " + bytes, key);
        }
    }
}
