// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import java.util.HashMap;
import java.util.Map;

/** Texts that a sequence of Perfetto's packets refers to by number: those of a fixed number that came first. */
final class Interned {

    private static final int MOST = 4096;

    private final Map<String, Integer> numbers = new HashMap<>();
    private boolean fresh;

    /** The number of a text, from 1 on; 0 if it is to be spelled out. */
    int number(String text) {
        fresh = false;
        Integer known = numbers.get(text);
        if (known != null) {
            return known;
        }
        if (numbers.size() == MOST) {
            return 0;
        }
        fresh = true;
        numbers.put(text, numbers.size() + 1);
        return numbers.size();
    }

    /** Whether the last text was new, so that the packet must say what its number means. */
    boolean fresh() {
        return fresh;
    }
}
