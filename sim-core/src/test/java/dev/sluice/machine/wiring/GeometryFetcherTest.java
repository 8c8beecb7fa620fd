// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.Client;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.program.image.MeantTexels;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GeometryFetcherTest {

    private static final int BASE = 4096;
    private static final int LINE = 128;
    private static final int LATENCY = 20;

    private final Engine engine = new Engine();
    private final RequestPool pool = new RequestPool(true);
    private MockMemory memory = memory(1024);
    private final List<String> done = new ArrayList<>();
    private final Checks checks = new Checks();
    private GeometryFetcher fetcher = fetcher();

    private static final class Checks implements AccessChecker {
        long bytes;

        @Override
        public boolean isMeant(long address, int sectors, SectorStore store, int slot) {
            return false;
        }

        @Override
        public void wrote(Request request) {
            throw new IllegalStateException("a fetcher writes nothing");
        }

        @Override
        public void read(Request request, MeantTexels meant) {
            assertThat(request.agent).isEqualTo(7);
            assertThat((int) request.client).isEqualTo(Client.VERTEX_ATTRIBUTE.ordinal());
            bytes += request.byteCount();
        }

        @Override
        public void overwrites(Request request, int sector, int mask, SectorStore store, int slot) {
            throw new IllegalStateException("a fetcher writes nothing");
        }
    }

    private MockMemory memory(int credits) {
        MockMemory made = new MockMemory(engine, "memory", pool, LATENCY, credits);
        made.recording = true;
        return made;
    }

    private GeometryFetcher fetcher() {
        return engine.add(new GeometryFetcher(
                engine, "fetch", pool, memory.path(LINE), Client.VERTEX_ATTRIBUTE, SimObserver.NONE, checks));
    }

    private GeometryFetcher.Job job(String name, long count, int[] order, byte[] into, long... elements) {
        GeometryFetcher.Elements[] streams = new GeometryFetcher.Elements[elements.length / 3];
        for (int i = 0; i < streams.length; i++) {
            streams[i] = new GeometryFetcher.Elements(
                    elements[3 * i], elements[3 * i + 1], Math.toIntExact(elements[3 * i + 2]));
        }
        return new GeometryFetcher.Job(
                streams,
                count,
                order == null ? null : element -> order[(int) element],
                into,
                3,
                7,
                work -> done.add(name + " " + engine.now() + " " + work.bytesRead()));
    }

    private void run() {
        engine.run();
        engine.auditAtEnd();
        assertThat(pool.inUse()).isZero();
    }

    private List<String> seen() {
        return memory.seen.stream().map(s -> s.address() + "+" + s.bytes()).toList();
    }

    @Test
    void neighbours_in_a_line_are_one_request() {
        fetcher.start(job("a", 16, null, null, BASE, 16, 16));

        run();

        assertThat(seen()).containsExactly("4096+128", "4224+128");
        assertThat(fetcher.requests()).isEqualTo(2);
        assertThat(fetcher.sectors()).isEqualTo(8);
        assertThat(checks.bytes).isEqualTo(256);
    }

    @Test
    void of_a_strided_stream_only_the_elements_are_read() {
        fetcher.start(job("a", 4, null, null, BASE, 64, 12));

        run();

        assertThat(seen()).containsExactly("4096+24", "4224+24");
        assertThat(memory.seen.get(0).sectors()).isEqualTo(0b0101);
    }

    @Test
    void an_element_across_two_lines_is_read_in_two_requests() {
        fetcher.start(job("a", 3, null, null, BASE + 100, 48, 48));

        run();

        assertThat(seen()).containsExactly("4096+28", "4224+116");
        assertThat(done).hasSize(1);
        assertThat(done.get(0)).endsWith(" 144");
    }

    @Test
    void an_element_longer_than_a_line_takes_as_many_requests_as_lines() {
        fetcher.start(job("a", 1, null, null, BASE + 64, 512, 300));

        run();

        assertThat(seen()).containsExactly("4096+64", "4224+128", "4352+108");
    }

    @Test
    void indices_say_which_elements_are_read_and_in_which_order() {
        fetcher.start(job("a", 4, new int[] {9, 1, 0, 33}, null, BASE, 16, 16));

        run();

        assertThat(seen()).containsExactly("4224+16", "4096+32", "4608+16");
    }

    @Test
    void streams_are_read_one_after_the_other() {
        fetcher.start(job("a", 8, null, null, BASE, 16, 16, 2 * BASE, 4, 4));

        run();

        assertThat(seen()).containsExactly("4096+128", "8192+32");
        assertThat(done).containsExactly("a " + LATENCY + " 160");
    }

    @Test
    void the_bytes_of_a_stream_are_handed_over_in_order() {
        byte[] into = new byte[300];
        for (int i = 0; i < into.length; i++) {
            memory.store.set(BASE + 20 + i, (byte) (i * 7), 1);
        }

        fetcher.start(job("a", 75, null, into, BASE + 20, 4, 4));
        run();

        for (int i = 0; i < into.length; i++) {
            assertThat(into[i]).as("byte %s", i).isEqualTo((byte) (i * 7));
        }
    }

    @Test
    void nothing_to_fetch_is_done_at_once() {
        fetcher.start(job("a", 0, null, null, BASE, 4, 4));
        fetcher.start(job("b", 5, null, null));

        run();

        assertThat(done).containsExactly("a 0 0", "b 0 0");
        assertThat(fetcher.requests()).isZero();
    }

    @Test
    void a_job_ends_with_its_last_reply_and_the_next_begins_then() {
        fetcher.start(job("a", 8, null, null, BASE, 16, 16));
        fetcher.start(job("b", 8, null, null, BASE, 16, 16));

        run();

        assertThat(done).containsExactly("a " + LATENCY + " 128", "b " + 2 * LATENCY + " 128");
    }

    @Test
    void thirty_two_requests_are_under_way_at_most() {
        fetcher.start(job("a", 40, null, null, BASE, LINE, 4));

        engine.runUntil(LATENCY - 1);
        assertThat(memory.seen).hasSize(32);
        run();

        assertThat(memory.seen).hasSize(40);
        assertThat(memory.seen.get(32).cycle()).isEqualTo(LATENCY);
    }

    @Test
    void without_credits_requests_wait_and_stay_in_order() {
        memory = memory(1);
        memory.pause();
        fetcher = fetcher();
        fetcher.start(job("a", 5, null, null, BASE, LINE, 4));

        engine.runUntil(99);
        assertThat(memory.heldCount()).isEqualTo(1);
        assertThat(done).isEmpty();
        memory.resume();
        run();

        assertThat(seen()).containsExactly("4096+4", "4224+4", "4352+4", "4480+4", "4608+4");
        assertThat(done).hasSize(1);
    }

    @Test
    void a_job_at_once_reads_the_same_bytes_by_the_same_requests_and_takes_no_time() {
        byte[] inTime = new byte[300];
        byte[] atOnce = new byte[300];
        for (int i = 0; i < inTime.length; i++) {
            memory.store.set(BASE + 20 + i, (byte) (i * 7), 1);
        }
        int[] order = {3, 0, 9, 9, 40, 2};
        fetcher.start(job("a", 75, null, inTime, BASE + 20, 4, 4));
        fetcher.start(job("b", 6, order, null, BASE + 100, 60, 150, BASE, 16, 12));
        run();
        GeometryFetcher other = fetcher();
        long checked = checks.bytes;
        done.clear();
        long before = engine.now();

        other.perform(job("a", 75, null, atOnce, BASE + 20, 4, 4));
        other.perform(job("b", 6, order, null, BASE + 100, 60, 150, BASE, 16, 12));

        assertThat(atOnce).isEqualTo(inTime);
        assertThat(other.requests()).isEqualTo(fetcher.requests());
        assertThat(other.sectors()).isEqualTo(fetcher.sectors());
        assertThat(checks.bytes).isEqualTo(2 * checked);
        assertThat(done).containsExactly("a " + before + " 300", "b " + before + " 960");
        run();
    }
}
