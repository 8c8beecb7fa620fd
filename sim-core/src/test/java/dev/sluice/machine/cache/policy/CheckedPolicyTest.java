// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.contract.BareCache;
import dev.sluice.plugin.PluginException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckedPolicyTest {

    @Test
    void every_question_is_passed_on_to_the_policy_from_outside() {
        List<String> missing = Arrays.stream(ReplacementPolicy.class.getDeclaredMethods())
                .filter(method -> !method.isSynthetic() && !declares(method))
                .map(Method::toString)
                .toList();

        assertThat(missing).isEmpty();
    }

    @Test
    void ages_are_those_of_the_policy_from_outside() {
        ReplacementPolicy lru = new ByteLru(1, 4);
        ReplacementPolicy checked = new CheckedPolicy(lru, "x.jar", 1, 4);

        checked.onHit(0, 2);

        assertThat(checked.age(0, 2)).isEqualTo(lru.age(0, 2)).isNotEqualTo(checked.age(0, 0));
        assertThat(checked.ageMeaning()).isEqualTo(lru.ageMeaning());
        assertThat(checked.touch(0)).isEqualTo(lru.touch(0));
    }

    @Test
    void one_that_may_refuse_need_not_ask_for_accesses() {
        ReplacementPolicy refusing = new Asking(0, 0) {
            @Override
            public boolean mayRefuse() {
                return true;
            }
        };

        assertThat(new CheckedPolicy(refusing, "x.jar", 1, 4).asksForAccesses()).isTrue();
        assertThat(new CheckedPolicy(new Asking(0, 0), "x.jar", 1, 4).asksForAccesses())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 0, set -1; there are 0 to 1",
        "2, 0, set 2; there are 0 to 1",
        "0, -1, way -1; there are 0 to 3",
        "0, 4, way 4; there are 0 to 3"
    })
    void a_question_for_what_is_not_there_is_a_fault_of_the_policy(int set, int way, String said) {
        ReplacementPolicy asking = new Asking(set, way);

        assertThatThrownBy(() -> new CheckedPolicy(asking, "x.jar", 2, 4).victim(0, (s, w) -> true))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("victim asks for " + said);
        assertThatThrownBy(() -> new CheckedPolicy(asking, "x.jar", 2, 4)
                        .refuses(new BareCache.Access().of(0, 0, CacheAccess.NO_WAY, 1, false), (s, w) -> true))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("refuses asks for " + said);
    }

    private static boolean declares(Method method) {
        return Arrays.stream(CheckedPolicy.class.getDeclaredMethods())
                .anyMatch(own -> own.getName().equals(method.getName())
                        && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()));
    }

    /** Asks for one and the same place, whatever the set. */
    private static class Asking implements ReplacementPolicy {
        private final int set;
        private final int way;

        Asking(int set, int way) {
            this.set = set;
            this.way = way;
        }

        @Override
        public void onHit(int hitSet, int hitWay) {}

        @Override
        public void onFill(int filledSet, int filledWay, boolean evictFirst) {}

        @Override
        public void onInvalidate(int lostSet, int lostWay) {}

        @Override
        public int victim(int ofSet, WayCandidates candidates) {
            return candidates.evictable(set, way) ? way : -1;
        }

        @Override
        public boolean refuses(CacheAccess access, WayCandidates rivals) {
            return rivals.evictable(set, way);
        }
    }
}
