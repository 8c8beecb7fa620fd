// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Lines of a text that became others.
 *
 * @param line the first of them in the old text, from 1; of an insertion the line before which it stands
 * @param removed old lines
 * @param added new ones
 */
public record LineChange(int line, List<String> removed, List<String> added) {
    /** Texts that differ in more lines are said to differ as a whole, from the first difference to the last. */
    private static final int MOST = 400;

    public LineChange {
        removed = List.copyOf(removed);
        added = List.copyOf(added);
    }

    /** The fewest changes that make one text of another, in order. */
    public static List<LineChange> between(String was, String now) {
        List<String> a = was.lines().toList();
        List<String> b = now.lines().toList();
        int start = 0;
        while (start < a.size() && start < b.size() && a.get(start).equals(b.get(start))) {
            start++;
        }
        int endA = a.size();
        int endB = b.size();
        while (endA > start && endB > start && a.get(endA - 1).equals(b.get(endB - 1))) {
            endA--;
            endB--;
        }
        return new Search(a.subList(start, endA), b.subList(start, endB), start + 1).changes();
    }

    /** The search for the fewest changes (Myers, "An O(ND) Difference Algorithm and Its Variations"). */
    private static final class Search {
        private final List<String> a;
        private final List<String> b;
        private final int firstLine;

        Search(List<String> a, List<String> b, int firstLine) {
            this.a = a;
            this.b = b;
            this.firstLine = firstLine;
        }

        List<LineChange> changes() {
            if (a.isEmpty() && b.isEmpty()) {
                return List.of();
            }
            // furthest.get(d)[k + d + 1]: how many old lines d changes can leave behind on diagonal k
            List<int[]> furthest = new ArrayList<>();
            for (int d = 0; d <= Math.min(MOST, a.size() + b.size()); d++) {
                int[] row = new int[2 * d + 3];
                Arrays.fill(row, -1);
                furthest.add(row);
                for (int k = -d; k <= d; k += 2) {
                    int x = d == 0 ? 0 : step(furthest.get(d - 1), d, k);
                    while (x < a.size()
                            && x - k < b.size()
                            && x - k >= 0
                            && a.get(x).equals(b.get(x - k))) {
                        x++;
                    }
                    row[k + d + 1] = x;
                    if (x >= a.size() && x - k >= b.size()) {
                        return path(furthest, k);
                    }
                }
            }
            return List.of(new LineChange(firstLine, a, b));
        }

        private static int step(int[] before, int d, int k) {
            int shift = d;
            int down = k + 1 <= d - 1 ? before[k + 1 + shift] : -1;
            int right = k - 1 >= -(d - 1) ? before[k - 1 + shift] + 1 : -1;
            return Math.max(down, right);
        }

        /** The changes along the way to the end, gathered from there. */
        private List<LineChange> path(List<int[]> furthest, int last) {
            List<LineChange> found = new ArrayList<>();
            List<String> removed = new ArrayList<>();
            List<String> added = new ArrayList<>();
            int k = last;
            int x = a.size();
            for (int d = furthest.size() - 1; d > 0; d--) {
                int[] before = furthest.get(d - 1);
                int down = k + 1 <= d - 1 ? before[k + 1 + d] : -1;
                int right = k - 1 >= -(d - 1) ? before[k - 1 + d] + 1 : -1;
                boolean insertion = down >= right;
                int begin = Math.max(down, right);
                if (begin < x && !(removed.isEmpty() && added.isEmpty())) {
                    flush(found, x, removed, added);
                }
                x = begin;
                if (insertion) {
                    added.add(b.get(x - k - 1));
                    k++;
                } else {
                    removed.add(a.get(x - 1));
                    x--;
                    k--;
                }
            }
            flush(found, x, removed, added);
            Collections.reverse(found);
            return found;
        }

        private void flush(List<LineChange> to, int at, List<String> removed, List<String> added) {
            Collections.reverse(removed);
            Collections.reverse(added);
            to.add(new LineChange(firstLine + at, removed, added));
            removed.clear();
            added.clear();
        }
    }
}
