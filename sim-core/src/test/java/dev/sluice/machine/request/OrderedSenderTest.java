// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.testing.MockMemory;
import org.junit.jupiter.api.Test;

final class OrderedSenderTest {

    private static final int CREDIT = 1;

    /** Sends reads through the sender and counts their answers. */
    private static final class Client extends Component {
        final OrderedSender sender;
        final RequestPool pool;
        int answered;

        Client(Engine engine, RequestPool pool, Downstream path) {
            super(engine, "client");
            this.pool = pool;
            this.sender = new OrderedSender(this, path, CREDIT);
        }

        void read(long address) {
            Request request = pool.acquire();
            request.start(Request.READ, address, 1, 0, -1, 1);
            request.replyTo(this, 0, request.index);
            sender.send(request);
        }

        @Override
        public void onEvent(int kind, int argument) {
            if (kind == CREDIT) {
                sender.onCredit();
            } else {
                pool.release(pool.get(argument));
                answered++;
            }
        }
    }

    private final Engine engine = new Engine();
    private final RequestPool pool = new RequestPool(true);
    private final MockMemory memory = new MockMemory(engine, "memory", pool, 5, 2);
    private final Client client = engine.add(new Client(engine, pool, memory.path(128)));

    @Test
    void should_keep_the_order_of_requests_that_find_no_credit() {
        memory.recording = true;
        memory.pause();
        for (int i = 0; i < 10; i++) {
            client.read(32 * i);
        }
        engine.run();
        assertThat(client.sender.isEmpty()).isFalse();

        while (memory.heldCount() > 0) {
            memory.serveOne();
            engine.run();
        }

        assertThat(client.answered).isEqualTo(10);
        assertThat(client.sender.isEmpty()).isTrue();
        assertThat(memory.seen)
                .extracting(MockMemory.Seen::address)
                .containsExactly(0L, 32L, 64L, 96L, 128L, 160L, 192L, 224L, 256L, 288L);
    }

    @Test
    void should_say_what_it_waits_for_only_while_it_does() {
        WaitGraph none = new WaitGraph();
        client.sender.describeWaits(none);
        assertThat(none.lines()).isEmpty();
        memory.pause();
        for (int i = 0; i < 3; i++) {
            client.read(32 * i);
        }

        WaitGraph graph = new WaitGraph();
        client.sender.describeWaits(graph);

        assertThat(graph.lines()).containsExactly("client waits for memory: a credit of memory.in (2 of 2 in use)");
    }
}
