// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

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
        ReplacementPolicy checked = new CheckedPolicy(lru, "x.jar", 4);

        checked.onHit(0, 2);

        assertThat(checked.age(0, 2)).isEqualTo(lru.age(0, 2)).isNotEqualTo(checked.age(0, 0));
        assertThat(checked.ageMeaning()).isEqualTo(lru.ageMeaning());
        assertThat(checked.touch(0)).isEqualTo(lru.touch(0));
    }

    private static boolean declares(Method method) {
        return Arrays.stream(CheckedPolicy.class.getDeclaredMethods())
                .anyMatch(own -> own.getName().equals(method.getName())
                        && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()));
    }
}
