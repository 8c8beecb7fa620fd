// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class QuotaTest {

    @Test
    void a_small_campaign_owes_nothing() {
        assertThat(Quota.least(1, 0.25)).isZero();
        assertThat(Quota.least(300, 0.01)).isZero();
    }

    @Test
    void a_long_campaign_owes_nearly_its_share() {
        assertThat(Quota.least(300, 0.25)).isBetween(25, 50);
        assertThat(Quota.least(100_000, 0.01)).isBetween(800, 900);
    }

    @Test
    void a_campaign_of_no_share_owes_nothing() {
        assertThat(Quota.least(1000, 0)).isZero();
    }

    @Test
    void thousands_of_lucky_and_unlucky_campaigns_pay() {
        SplittableRandom random = new SplittableRandom(1);
        for (int campaign = 0; campaign < 5000; campaign++) {
            int cases = 1 + random.nextInt(3000);
            double share = random.nextDouble();
            int drawn = 0;
            for (int i = 0; i < cases; i++) {
                drawn += random.nextDouble() < share ? 1 : 0;
            }
            assertThat(drawn).isGreaterThanOrEqualTo(Quota.least(cases, share));
        }
    }
}
