// SPDX-License-Identifier: Apache-2.0
package example;

import dev.sluice.contract.ReplacementPolicyContract;
import dev.sluice.machine.cache.policy.PolicyProvider;

/** CLOCK holds what every policy has to. */
final class ClockTest extends ReplacementPolicyContract {
    @Override
    protected PolicyProvider provider() {
        return new Clock();
    }
}
