// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.contract.PlainRead;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of the policies' papers, and small ones computed by hand. */
final class WorkedExamplesTest {

    private static final Origins SIGNATURES = new Origins(Ship.SIGNATURE_BITS, Origins.REGION_BYTES);

    private static final WayCandidates ALL = (set, way) -> true;

    /** Jaleel et al., ISCA 2010: a1, a2, a2, a1, b1, b2, b3, b4, a1, a2 in a set of four ways; a and b, then 1 to 4. */
    @ParameterizedTest
    @CsvSource({"lru, ..HH......", "nru, ..HH......", "srrip, ..HH....HH"})
    void the_mixed_pattern_of_the_rrip_paper(String name, String hits) {
        assertThat(PolicyBench.hits(name, 4, "abba1234ab")).isEqualTo(hits);
    }

    /** Five lines round and round in four ways. */
    @ParameterizedTest
    @CsvSource({"lru, ....................", "srrip, ....................", "brrip, ......HHH..HHH..HHH."})
    void of_a_walk_that_does_not_fit_brrip_keeps_a_part(String name, String hits) {
        assertThat(PolicyBench.hits(name, 4, "abcdeabcdeabcdeabcde")).isEqualTo(hits);
    }

    /** Way 1's newcomers raise the age of the set: b leaves with key 1, c with 2; then a's three uses count no more than d's one. */
    @Test
    void lfu_lets_a_line_go_that_was_used_often_long_ago() {
        assertThat(PolicyBench.hits("lfu", 2, "aaabcdea")).isEqualTo(".HH.....");
        assertThat(PolicyBench.hits("lfu", 2, "aaabcda")).isEqualTo(".HH...H");
    }

    @Test
    void lfu_counts_uses_up_to_its_maximum() {
        PolicyBench bench = new PolicyBench("lfu", 1, 2);
        for (int i = 0; i < 1000; i++) {
            bench.access(0, false);
        }
        for (int i = 1; i <= Lfu.MOST; i++) { // of keys 1, 2, ...
            assertThat(bench.access(i, false)).isFalse();
        }
        assertThat(bench.access(0, false)).isTrue();
        for (int i = 1; i <= 2 * Lfu.MOST + 1; i++) {
            assertThat(bench.access(1000 + i, false)).isFalse();
        }
        assertThat(bench.access(0, false)).isFalse();
    }

    private record Access(int way, long address, int site, Hint hint) implements PlainRead {}

    private static Access at(int way, long address) {
        return new Access(way, address, CacheAccess.NO_SITE, CacheAccess.Hint.NONE);
    }

    /** A line of a region without reuse goes before an older one whose region is trusted; to SRRIP both are the same. */
    @Test
    void ship_gives_up_lines_whose_origin_was_of_no_use() {
        ReplacementPolicy ship = PolicyBench.policy("ship", 1, 2, 0);
        long useless = 5L * Origins.REGION_BYTES;
        ship.onFill(at(0, 0));
        ship.onFill(at(1, useless));
        ship.onHit(at(0, 0));
        assertThat(ship.victim(at(CacheAccess.NO_WAY, useless), ALL)).isEqualTo(1);
        ship.onFill(at(1, useless + 64)); // the first left without a hit: counter 1 to 0
        assertThat(ship.victim(0, ALL)).isEqualTo(1);
        ship.onFill(at(0, 64)); // of the region that is trusted, and long
        assertThat(ship.victim(0, ALL)).as("distant before long").isEqualTo(1);

        ReplacementPolicy srrip = PolicyBench.policy("srrip", 1, 2, 0);
        srrip.onFill(0, 1, false);
        srrip.onFill(0, 0, false);
        assertThat(srrip.victim(0, ALL)).isZero();
    }

    @Test
    void ship_trusts_an_origin_again_when_one_of_its_lines_is_hit() {
        ReplacementPolicy ship = PolicyBench.policy("ship", 1, 2, 0);
        ship.onFill(at(1, 0));
        ship.onFill(at(1, 64)); // counter 0
        ship.onHit(at(1, 64)); // counter 1
        ship.onFill(at(1, 128)); // long
        ship.onFill(at(0, 9L * Origins.REGION_BYTES)); // long
        assertThat(ship.victim(0, ALL)).as("the first of two alike").isZero();
    }

    @Test
    void ship_learns_nothing_from_what_was_invalidated_or_filled_to_go_next() {
        ReplacementPolicy ship = PolicyBench.policy("ship", 1, 2, 0);
        ship.onFill(at(1, 0));
        ship.onInvalidate(0, 1);
        ship.onFill(new Access(1, 0, CacheAccess.NO_SITE, CacheAccess.Hint.EVICT_FIRST));
        assertThat(ship.victim(0, ALL)).isEqualTo(1);
        ship.onFill(at(1, 0)); // still trusted: long
        ship.onFill(at(0, 0));
        assertThat(ship.victim(0, ALL)).isZero();
    }

    @Test
    void a_signature_is_the_site_and_only_without_one_the_region() {
        int region = SIGNATURES.of(at(0, 0));
        assertThat(SIGNATURES.of(at(0, Origins.REGION_BYTES - 64))).isEqualTo(region);
        assertThat(SIGNATURES.of(at(0, Origins.REGION_BYTES))).isNotEqualTo(region);

        int site = SIGNATURES.of(new Access(0, 0, 7, CacheAccess.Hint.NONE));
        assertThat(SIGNATURES.of(new Access(0, 1L << 30, 7, CacheAccess.Hint.NONE)))
                .isEqualTo(site);
        assertThat(SIGNATURES.of(new Access(0, 0, 8, CacheAccess.Hint.NONE))).isNotEqualTo(site);
    }
}
