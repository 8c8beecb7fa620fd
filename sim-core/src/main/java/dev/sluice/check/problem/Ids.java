// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.problem;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gives out ids: a hash, with a number behind it where several things cannot be told apart. */
final class Ids {
    private final Map<String, Integer> given = new HashMap<>();

    /** The id of what has these parts. */
    String next(List<String> parts) {
        String hash = StableText.hash(parts);
        int count = given.merge(hash, 1, Integer::sum);
        return count == 1 ? hash : hash + "-" + count;
    }
}
