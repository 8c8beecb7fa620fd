// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class StoresUnderWayTest {

    private final StoresUnderWay stores = new StoresUnderWay(4);
    private final DispatchJob job = job();

    private static DispatchJob job() {
        Machine machine = new Machine.Builder().build();
        return machine.start(Machine.kernel("store.u32 a[gid] = gid", 32, "a"), 1);
    }

    @Test
    void a_waves_stores_have_one_number_and_are_counted() {
        int number = stores.add(2, job);

        assertThat(stores.add(2, job)).isEqualTo(number);
        assertThat(stores.of(2)).isEqualTo(2);
        assertThat(stores.of(1)).isZero();
        assertThat(stores.job(number)).isSameAs(job);
    }

    @Test
    void a_stores_end_names_the_place_of_its_resident_wave() {
        int number = stores.add(3, job);

        assertThat(stores.acknowledged(number, 10)).isEqualTo(3);
        assertThat(stores.of(3)).isZero();
    }

    @Test
    void the_stores_of_a_wave_that_went_are_not_those_of_the_next_in_its_place() {
        int gone = stores.add(1, job);
        stores.gone(1);
        int next = stores.add(1, job);

        assertThat(next).isNotEqualTo(gone);
        assertThat(stores.of(1)).isEqualTo(1);
        assertThat(stores.acknowledged(gone, 10)).isNegative();
        assertThat(stores.of(1)).isEqualTo(1);
    }

    @Test
    void a_count_ends_with_the_last_store_of_a_wave_that_went() {
        int number = stores.add(0, job);
        stores.add(0, job);
        stores.gone(0);

        stores.acknowledged(number, 10);
        assertThat(stores.inUse()).isEqualTo(1);

        stores.acknowledged(number, 10);
        assertThat(stores.inUse()).isZero();
        assertThatThrownBy(() -> stores.job(number)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_count_lives_as_long_as_its_wave() {
        int number = stores.add(0, job);

        stores.acknowledged(number, 10);
        assertThat(stores.inUse()).isEqualTo(1);

        stores.gone(0);
        assertThat(stores.inUse()).isZero();
    }

    @Test
    void more_waves_that_went_than_places_keep_counts_of_their_own() {
        int[] numbers = new int[100];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = stores.add(i % 4, job);
            stores.gone(i % 4);
        }

        assertThat(numbers).doesNotHaveDuplicates();
        assertThat(stores.inUse()).isEqualTo(100);
    }

    @Test
    void the_last_answer_is_the_one_that_comes_last() {
        int number = stores.add(2, job);
        stores.add(2, job);

        stores.acknowledged(number, 30);
        stores.acknowledged(number, 20);

        assertThat(stores.until(2)).isEqualTo(30);
        assertThat(stores.until(1)).isZero();
    }

    @Test
    void the_next_wave_in_a_place_waits_for_no_answer_of_before() {
        stores.acknowledged(stores.add(2, job), 30);
        stores.gone(2);
        stores.add(2, job);

        assertThat(stores.until(2)).isZero();
    }
}
