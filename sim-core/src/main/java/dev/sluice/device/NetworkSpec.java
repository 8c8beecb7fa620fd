// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

/**
 * The interconnect between compute units and the shared cache.
 *
 * @param kind {@code crossbar}
 * @param latency core cycles one way
 * @param flitBytes bytes that a receiver's input takes per cycle, and a sender's reply path too
 */
public record NetworkSpec(String kind, int latency, int flitBytes) {
    public NetworkSpec {
        if (!kind.equals("crossbar")) {
            throw new IllegalArgumentException("network.kind must be crossbar, not " + kind);
        }
        if (latency < 0 || flitBytes < 1) {
            throw new IllegalArgumentException(
                    "network: latency must not be negative and flit must be at least 1 byte");
        }
    }
}
