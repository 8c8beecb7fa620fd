// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import dev.sluice.contract.ReplacementPolicyContract;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Sluice's own policies hold what is asked of those from outside. */
final class BuiltInContractTest {

    private static final class Contract extends ReplacementPolicyContract {
        private final PolicyProvider provider;

        Contract(PolicyProvider provider) {
            this.provider = provider;
        }

        @Override
        protected PolicyProvider provider() {
            return provider;
        }
    }

    @TestFactory
    Stream<DynamicContainer> each_policy_of_this_package() {
        return Policies.providers().stream()
                .filter(BuiltIn.class::isInstance)
                .map(provider -> DynamicContainer.dynamicContainer(provider.name(), tests(new Contract(provider))));
    }

    private static Stream<DynamicTest> tests(Contract contract) {
        return Stream.of(
                DynamicTest.dynamicTest("says what it is", contract::it_says_what_it_is),
                DynamicTest.dynamicTest(
                        "parameters", contract::parameters_have_names_of_their_own_and_ranges_that_work),
                DynamicTest.dynamicTest("victims", contract::a_victim_may_go),
                DynamicTest.dynamicTest("repeats itself", contract::it_repeats_itself),
                DynamicTest.dynamicTest("evict first", contract::a_line_filled_to_go_first_goes_first),
                DynamicTest.dynamicTest("refusals", contract::to_be_asked_whether_it_refuses_a_line_changes_nothing),
                DynamicTest.dynamicTest("allocation", contract::it_allocates_nothing_in_steady_state));
    }
}
