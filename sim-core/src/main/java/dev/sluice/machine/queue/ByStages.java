// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Numbered things of a queue, each of which concerns a set of stages.
 *
 * <p>Programs use few different sets: things are kept set by set, so that counting those of some stages does not look at each.
 */
final class ByStages<T> {

    /** Things of one set of stages, by number; most come at the end and go at the begin. */
    private static final class Numbered<T> {
        private final List<Integer> numbers = new ArrayList<>();
        private final List<T> things = new ArrayList<>();

        void add(int number, T thing) {
            numbers.add(number);
            things.add(thing);
        }

        void remove(int number) {
            int place = Collections.binarySearch(numbers, number);
            if (place >= 0) {
                numbers.remove(place);
                things.remove(place);
            }
        }

        /** How many have a number up to this. */
        int upTo(int last) {
            int place = Collections.binarySearch(numbers, last);
            return place < 0 ? -place - 1 : place + 1;
        }
    }

    /** Where a list has come to in one set. */
    private record Cursor<T>(Numbered<T> set, int place) implements Comparable<Cursor<T>> {
        int number() {
            return set.numbers.get(place);
        }

        @Override
        public int compareTo(Cursor<T> other) {
            return Integer.compare(number(), other.number());
        }
    }

    private final Map<Long, Numbered<T>> sets = new LinkedHashMap<>();

    /** @param number higher than that of any before */
    void add(long stages, int number, T thing) {
        sets.computeIfAbsent(stages, none -> new Numbered<>()).add(number, thing);
    }

    void remove(long stages, int number) {
        Numbered<T> set = sets.get(stages);
        if (set != null) {
            set.remove(number);
        }
    }

    /** How many concern any of some stages. */
    int count(long stages) {
        return count(stages, Integer.MAX_VALUE);
    }

    /** How many of those up to a number concern any of some stages. */
    int count(long stages, int last) {
        int count = 0;
        for (Map.Entry<Long, Numbered<T>> set : sets.entrySet()) {
            if ((set.getKey() & stages) != 0) {
                count += set.getValue().upTo(last);
            }
        }
        return count;
    }

    /** How many of those up to a number concern none of some stages. */
    int countOthers(long stages, int last) {
        int count = 0;
        for (Map.Entry<Long, Numbered<T>> set : sets.entrySet()) {
            if ((set.getKey() & stages) == 0) {
                count += set.getValue().upTo(last);
            }
        }
        return count;
    }

    /** How many there are. */
    int size() {
        return countOthers(0, Integer.MAX_VALUE);
    }

    /** All, by number. */
    List<T> all() {
        return firstOthers(0, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    /** The first of those that concern any of some stages, by number, up to a number. */
    List<T> first(long stages, int last, int most) {
        PriorityQueue<Cursor<T>> next = new PriorityQueue<>();
        sets.forEach((of, set) -> {
            if ((of & stages) != 0) {
                push(new Cursor<>(set, 0), next);
            }
        });
        return merged(next, last, most);
    }

    /** The first of those that concern none of some stages, by number, up to a number. */
    List<T> firstOthers(long stages, int last, int most) {
        PriorityQueue<Cursor<T>> next = new PriorityQueue<>();
        sets.forEach((of, set) -> {
            if ((of & stages) == 0) {
                push(new Cursor<>(set, 0), next);
            }
        });
        return merged(next, last, most);
    }

    /** Those of one set of stages with higher numbers than this. */
    List<T> after(long stages, int number) {
        Numbered<T> set = sets.get(stages);
        return set == null ? List.of() : set.things.subList(set.upTo(number), set.things.size());
    }

    /** The one with the highest number; null if there is none. */
    @Nullable
    T last() {
        return last(Integer.MAX_VALUE);
    }

    /** The one with the highest number up to some number; null if there is none. */
    @Nullable
    T last(int last) {
        return last(stages -> true, last);
    }

    /** The one with the highest number, up to some number, of those that concern any of some stages; null if there is none. */
    @Nullable
    T last(long stages, int last) {
        return last(of -> (of & stages) != 0, last);
    }

    /** The same of those that concern none of some stages. */
    @Nullable
    T lastOther(long stages, int last) {
        return last(of -> (of & stages) == 0, last);
    }

    private @Nullable T last(LongPredicate which, int last) {
        T found = null;
        int number = Integer.MIN_VALUE;
        for (Map.Entry<Long, Numbered<T>> entry : sets.entrySet()) {
            if (which.test(entry.getKey())) {
                Numbered<T> set = entry.getValue();
                int end = set.upTo(last) - 1;
                if (end >= 0 && set.numbers.get(end) > number) {
                    number = set.numbers.get(end);
                    found = set.things.get(end);
                }
            }
        }
        return found;
    }

    private static <T> List<T> merged(PriorityQueue<Cursor<T>> next, int last, int most) {
        List<T> found = new ArrayList<>();
        while (found.size() < most) {
            Cursor<T> first = next.poll();
            if (first == null || first.number() > last) {
                break;
            }
            found.add(first.set().things.get(first.place()));
            push(new Cursor<>(first.set(), first.place() + 1), next);
        }
        return found;
    }

    private static <T> void push(Cursor<T> cursor, PriorityQueue<Cursor<T>> to) {
        if (cursor.place() < cursor.set().numbers.size()) {
            to.add(cursor);
        }
    }
}
