// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import dev.sluice.plugin.NamedProvider;
import dev.sluice.plugin.Parameter;
import java.util.function.Function;

/** The policies of this package, each found through {@code META-INF/services} as those from outside are. */
public abstract class BuiltIn extends NamedProvider implements PolicyProvider {

    private static final Parameter INTERVAL_BITS =
            Parameter.integer("bits", Rrip.BITS, 1, Rrip.MOST_BITS, "bits of a line's re-reference interval, M");
    private static final Parameter THROTTLE = Parameter.integer(
            "throttle",
            Brrip.THROTTLE,
            1,
            1 << 20,
            "fills of which one is given a long interval, not a distant one, 1/epsilon");
    private static final Parameter REGION = Parameter.integer(
            "region", Origins.REGION_BYTES, 32, 1 << 30, "bytes that are one origin, where no access site is known");

    private final Function<PolicySetup, ReplacementPolicy> factory;

    private BuiltIn(
            String name,
            String description,
            Function<PolicySetup, ReplacementPolicy> factory,
            Parameter... parameters) {
        super(name, description, parameters);
        this.factory = factory;
    }

    @Override
    public final ReplacementPolicy create(PolicySetup setup) {
        return factory.apply(setup);
    }

    /** First in, first out. */
    public static final class FifoProvider extends BuiltIn {
        /** For the service loader. */
        public FifoProvider() {
            super("fifo", "evicts the line that came first", s -> new Fifo(s.sets(), s.ways()));
        }
    }

    /** Least recently used. */
    public static final class LruProvider extends BuiltIn {
        /** For the service loader. */
        public LruProvider() {
            super("lru", "evicts the line that was used least recently", s -> lru(s.sets(), s.ways()));
        }
    }

    /** Tree pseudo-LRU. */
    public static final class PlruProvider extends BuiltIn {
        /** For the service loader. */
        public PlruProvider() {
            super(
                    "plru",
                    "evicts what a binary tree of recent uses points at (tree-PLRU)",
                    s -> new TreePlru(s.sets(), s.ways()));
        }
    }

    /** Random. */
    public static final class RandomProvider extends BuiltIn {
        /** For the service loader. */
        public RandomProvider() {
            super(
                    "random",
                    "evicts a random line; --seed chooses the sequence",
                    s -> new RandomReplacement(s.sets(), s.ways(), s.seed()));
        }
    }

    /** Not recently used. */
    public static final class NruProvider extends BuiltIn {
        /** For the service loader. */
        public NruProvider() {
            super(
                    "nru",
                    "evicts the first line that was not used recently, by a bit per line",
                    s -> new Nru(s.sets(), s.ways()));
        }
    }

    /** Least frequently used with dynamic ageing. */
    public static final class LfuProvider extends BuiltIn {
        /** For the service loader. */
        public LfuProvider() {
            super(
                    "lfu",
                    "evicts the line that was used least often; its set's age counts as uses of newer lines (LFU-DA)",
                    s -> new Lfu(s.sets(), s.ways(), s.integer("maximum")),
                    Parameter.integer("maximum", Lfu.MOST, 1, Short.MAX_VALUE, "the most uses that are counted"));
        }
    }

    /** Static RRIP. */
    public static final class SrripProvider extends BuiltIn {
        /** For the service loader. */
        public SrripProvider() {
            super(
                    "srrip",
                    "evicts the line predicted to be used last; a new line is given a long interval",
                    s -> new Srrip(s.sets(), s.ways(), s.integer("bits")),
                    INTERVAL_BITS);
        }
    }

    /** Bimodal RRIP. */
    public static final class BrripProvider extends BuiltIn {
        /** For the service loader. */
        public BrripProvider() {
            super(
                    "brrip",
                    "as srrip, but most new lines are given a distant interval, against thrashing",
                    s -> new Brrip(s.sets(), s.ways(), s.integer("bits"), s.integer("throttle")),
                    INTERVAL_BITS,
                    THROTTLE);
        }
    }

