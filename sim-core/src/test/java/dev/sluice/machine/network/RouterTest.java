// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RouterTest {

    private final Recorder reads = new Recorder(64);
    private final Recorder writes = new Recorder(128);
    private final Router router = Router.byDirection(reads, writes);
    private final RequestPool pool = new RequestPool(false);

    @Test
    void reads_take_the_one_way_and_writes_the_other() {
        Request read = request(Request.READ);
        Request write = request(Request.WRITE);
        Request atomic = request(Request.ATOMIC);

        assertThat(router.trySend(read)).isTrue();
        router.sendAwaited(write);
        router.trySend(atomic);

        assertThat(reads.sent).containsExactly(read);
        assertThat(writes.sent).containsExactly(write, atomic);
    }

    @Test
    void a_request_is_no_longer_than_both_ways_take() {
        assertThat(router.maxRequestBytes()).isEqualTo(64);
    }

    private Request request(int kind) {
        Request request = pool.acquire();
        request.kind = (byte) kind;
        return request;
    }

    private static final class Recorder implements Downstream {
        private final int maxRequestBytes;
        private final List<Request> sent = new ArrayList<>();

        Recorder(int maxRequestBytes) {
            this.maxRequestBytes = maxRequestBytes;
        }

        @Override
        public int maxRequestBytes() {
            return maxRequestBytes;
        }

        @Override
        public boolean trySend(Request request) {
            return sent.add(request);
        }

        @Override
        public void await(Request request, Component waiter, int kind, int argument) {
            sent.add(request);
        }

        @Override
        public void sendAwaited(Request request) {
            sent.add(request);
        }

        @Override
        public void reply(Request request, long delay) {
            sent.remove(request);
        }

        @Override
        public void describeWaits(WaitGraph graph) {
            sent.clear();
        }
    }
}
