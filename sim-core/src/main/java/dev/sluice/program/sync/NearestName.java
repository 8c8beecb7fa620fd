// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the known name that somebody probably meant, by edit distance. */
public final class NearestName {
    /** Fewer letters are part of a name by chance. */
    private static final int LEAST = 3;

    private static final Pattern SIGNS = Pattern.compile("[^a-z0-9]+");
    private static final Pattern SEPARATORS = Pattern.compile("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])");

    private NearestName() {}

    /**
     * The only known name of which {@code name} is a part, else the one with the least edit distance, case aside; the first of
     * several. Empty when every known name differs
     * in more than half of its letters.
     */
    public static Optional<String> of(String name, Collection<String> known) {
        String part = partly(name, known);
        if (part != null) {
            return Optional.of(part);
        }
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

    /**
     * The only known name that {@code name} is the beginning of, or else one of the parts of, or the beginning of a part, case
     * aside: {@code v100} of {@code nvidia-v100}, {@code write} of {@code bytesWrite}; or else the only one that contains it,
     * signs between letters aside, or that has its parts in another order: {@code hostWrite} for {@code writeHost}. Null if it says
     * too little, or fits several.
     */
    public static @Nullable String partly(String name, Collection<String> known) {
        String wanted = name.toLowerCase(Locale.ROOT);
        String letters = letters(name);
        if (letters.length() < LEAST) {
            return null;
        }
        String found =
                only(known, candidate -> candidate.toLowerCase(Locale.ROOT).startsWith(wanted));
        if (found == null) {
            found = only(known, candidate -> parts(candidate).contains(wanted));
        }
        if (found == null) {
            found = only(known, candidate -> parts(candidate).stream().anyMatch(part -> part.startsWith(wanted)));
        }
        if (found == null) {
            found = only(known, candidate -> letters(candidate).contains(letters));
        }
        return found == null ? only(known, candidate -> sorted(candidate).equals(sorted(name))) : found;
    }

    /** The known names of which a part begins with {@code name}, case aside; none if it says too little. */
    public static List<String> begun(String name, Collection<String> known) {
        String wanted = name.toLowerCase(Locale.ROOT);
        return letters(name).length() < LEAST
                ? List.of()
                : known.stream()
                        .filter(candidate -> parts(candidate).stream().anyMatch(part -> part.startsWith(wanted)))
                        .toList();
    }

    private static List<String> sorted(String name) {
        return parts(name).stream().sorted().toList();
    }

    private static @Nullable String only(Collection<String> known, Predicate<String> fits) {
        List<String> all = known.stream().filter(fits).distinct().limit(2).toList();
        return all.size() == 1 ? all.get(0) : null;
    }

    private static List<String> parts(String name) {
        return Arrays.stream(SEPARATORS.split(name, -1))
                .map(part -> part.toLowerCase(Locale.ROOT))
                .toList();
    }

    private static String letters(String name) {
        return SIGNS.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("");
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
