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
 * @param differences what differs from the original, or where that raced and could be cured, from the cured original; a line each
 * @param races what the original leaves otherwise than the cured one, because its races are real; a line each
 */
public record Verification(
        boolean ran, int hazards, List<String> devices, int compared, List<String> differences, List<String> races) {
    public Verification {
        devices = List.copyOf(devices);
        races = List.copyOf(races);
        differences = List.copyOf(differences);
    }
}
