// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.soak;

import dev.sluice.config.differential.StreamReducer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a case smaller: takes lines out of its stream, and gives its device back what was changed. */
final class CaseReducer {
    private CaseReducer() {}

    /** The smallest case found of which {@code shows} is still true. */
    static SoakCase reduce(SoakCase given, Predicate<SoakCase> shows) {
        SoakCase smaller = device(given, shows);
        return smaller.withStream(
                StreamReducer.reduce(smaller.stream(), stream -> shows.test(smaller.withStream(stream))));
    }

    private static SoakCase device(SoakCase given, Predicate<SoakCase> shows) {
        List<String> shipped = given.preset().lines().toList();
        List<String> lines = new ArrayList<>(given.device().lines().toList());
        // values are replaced in their lines
        for (int i = 0; i < Math.min(lines.size(), shipped.size()); i++) {
            String changed = lines.get(i);
            if (!changed.equals(shipped.get(i))) {
                lines.set(i, shipped.get(i));
                if (!shows.test(given.withDevice(text(lines)))) {
                    lines.set(i, changed);
                }
            }
        }
        return given.withDevice(text(lines));
    }

    /** The lines of a device that differ from the shipped one, each with its number. */
    static List<String> changes(SoakCase given) {
        List<String> shipped = given.preset().lines().toList();
        List<String> lines = given.device().lines().toList();
        List<String> changes = new ArrayList<>();
        for (int i = 0; i < Math.min(lines.size(), shipped.size()); i++) {
            if (!lines.get(i).equals(shipped.get(i))) {
                changes.add((i + 1) + ": " + lines.get(i).strip());
            }
        }
        return changes;
    }

    private static String text(List<String> lines) {
        return String.join("\n", lines) + "\n";
    }
}
