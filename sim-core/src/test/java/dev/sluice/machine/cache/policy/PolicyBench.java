// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import dev.sluice.plugin.Choice;

/** A policy over bare tags, called as a cache calls it: a free way first, the lowest; else the victim's. */
final class PolicyBench {

    private static final long FREE = -1;

    private final int sets;
    private final int ways;
    private final ReplacementPolicy policy;
    private final long[] lines;

    PolicyBench(String name, int sets, int ways) {
        this.sets = sets;
        this.ways = ways;
        this.policy = policy(name, sets, ways, 0);
        this.lines = new long[sets * ways];
        java.util.Arrays.fill(lines, FREE);
    }

    /** A policy with its defaults, for lines of 128 bytes. */
    static ReplacementPolicy policy(String name, int sets, int ways, long seed) {
        return Policies.create(Choice.of(name), sets, ways, 128, seed);
    }

    /** Whether an access to a line hits. */
    boolean access(long line, boolean evictFirst) {
        int set = (int) (line % sets);
        int free = -1;
        for (int way = ways - 1; way >= 0; way--) {
            long there = lines[set * ways + way];
            if (there == line) {
                policy.onHit(set, way);
                return true;
            }
            free = there == FREE ? way : free;
        }
        int way = free >= 0 ? free : policy.victim(set, (s, w) -> true);
        lines[set * ways + way] = line;
        policy.onFill(set, way, evictFirst);
        return false;
    }

    /** Accesses to one set, a letter each, as a text with H for each hit and a dot for each miss. */
    static String hits(String name, int ways, String letters) {
        PolicyBench bench = new PolicyBench(name, 1, ways);
        StringBuilder text = new StringBuilder();
        letters.chars().forEach(letter -> text.append(bench.access(letter, false) ? 'H' : '.'));
        return text.toString();
    }
}
