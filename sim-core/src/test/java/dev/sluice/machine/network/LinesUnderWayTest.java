// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class LinesUnderWayTest {

    private final RequestPool pool = new RequestPool(false);

    private Request change(long line) {
        Request request = pool.acquire();
        request.start(Request.WRITE, line * 128, 1, 0, 0, 0);
        return request;
    }

    @Test
    void knows_the_lines_of_which_as_many_came_as_went_no_more() {
        LinesUnderWay lines = new LinesUnderWay(128);
        SplittableRandom random = new SplittableRandom(1);
        Map<Long, Integer> expected = new HashMap<>();
        List<Request> under = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            if (under.isEmpty() || under.size() < 200 && random.nextBoolean()) {
                Request change = change(random.nextInt(150) * 1024L);
                lines.add(change);
                under.add(change);
                expected.merge(change.address, 1, Integer::sum);
            } else {
                Request change = under.remove(random.nextInt(under.size()));
                int left = expected.merge(change.address, -1, Integer::sum);
                assertThat(lines.remove(change)).isEqualTo(left == 0);
                pool.release(change);
            }
            Request any = change(random.nextInt(150) * 1024L);
            assertThat(lines.has(any)).isEqualTo(expected.getOrDefault(any.address, 0) > 0);
            pool.release(any);
        }
    }
}
