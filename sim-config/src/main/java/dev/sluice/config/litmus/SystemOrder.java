// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.litmus;

import dev.sluice.check.model.Event;
import dev.sluice.check.model.ModelAgent;
import dev.sluice.config.bind.Nearest;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code order A -> B}: the operations of thread A, or with {@code A.i} those up to its i-th, system-synchronize-with those
 * of thread B, or with {@code B.j} those from its j-th on.
 *
 * @param from the first thread
 * @param until its last operation that counts
 * @param to the second thread
 * @param since its first operation that counts
 */
record SystemOrder(int from, int until, int to, int since, LitmusWord fromWord, LitmusWord toWord) {
    private static final Pattern PLACE = Pattern.compile("([0-9]{1,9})(?:\\.([0-9]{1,9}))?");

    static SystemOrder of(List<LitmusWord> words) {
        if (words.size() != 4 || !words.get(2).text().equals("->")) {
            throw words.get(0).errorBehind("an order is written 'order A -> B', with the numbers of two threads");
        }
        Matcher first = place(words.get(1));
        Matcher second = place(words.get(3));
        return new SystemOrder(
                Integer.parseInt(first.group(1)),
                first.group(2) == null ? Integer.MAX_VALUE : Integer.parseInt(first.group(2)),
                Integer.parseInt(second.group(1)),
                second.group(2) == null ? 1 : Integer.parseInt(second.group(2)),
                words.get(1),
                words.get(3));
    }

    private static Matcher place(LitmusWord word) {
        Matcher matcher = PLACE.matcher(word.text());
        if (!matcher.matches()) {
            throw word.error("'" + word.text() + "' is no thread; write its number, or 1.3 for an operation of it");
        }
        return matcher;
    }

    /** Checks that the threads exist. */
    void check(Map<Integer, ModelAgent> threads) {
        exists(from, fromWord, threads);
        exists(to, toWord, threads);
    }

    private static void exists(int number, LitmusWord word, Map<Integer, ModelAgent> threads) {
        if (!threads.containsKey(number)) {
            throw word.error("no thread " + number
                    + Nearest.hint(
                            String.valueOf(number),
                            threads.keySet().stream().map(String::valueOf).toList()));
        }
    }

    /** Whether the first event comes before the second by this order. */
    boolean orders(Event first, int firstOrdinal, Event second, int secondOrdinal) {
        return first.agent().thread() == from
                && firstOrdinal <= until
                && second.agent().thread() == to
                && secondOrdinal >= since;
    }
}
