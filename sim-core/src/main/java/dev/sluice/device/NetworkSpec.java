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
            throw new InvalidSpecException("network.kind must be crossbar, not " + kind, "kind");
        }
        if (latency < 0) {
            throw new InvalidSpecException("network.latency must not be negative", "latency");
        }
        if (flitBytes < 1) {
            throw new InvalidSpecException("network.flit must be at least 1 byte, not " + flitBytes, "flit");
        }
    }
}
