// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import java.util.List;

/**
 * What became of the check of the rewritten stream.
 *
 * @param ran whether it was run beside the original
 * @param hazards hazards of the rewritten stream
 * @param devices devices on which both ran
 * @param compared buffers and images whose bytes were compared
 * @param differences what differs, a line each
 */
public record Verification(boolean ran, int hazards, List<String> devices, int compared, List<String> differences) {
    public Verification {
        devices = List.copyOf(devices);
        differences = List.copyOf(differences);
    }
}
