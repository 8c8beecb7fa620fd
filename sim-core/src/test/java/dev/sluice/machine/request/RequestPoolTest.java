// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RequestPoolTest {

    private final RequestPool pool = new RequestPool(true);

    @Test
    void should_find_a_request_by_its_index() {
        Request request = pool.acquire();

        assertThat(pool.get(request.index)).isSameAs(request);
    }

    @Test
    void should_hand_out_each_request_once_beyond_its_first_size() {
        Set<Request> all = new HashSet<>();
        for (int i = 0; i < 2000; i++) {
            all.add(pool.acquire());
        }

        assertThat(all).hasSize(2000);
        assertThat(pool.inUse()).isEqualTo(2000);
    }

    @Test
    void should_reuse_released_requests() {
        Request request = pool.acquire();
        pool.release(request);

        assertThat(pool.acquire()).isSameAs(request);
        assertThat(pool.inUse()).isEqualTo(1);
    }

    @Test
    void should_refuse_a_double_release() {
        Request request = pool.acquire();
        pool.release(request);

        assertThatThrownBy(() -> pool.release(request))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("released twice");
    }

    @Test
    void should_carry_bytes_in_a_functional_run() {
        assertThat(pool.acquire().payload).isNotNull();
        assertThat(pool.functional()).isTrue();
    }

    @Test
    void should_carry_no_bytes_in_a_timing_only_run() {
        RequestPool timing = new RequestPool(false);

        assertThat(timing.acquire().payload).isNull();
        assertThat(timing.functional()).isFalse();
    }

    @Test
    void operands_of_an_atomic_that_ended_serve_the_next_one() {
        Request first = atomic();
        AtomicOperands operands = first.newAtomics();
        pool.release(first);
        Request between = pool.acquire();
        between.start(Request.READ, 0, 1, 0, 0, 0);
        Request second = atomic();

        assertThat(between.atomics()).isNull();
        assertThat(second.newAtomics()).isSameAs(operands);
    }

    @Test
    void atomics_under_way_have_operands_of_their_own() {
        AtomicOperands first = atomic().newAtomics();

        assertThat(atomic().newAtomics()).isNotSameAs(first);
    }

    private Request atomic() {
        Request request = pool.acquire();
        request.start(Request.ATOMIC, 0, 1, 0, 0, 0);
        return request;
    }
}
