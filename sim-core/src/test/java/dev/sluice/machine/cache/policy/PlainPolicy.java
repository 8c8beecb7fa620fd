// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A cache with a replacement policy written down as its paper says it, however slow. */
abstract class PlainPolicy {

    final int sets;
    final int ways;
    /** Null where a way is free. */
    private final Long[][] lines;
    /** Lines that are to go next, the lowest way first. */
    final boolean[][] first;

    PlainPolicy(int sets, int ways) {
        this.sets = sets;
        this.ways = ways;
        this.lines = new Long[sets][ways];
        this.first = new boolean[sets][ways];
    }

    static PlainPolicy of(String name, int sets, int ways) {
        return switch (name) {
            case "lru" -> new Ordered(sets, ways, true);
            case "fifo" -> new Ordered(sets, ways, false);
            case "plru" -> new Trees(sets, ways);
            case "lfu" -> new Aged(sets, ways);
            default -> new Intervals(name, sets, ways);
        };
    }

    boolean access(long line, boolean evictFirst) {
        int set = (int) (line % sets);
        int there = Arrays.asList(lines[set]).indexOf(line);
        if (there >= 0) {
            used(set, there);
            return true;
        }
        int way = place(set, line);
        first[set][way] = evictFirst;
        filled(set, way, evictFirst);
        return false;
    }

    /** A cache above writes a line back, of which only some policies know that it is no use. */
    final void writeBack(long line) {
        int set = (int) (line % sets);
        if (!Arrays.asList(lines[set]).contains(line)) {
            int way = place(set, line);
            first[set][way] = false;
            writtenBack(set, way);
        }
    }

    private int place(int set, long line) {
        int way = Arrays.asList(lines[set]).indexOf(null);
        for (int w = 0; w < ways && way < 0; w++) {
            way = first[set][w] ? w : -1;
        }
        if (way < 0) {
            way = victim(set);
        }
        lines[set][way] = line;
        return way;
    }

    /** A write-back brought a line. */
    void writtenBack(int set, int way) {
        throw new UnsupportedOperationException("to this policy a write-back is an access");
    }

    abstract void used(int set, int way);

    abstract void filled(int set, int way, boolean evictFirst);

    abstract int victim(int set);

    /** LRU and FIFO: a list per set, the next to go at its front. */
    private static final class Ordered extends PlainPolicy {
        private final boolean byUse;
        private final List<List<Integer>> orders = new ArrayList<>();

        Ordered(int sets, int ways, boolean byUse) {
            super(sets, ways);
            this.byUse = byUse;
            for (int set = 0; set < sets; set++) {
                orders.add(new ArrayList<>());
            }
        }

        @Override
        void used(int set, int way) {
            if (byUse) {
                filled(set, way, false);
                first[set][way] = false;
            }
        }

        @Override
        void filled(int set, int way, boolean evictFirst) {
            orders.get(set).remove((Integer) way);
            orders.get(set).add(way);
        }

        @Override
        int victim(int set) {
            return orders.get(set).get(0);
        }
    }

    /** Tree-PLRU; a line that is to go next has the bits of its path turned towards it, and no more. */
    private static final class Trees extends PlainPolicy {
        private final List<ReplacementPolicyTest.Tree> trees = new ArrayList<>();

        Trees(int sets, int ways) {
            super(sets, ways);
            for (int set = 0; set < sets; set++) {
                trees.add(new ReplacementPolicyTest.Tree(0, ways == 1 ? 1 : Integer.highestOneBit(ways - 1) * 2));
            }
        }

        @Override
        void used(int set, int way) {
            trees.get(set).touch(way);
        }

        @Override
        void filled(int set, int way, boolean evictFirst) {
            first[set][way] = false;
            trees.get(set).touch(way);
            if (evictFirst) {
                trees.get(set).turn(way);
            }
        }

        @Override
        int victim(int set) {
            return trees.get(set).victim(ways, (s, w) -> true);
        }
    }

    /** LFU-DA. */
    private static final class Aged extends PlainPolicy {
        private final int[][] uses;
        private final int[][] keys;
        private final int[] ages;

        Aged(int sets, int ways) {
            super(sets, ways);
            uses = new int[sets][ways];
            keys = new int[sets][ways];
            ages = new int[sets];
        }

        @Override
        void used(int set, int way) {
            uses[set][way] = Math.min(uses[set][way] + 1, 255);
            keys[set][way] = ages[set] + uses[set][way];
            first[set][way] = false;
        }

        @Override
        void filled(int set, int way, boolean evictFirst) {
            uses[set][way] = 1;
            keys[set][way] = ages[set] + 1;
        }

        @Override
        int victim(int set) {
            int least = IntStream.of(keys[set]).min().orElseThrow();
            ages[set] = least;
            return IntStream.range(0, ways)
                    .filter(w -> keys[set][w] == least)
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** NRU, SRRIP, BRRIP and DRRIP. */
    private static final class Intervals extends PlainPolicy {
        private final String name;
        private final int distant;
        private final int[][] intervals;
        /** Of each set: 1 leads for SRRIP, 2 for BRRIP. */
        private final int[] leaders;

        private int selector = 511;
        private int bimodalFills;

        Intervals(String name, int sets, int ways) {
            super(sets, ways);
            this.name = name;
            this.distant = name.equals("nru") ? 1 : 3;
            this.intervals = new int[sets][ways];
            this.leaders = new int[sets];
            int region = sets <= 4 ? sets : Math.max(4, (int) Math.ceil(sets / 32.0));
            for (int i = 0; region > 1 && (i + 1) * region <= sets; i++) {
                int up = i % region;
                int down = region - 1 - up;
                leaders[i * region + up] = 1;
                leaders[i * region + (up == down ? (up + 1) % region : down)] = 2;
            }
        }

        @Override
        void used(int set, int way) {
            intervals[set][way] = 0;
            first[set][way] = false;
        }

        @Override
        void filled(int set, int way, boolean evictFirst) {
            if (!evictFirst) {
                intervals[set][way] = bimodal(set) && ++bimodalFills % 32 != 0 ? distant : distant - 1;
            }
        }

        @Override
        void writtenBack(int set, int way) {
            intervals[set][way] = distant - 1;
        }

        private boolean bimodal(int set) {
            if (!name.equals("drrip")) {
                return name.equals("brrip");
            }
            if (leaders[set] == 1 && selector < 1023) {
                selector++;
            } else if (leaders[set] == 2 && selector > 0) {
                selector--;
            }
            return leaders[set] == 2 || leaders[set] == 0 && selector >= 512;
        }

        @Override
        int victim(int set) {
            while (true) {
                for (int way = 0; way < ways; way++) {
                    if (intervals[set][way] == distant) {
                        return way;
                    }
                }
                for (int way = 0; way < ways; way++) {
                    intervals[set][way]++;
                }
            }
        }
    }
}
