package dev.sluice.machine.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RequestPoolTest {

    private final RequestPool pool = new RequestPool(true);

    @Test
    void shouldFindARequestByItsIndex() {
        Request request = pool.acquire();

        assertThat(pool.get(request.index)).isSameAs(request);
    }

    @Test
    void shouldHandOutEachRequestOnceBeyondItsFirstSize() {
        Set<Request> all = new HashSet<>();
        for (int i = 0; i < 2000; i++) {
            all.add(pool.acquire());
        }

        assertThat(all).hasSize(2000);
        assertThat(pool.inUse()).isEqualTo(2000);
    }

    @Test
    void shouldReuseReleasedRequests() {
        Request request = pool.acquire();
        pool.release(request);

        assertThat(pool.acquire()).isSameAs(request);
        assertThat(pool.inUse()).isEqualTo(1);
    }

    @Test
    void shouldRefuseADoubleRelease() {
        Request request = pool.acquire();
        pool.release(request);

        assertThatThrownBy(() -> pool.release(request))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("released twice");
    }

    @Test
    void shouldCarryBytesInAFunctionalRun() {
        assertThat(pool.acquire().payload).isNotNull();
        assertThat(pool.functional()).isTrue();
    }

    @Test
    void shouldCarryNoBytesInATimingOnlyRun() {
        RequestPool timing = new RequestPool(false);

        assertThat(timing.acquire().payload).isNull();
        assertThat(timing.functional()).isFalse();
    }
}
