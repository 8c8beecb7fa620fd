// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.program.edit.BarrierEdit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PricesTest {

    private static final String SITE = "submit0.1";

    private static Price price(long cycles, long stall) {
        return new Price(cycles, 10 * cycles, Map.of(SITE, stall));
    }

    private static Prices prices(Price first, Price second) {
        Map<String, Price> byDevice = new LinkedHashMap<>();
        byDevice.put("first", first);
        byDevice.put("second", second);
        return new Prices(byDevice);
    }

    @Test
    void a_share_is_summed_over_devices() {
        assertThat(prices(price(1000, 100), price(4000, 1000)).share(SITE)).isEqualTo(0.35, within(1e-12));
        assertThat(prices(price(1000, 100), price(4000, 1000)).share("submit9.9"))
                .isZero();
    }

    @Test
    void a_barrier_holds_up_where_it_does_on_any_device() {
        assertThat(prices(price(1000, 4), price(1000, 5)).holdsUp(SITE, 200)).isTrue();
        assertThat(prices(price(1000, 4), price(1000, 4)).holdsUp(SITE, 200)).isFalse();
    }

    @Test
    void cycles_are_compared_device_by_device() {
        Prices before = prices(price(1000, 0), price(100, 0));
        assertThat(prices(price(500, 0), price(100, 0)).relativeTo(before)).isEqualTo(0.75, within(1e-12));
    }

    /** One part in 1,000 is noise. */
    @ParameterizedTest
    @CsvSource({"2000, 1000, false", "2002, 1000, false", "2003, 1000, true", "1, 1002, true", "2000, 1001, false"})
    void one_slower_device_is_enough(long first, long second, boolean slower) {
        Prices before = prices(price(2000, 0), price(1000, 0));
        assertThat(prices(price(first, 0), price(second, 0)).slowerThan(before)).isEqualTo(slower);
    }

    @Test
    void events_of_all_devices_count() {
        assertThat(prices(price(1, 0), price(2, 0)).events()).isEqualTo(30);
    }

    @Test
    void an_event_in_a_barriers_place_stalls_at_its_wait() {
        Price split = new Price(
                1000,
                1000,
                Map.of(BarrierEdit.Split.setSite(SITE), 3L, BarrierEdit.Split.waitSite(SITE), 40L, SITE, 500L));
        assertThat(split.stall(SITE)).isEqualTo(500);
        assertThat(split.stallOfAll(SITE)).isEqualTo(540);
    }

    @Test
    void a_device_that_was_not_priced_has_no_price() {
        assertThatThrownBy(() -> prices(price(1, 0), price(2, 0)).on("third")).hasMessageContaining("third");
    }
}
