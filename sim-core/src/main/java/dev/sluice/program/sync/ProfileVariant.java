// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A variant of a profile: rows that replace others under a condition that is written in words, and so is applied only
 * when somebody names it. One for barriers that name an image also says of which images.
 *
 * @param when the condition, in the file's words
 * @param images what an image must have for the variant to hold for a barrier that names it; empty for a variant of anything
 *     else
 * @param src rows of the first half
 * @param dst rows of the second half
 * @param drop actions that vanish from every row
 * @param costs costs in the place of the profile's; {@link BarrierCosts#NONE} leaves those
 */
public record ProfileVariant(
        String when,
        Set<ImageTrait> images,
        BarrierRows src,
        BarrierRows dst,
        List<CacheAction> drop,
        BarrierCosts costs) {
    /** Copies the collections. */
    public ProfileVariant {
        images = Set.copyOf(images);
        drop = List.copyOf(drop);
    }

    /** A short name, from the condition's first words: {@code "A6xx: no CCHE..."} is {@code a6xx}. */
    public String name() {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < when.length() && ":;,(".indexOf(when.charAt(i)) < 0; i++) {
            char c = when.charAt(i);
            if (Character.isLetterOrDigit(c)) {
                name.append(c);
            } else if (!name.isEmpty() && name.charAt(name.length() - 1) != '-') {
                name.append('-');
            }
        }
        int end = name.length();
        while (end > 0 && name.charAt(end - 1) == '-') {
            end--;
        }
        return name.substring(0, end).toLowerCase(Locale.ROOT);
    }

    /** Whether it changes any row or cost; one that does not is described in words only and cannot be applied. */
    public boolean hasRows() {
        return !src.isEmpty() || !dst.isEmpty() || !drop.isEmpty() || !costs.none();
    }
}
