// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import java.util.List;

/** A replacement policy of this package. */
record BuiltIn(String name, String description, List<PolicyParameter> parameters, Factory factory)
        implements PolicyProvider {

    private static final PolicyParameter INTERVAL_BITS =
            new PolicyParameter("M", Rrip.BITS, "bits of a line's re-reference interval");
    private static final PolicyParameter THROTTLE = new PolicyParameter(
            "1/epsilon", Brrip.THROTTLE, "fills of which one is given a long interval, not a distant one");

    /** All of them. */
    static final List<BuiltIn> ALL = List.of(
            new BuiltIn(
                    "fifo", "evicts the line that came first", List.of(), (sets, ways, seed) -> new Fifo(sets, ways)),
            new BuiltIn(
                    "lru",
                    "evicts the line that was used least recently",
                    List.of(),
                    (sets, ways, seed) -> lru(sets, ways)),
            new BuiltIn(
                    "plru",
                    "evicts what a binary tree of recent uses points at (tree-PLRU)",
                    List.of(),
                    (sets, ways, seed) -> new TreePlru(sets, ways)),
            new BuiltIn(
                    "random", "evicts a random line; --seed chooses the sequence", List.of(), RandomReplacement::new),
            new BuiltIn(
                    "nru",
                    "evicts the first line that was not used recently, by a bit per line",
                    List.of(),
                    (sets, ways, seed) -> new Nru(sets, ways)),
            new BuiltIn(
                    "lfu",
                    "evicts the line that was used least often; its set's age counts as uses of newer lines (LFU-DA)",
                    List.of(new PolicyParameter("maximum", Lfu.MOST, "the most uses that are counted")),
                    (sets, ways, seed) -> new Lfu(sets, ways)),
            new BuiltIn(
                    "srrip",
                    "evicts the line predicted to be used last; a new line is given a long interval",
                    List.of(INTERVAL_BITS),
                    (sets, ways, seed) -> new Srrip(sets, ways)),
            new BuiltIn(
                    "brrip",
                    "as srrip, but most new lines are given a distant interval, against thrashing",
                    List.of(INTERVAL_BITS, THROTTLE),
                    (sets, ways, seed) -> new Brrip(sets, ways)),
            new BuiltIn(
                    "drrip",
                    "srrip or brrip, whichever misses less in sets set aside for each",
                    List.of(
                            INTERVAL_BITS,
                            THROTTLE,
                            new PolicyParameter("leaders", Duel.LEADERS, "sets set aside for each, at most"),
                            new PolicyParameter("PSEL", Duel.BITS, "bits of the counter that compares them")),
                    (sets, ways, seed) -> new Drrip(sets, ways)),
            new BuiltIn(
                    "ship",
                    "as srrip, but lines whose origin brought unused ones are given a distant interval",
                    List.of(
                            INTERVAL_BITS,
                            new PolicyParameter(
                                    "signature", Ship.SIGNATURE_BITS, "bits that stand for a line's origin"),
                            new PolicyParameter("SHCT", Ship.COUNTER_BITS, "bits of an origin's counter of uses"),
                            new PolicyParameter(
                                    "region",
                                    Ship.REGION_BYTES,
                                    "bytes that are one origin, where no access site is known")),
                    (sets, ways, seed) -> new Ship(sets, ways)));

    /** How one is made. */
    @FunctionalInterface
    interface Factory {
        ReplacementPolicy create(int sets, int ways, long seed);
    }

    @Override
    public ReplacementPolicy create(int sets, int ways, long seed) {
        return factory.create(sets, ways, seed);
    }

    private static ReplacementPolicy lru(int sets, int ways) {
        if (ways <= NibbleLru.WAYS) {
            return new NibbleLru(sets, ways);
        }
        return ways <= ByteLru.WAYS ? new ByteLru(sets, ways) : new StampLru(sets, ways);
    }
}