    /** Dynamic RRIP. */
    public static final class DrripProvider extends BuiltIn {
        /** For the service loader. */
        public DrripProvider() {
            super(
                    "drrip",
                    "srrip or brrip, whichever misses less in sets set aside for each",
                    s -> new Drrip(
                            s.sets(),
                            s.ways(),
                            s.integer("bits"),
                            s.integer("throttle"),
                            new Duel(s.sets(), s.integer("leaders"), s.integer("selector"))),
                    INTERVAL_BITS,
                    THROTTLE,
                    Parameter.integer("leaders", Duel.LEADERS, 1, 1 << 16, "sets set aside for each, at most"),
                    Parameter.integer("selector", Duel.BITS, 1, 30, "bits of the counter that compares them, PSEL"));
        }
    }

    /** Signature-based hit prediction. */
    public static final class ShipProvider extends BuiltIn {
        /** For the service loader. */
        public ShipProvider() {
            super(
                    "ship",
                    "as srrip, but lines whose origin brought unused ones are given a distant interval",
                    Ship::new,
                    INTERVAL_BITS,
                    Parameter.integer("signature", Ship.SIGNATURE_BITS, 1, 15, "bits that stand for a line's origin"),
                    Parameter.integer("counter", Ship.COUNTER_BITS, 1, 7, "bits of an origin's counter of uses, SHCT"),
                    REGION);
        }
    }

    /** Hawkeye. */
    public static final class HawkeyeProvider extends BuiltIn {
        /** For the service loader. */
        public HawkeyeProvider() {
            super(
                    "hawkeye",
                    "evicts lines whose origin OPT would not have kept, learnt from sampled sets; else the oldest",
                    Hawkeye::new,
                    Parameter.integer("samples", 64, 1, 1 << 16, "sets of which OPTgen keeps the past"),
                    Parameter.integer("history", 8, 1, 64, "accesses of a sampled set that OPTgen looks back, per way"),
                    Parameter.integer("signature", 13, 1, 20, "bits that stand for a line's origin"),
                    Parameter.integer("counter", 3, 1, 7, "bits of an origin's counter"),
                    REGION);
        }
    }

    /** Mockingjay. */
    public static final class MockingjayProvider extends BuiltIn {
        /** For the service loader. */
        public MockingjayProvider() {
            super(
                    "mockingjay",
                    "evicts the line whose predicted next use is furthest off, or was longest ago; may refuse lines",
                    Mockingjay::new,
                    Parameter.integer("samples", 32, 1, 1 << 16, "sets whose reuse distances are measured"),
                    Parameter.integer(
                            "history", 8, 2, 64, "accesses of a set, per way, beyond which a distance is infinite"),
                    Parameter.integer(
                            "granularity", 8, 1, 64, "accesses of a set after which its lines' times count down"),
                    Parameter.integer("signature", 11, 1, 20, "bits that stand for a line's origin"),
                    Parameter.flag("bypass", true, "whether a line that would be evicted first is not brought in"),
                    REGION);
        }
    }

    /** Sampling dead block prediction. */
    public static final class DeadBlockProvider extends BuiltIn {
        /** For the service loader. */
        public DeadBlockProvider() {
            super(
                    "sdbp",
                    "evicts lines predicted to be dead, else the least recently used; may refuse those dead on arrival",
                    DeadBlocks::new,
                    Parameter.integer("samples", 32, 1, 1 << 16, "sets of the sampler"),
                    Parameter.integer("sampleWays", 12, 1, 64, "lines of a set of the sampler"),
                    Parameter.integer("table", 12, 1, 20, "bits of an index of each of the three tables"),
                    Parameter.integer("threshold", 8, 1, 9, "sum of three counters from which on a line is dead"),
                    Parameter.flag("bypass", true, "whether a line that is dead on arrival is not brought in"),
                    REGION);
        }
    }

    private static ReplacementPolicy lru(int sets, int ways) {
        if (ways <= NibbleLru.WAYS) {
            return new NibbleLru(sets, ways);
        }
        return ways <= ByteLru.WAYS ? new ByteLru(sets, ways) : new StampLru(sets, ways);
    }
}
