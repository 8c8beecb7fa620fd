// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Policies against {@link PlainPolicy}, access after access, on random traces and in many geometries. */
final class PolicyReferenceTest {

    private static final int ACCESSES = 2000;
    private static final int[] SETS = {1, 2, 3, 5, 16, 64, 130, 200};
    private static final int[] WAYS = {1, 2, 3, 4, 7, 8, 16, 24, 65};

    /** Phases of random accesses, of walks round and round, of scans and of a few hot lines, around what fits. */
    private static final class Trace {
        private final Random random;
        private final int fit;
        private int phase;
        private int left;
        private int span;
        private long at;
        private long scanned;

        Trace(long seed, int fit) {
            this.random = new Random(seed);
            this.fit = fit;
            this.scanned = 8L * fit;
        }

        long next() {
            if (left-- == 0) {
                phase = random.nextInt(4);
                left = random.nextInt(Math.min(2 * fit, 600));
                span = 1 + random.nextInt(2 * fit);
            }
            return switch (phase) {
                case 0 -> random.nextInt(span);
                case 1 -> at++ % span;
                case 2 -> scanned++;
                default -> random.nextInt(1 + random.nextInt(1 + random.nextInt(3 * fit)));
            };
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lru", "fifo", "plru", "nru", "lfu", "srrip", "brrip", "drrip"})
    void every_access_hits_where_the_reference_does(String name) {
        for (int sets : SETS) {
            for (int ways : WAYS) {
                for (boolean streams : new boolean[] {false, true}) {
                    String story = name + ", " + sets + " sets, " + ways + " ways" + (streams ? ", streams" : "");
                    PolicyBench bench = new PolicyBench(name, sets, ways);
                    PlainPolicy plain = PlainPolicy.of(name, sets, ways);
                    Trace trace = new Trace(sets * 1000L + ways, sets * ways);
                    Random random = new Random(ways);
                    int accesses = ACCESSES + 3 * sets * ways;
                    int hits = 0;
                    for (int i = 0; i < accesses; i++) {
                        long line = trace.next();
                        boolean evictFirst = streams && random.nextInt(6) == 0;
                        boolean hit = bench.access(line, evictFirst);
                        if (hit != plain.access(line, evictFirst)) { // assertions alone would take longer than the rest
                            assertThat(hit).as(story + ", access " + i).isEqualTo(!hit);
                        }
                        hits += hit ? 1 : 0;
                    }
                    assertThat(hits).as(story).isBetween(1, accesses - 1);
                }
            }
        }
    }
}
