// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the known name that somebody probably meant, by edit distance. */
public final class NearestName {
    private NearestName() {}

    /**
     * The known name with the least edit distance, case aside; the first of several. Empty when every known name differs
     * in more than half of its letters.
     */
    public static Optional<String> of(String name, Collection<String> known) {
        String wanted = name.toUpperCase(Locale.ROOT);
        String best = "";
        int bestDistance = Integer.MAX_VALUE;
        for (String candidate : known) {
            int distance = distance(wanted, candidate.toUpperCase(Locale.ROOT));
            if (distance < bestDistance && distance <= Math.max(1, candidate.length() / 2)) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return best.isEmpty() ? Optional.empty() : Optional.of(best);
    }

    /** The end of an error message: {@code "; did you mean X?"}, or nothing when no known name is near. */
    public static String suggestion(String name, Collection<String> known) {
        return of(name, known).map(near -> "; did you mean " + near + "?").orElse("");
    }

    /** How many insertions, deletions, replacements and swaps of neighbours turn one text into the other. */
    public static int distance(String a, String b) {
        int[] before = new int[b.length() + 1];
        int[] above = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], before[j - 2] + 1);
                }
            }
            int[] spare = before;
            before = above;
            above = row;
            row = spare;
        }
        return above[b.length()];
    }
}
