// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

import dev.sluice.program.sync.NearestName;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the name that a misspelled one was most likely meant to be. */
public final class Nearest {
    // names longer than this are no slips of the finger, and the search is quadratic
    private static final int LONGEST = 128;

    // nobody reads lists of more names, or of more letters
    private static final int MOST = 24;
    private static final int LONGEST_LIST = 400;

    private Nearest() {}

    /**
     * The candidate with the fewest edits from {@code name} (case aside), the first of equals; but the only one that begins with
     * it or has it as a part, if there is one; else, where none is so near that it is a slip, the nearest of those with a part that
     * begins with it. Null without any.
     */
    public static @Nullable String of(String name, Collection<String> candidates) {
        String part = NearestName.partly(name, candidates);
        if (part != null) {
            return part;
        }
        String best = fewestEdits(name, candidates);
        if (best == null || slip(name, best)) {
            return best;
        }
        String begun = fewestEdits(name, NearestName.begun(name, candidates));
        return begun == null ? best : begun;
    }

    private static @Nullable String fewestEdits(String name, Collection<String> candidates) {
        String best = null;
        int fewest = Integer.MAX_VALUE;
        for (String candidate : candidates) {
            int edits = distance(lower(name), lower(candidate));
            if (edits < fewest) {
                fewest = edits;
                best = candidate;
            }
        }
        return best;
    }

    /**
     * What an error adds about a name that is not among the candidates: {@code ; did you mean 'x'?} for a likely slip,
     * else the nearest one and what else there is.
     */
    public static String hint(String name, Collection<String> candidates) {
        String best = of(name, candidates);
        if (best == null) {
            return "; there are none";
        }
        if (likely(name, best, candidates)) {
            return "; did you mean '" + best + "'?";
        }
        String nearest = "; the nearest is '" + best + "'";
        return readable(candidates) ? nearest + " of: " + String.join(", ", candidates) : nearest;
    }

    /** What an error says there is where nothing is named that could be near: all candidates, or how many and the first. */
    static String oneOf(Collection<String> candidates) {
        return readable(candidates)
                ? "one of " + String.join(", ", candidates)
                : "one of " + candidates.size() + " such as '"
                        + candidates.iterator().next() + "'";
    }

    private static boolean readable(Collection<String> candidates) {
        return candidates.size() <= MOST && String.join(", ", candidates).length() <= LONGEST_LIST;
    }

    /** Whether a candidate is so near that {@code name} is probably a slip or the beginning of it. */
    static boolean likely(String name, Collection<String> candidates) {
        String best = of(name, candidates);
        return best != null && likely(name, best, candidates);
    }

    private static boolean likely(String name, String best, Collection<String> candidates) {
        return slip(name, best) || best.equals(NearestName.partly(name, candidates));
    }

    private static boolean slip(String name, String best) {
        return distance(lower(name), lower(best)) <= Math.max(1, Math.min(name.length(), best.length()) / 3);
    }

    /** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
    static int distance(String a, String b) {
        return NearestName.distance(a, b);
    }

    private static String lower(String text) {
        return text.substring(0, Math.min(text.length(), LONGEST)).toLowerCase(Locale.ROOT);
    }
}
