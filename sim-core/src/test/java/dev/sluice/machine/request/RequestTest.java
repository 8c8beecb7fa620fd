// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestTest {

    private final Request request = fresh();

    private static Request fresh() {
        Request request = new RequestPool(true).acquire();
        request.start(Request.WRITE, 0x1000, 0, 0, -1, 1);
        return request;
    }

    @Test
    void should_add_bytes_within_one_sector() {
        request.addBytes(4, 3);

        assertThat(request.sectors()).isEqualTo(1);
        assertThat(request.sectorBytes(0)).isEqualTo(0b111_0000);
        assertThat(request.byteCount()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "0x1000, 0x1001, true",
        "0x101F, 0x1020, true",
        "0x1000, 0x2000, true",
        "0, 0x1001, true",
        "0, 0x7FFFFFFFFFFFFFFF, true",
        "0x107F, 0x1080, true",
        "0, 0x1000, false",
        "0x1020, 0x1060, false",
        "0x1080, 0x1100, false",
        "0x200000000000, 0x200000000001, false"
    })
    void should_touch_addresses_with_its_sectors_only(String from, String to, boolean touches) {
        request.sectors = 0b1001;

        assertThat(request.touches(Long.decode(from), Long.decode(to))).isEqualTo(touches);
    }

    @Test
    void should_add_bytes_across_sectors() {
        request.addBytes(30, 36);

        assertThat(request.sectors()).isEqualTo(0b111);
        assertThat(request.sectorBytes(0)).isEqualTo(0xC000_0000);
        assertThat(request.sectorBytes(1)).isEqualTo(-1);
        assertThat(request.sectorBytes(2)).isEqualTo(0b11);
        assertThat(request.byteCount()).isEqualTo(36);
    }

    @Test
    void should_keep_bytes_added_before() {
        request.addBytes(0, 4);
        request.addBytes(31, 2);
        request.addBytes(2, 4);

        assertThat(request.sectorBytes(0)).isEqualTo(0x8000_003F);
        assertThat(request.sectorBytes(1)).isEqualTo(1);
    }

    @Test
    void should_reach_the_last_byte() {
        request.addBytes(Request.MAX_BYTES - 1, 1);

        assertThat(request.sectors()).isEqualTo(0x80);
        assertThat(request.sectorBytes(7)).isEqualTo(0x8000_0000);
    }

    @Test
    void should_cover_all_bytes_of_its_sectors_only() {
        request.sectors = 0b1010;

        request.coverSectors();

        assertThat(request.sectorBytes(0)).isZero();
        assertThat(request.sectorBytes(1)).isEqualTo(-1);
        assertThat(request.sectorBytes(2)).isZero();
        assertThat(request.sectorBytes(3)).isEqualTo(-1);
        assertThat(request.byteCount()).isEqualTo(64);
        assertThat(request.sectorCount()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void should_agree_with_a_set_of_bytes(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            Request one = fresh();
            boolean[] model = new boolean[Request.MAX_BYTES];
            for (int i = 0; i < 1 + random.nextInt(4); i++) {
                int from = random.nextInt(Request.MAX_BYTES);
                int count = random.nextInt(Request.MAX_BYTES - from + 1);
                one.addBytes(from, count);
                for (int b = from; b < from + count; b++) {
                    model[b] = true;
                }
            }
            int whole = 0;
            for (int sector = 0; sector < Request.MAX_SECTORS; sector++) {
                whole |= one.sectorBytes(sector) == -1 ? 1 << sector : 0;
            }
            assertThat(one.wholeSectors()).isEqualTo(whole);
            for (int b = 0; b < model.length; b++) {
                assertThat((one.sectorBytes(b >> 5) >>> (b & 31) & 1) != 0).isEqualTo(model[b]);
            }
        }
    }

    @Test
    void a_fill_for_itself_has_no_bytes_until_it_is_none() {
        request.addBytes(0, 64);

        request.carried(true);
        assertThat(request.byteCount()).isZero();
        assertThat(request.wholeSectors()).isZero();

        request.carried(false);
        assertThat(request.byteCount()).isEqualTo(64);
        assertThat(request.wholeSectors()).isEqualTo(0b11);
    }

    @Test
    void should_forget_mask_flags_and_way_when_started_again() {
        request.addBytes(0, 256);
        request.flags = Request.FILL;
        request.via = new CountingPath();
        request.replyTo(new Requester(new Engine()), 1, 2);

        request.start(Request.READ, 64, 1, 0, 3, 4);

        assertThat(request.byteCount()).isZero();
        assertThat(request.has(Request.FILL)).isFalse();
        assertThat(request.via).isNull();
        assertThat(request.replyTo).isNull();
    }

    @Test
    void should_reply_to_the_requester_after_the_delay() {
        Engine engine = new Engine();
        Requester requester = new Requester(engine);
        request.replyTo(requester, 5, 77);

        request.reply(9);
        engine.run();

        assertThat(requester.seen).containsExactly("9 5 77");
    }

    @Test
    void should_reply_through_the_way_it_came() {
        CountingPath path = new CountingPath();
        request.replyTo(new Requester(new Engine()), 5, 77);
        request.via = path;

        request.reply(9);

        assertThat(path.replies).containsExactly(9L);
    }

    @Test
    void should_refuse_a_reply_without_a_requester() {
        assertThatThrownBy(() -> request.reply(0)).isInstanceOf(IllegalStateException.class);
    }

    private static final class Requester extends Component {
        final List<String> seen = new ArrayList<>();

        Requester(Engine engine) {
            super(engine, "requester");
            engine.add(this);
        }

        @Override
        public void onEvent(int kind, int argument) {
            seen.add(now() + " " + kind + " " + argument);
        }
    }

    private static final class CountingPath implements Downstream {
        final List<Long> replies = new ArrayList<>();

        @Override
        public int maxRequestBytes() {
            return 128;
        }

        @Override
        public boolean trySend(Request request) {
            return false;
        }

        @Override
        public void await(Request request, Component waiter, int kind, int argument) {}

        @Override
        public void sendAwaited(Request request) {}

        @Override
        public void reply(Request request, long delay) {
            replies.add(delay);
        }

        @Override
        public void describeWaits(WaitGraph graph) {}
    }
}
