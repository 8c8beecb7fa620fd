// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.testing.MockRequester;
import org.junit.jupiter.api.Test;

final class DirectPathTest {

    private final Engine engine = new Engine();
    private final RequestPool pool = new RequestPool(true);

    @Test
    void should_add_its_latencies_to_those_of_the_receiver() {
        MockMemory memory = new MockMemory(engine, "memory", pool, 10);
        MockRequester requester = new MockRequester(engine, "unit", pool, new DirectPath(memory.port(), 3, 4, 128));
        MockRequester.Access read = requester.read(0, 64, 4);

        engine.run();

        assertThat(read.latency()).isEqualTo(17);
    }

    @Test
    void should_say_what_it_takes_as_one_request() {
        MockMemory memory = new MockMemory(engine, "memory", pool, 0);

        assertThat(new DirectPath(memory.port(), 0, 0, 64).maxRequestBytes()).isEqualTo(64);
    }

    @Test
    void should_hold_senders_back_in_order_when_the_receiver_is_full() {
        MockMemory memory = new MockMemory(engine, "memory", pool, 10, 1);
        memory.recording = true;
        memory.pause();
        MockRequester requester = new MockRequester(engine, "unit", pool, memory.path(128));
        for (int i = 0; i < 4; i++) {
            requester.read(i, i * 128L, 4);
        }
        engine.run();
        assertThat(memory.heldCount()).isEqualTo(1);

        memory.resume();
        engine.run();

        assertThat(memory.seen.stream().map(MockMemory.Seen::address)).containsExactly(0L, 128L, 256L, 384L);
        assertThat(requester.outstanding()).isZero();
    }
}
