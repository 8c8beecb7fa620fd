// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.SectorStore;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BackingStoreTest {

    private final BackingStore store = new BackingStore();
    private final RequestPool pool = new RequestPool(true);

    private Request request(int kind, long address, int version) {
        Request request = pool.acquire();
        request.start(kind, address, 0, 0, -1, version);
        for (int s = 0; s < Request.MAX_SECTORS; s++) {
            payload(request).setVersion(s, version);
        }
        return request;
    }

    private static Payload payload(Request request) {
        return Objects.requireNonNull(request.payload);
    }

    @Test
    void sectors_have_one_version_if_all_were_written_by_one_and_lie_in_a_page() {
        long end = 4096 + BackingStore.PAGE_BYTES - 4096 % BackingStore.PAGE_BYTES;
        Request write = request(Request.WRITE, end - 64, 5);
        write.addBytes(0, 64);
        store.write(write);

        assertThat(store.sectorVersion(end - 64, 0b11)).isEqualTo(5);
        assertThat(store.sectorVersion(end - 96, 0b110)).isEqualTo(5);
        assertThat(store.sectorVersion(end - 96, 0b111)).isEqualTo(Payload.MIXED);
        assertThat(store.sectorVersion(end - 64, 0b111)).isEqualTo(Payload.MIXED);
        assertThat(store.sectorVersion(end - 64, 0)).isEqualTo(Payload.MIXED);
    }

    @Test
    void who_writes_a_page_alone_writes_it_at_once() {
        Request write = request(Request.WRITE, 64, 3);
        write.addBytes(2, 2);
        payload(write).writable()[3] = 12;

        assertThat(store.writeAlone(write)).isTrue();

        assertThat(store.data(67)).isEqualTo((byte) 12);
        assertThat(store.version(67)).isEqualTo(3);
        assertThat(store.version(68)).isZero();
    }

    @Test
    void who_comes_second_to_a_page_does_not_write_it_alone() {
        Request first = request(Request.WRITE, 64, 3);
        first.addBytes(0, 32);
        store.writeAlone(first);
        Request second = request(Request.WRITE, 1024, 4);
        second.addBytes(0, 32);

        assertThat(store.writeAlone(second)).isFalse();

        assertThat(store.version(1024)).isZero();
    }

    @Test
    void bytes_of_another_version_than_their_agents_are_not_written_alone() {
        Request write = request(Request.WRITE, 64, 3);
        write.addBytes(0, 32);
        payload(write).setVersion(0, 2);

        assertThat(store.writeAlone(write)).isFalse();
    }

    @Test
    void a_page_that_was_written_outside_simulated_time_is_nobodys_alone() {
        store.set(256, (byte) 1, 7);
        Request write = request(Request.WRITE, 64, 7);
        write.addBytes(0, 32);

        assertThat(store.writeAlone(write)).isFalse();
    }

    @Test
    void sectors_in_two_pages_are_not_written_alone() {
        Request write = request(Request.WRITE, BackingStore.PAGE_BYTES - 32, 3);
        write.addBytes(0, 64);

        assertThat(store.writeAlone(write)).isFalse();
        assertThat(store.version(BackingStore.PAGE_BYTES - 32)).isZero();
    }

    @Test
    void should_read_poison_where_nobody_wrote() {
        Request read = request(Request.READ, 4096, 1);
        read.sectors = 1;

        store.read(read);

        for (int b = 0; b < 32; b++) {
            assertThat(payload(read).data()[b]).isEqualTo(SectorStore.poisonByte(4096 + b));
            assertThat(payload(read).byteVersion(b)).isZero();
        }
    }

    @Test
    void should_have_poison_that_depends_on_the_address() {
        Set<Byte> values = new HashSet<>();
        for (long a = 0; a < 64; a++) {
            values.add(SectorStore.poisonByte(a));
        }

        assertThat(values).hasSizeBetween(2, 16).doesNotContain((byte) 0);
    }

    @Test
    void should_write_the_bytes_of_the_mask_only() {
        Request write = request(Request.WRITE, 64, 3);
        write.addBytes(2, 2);
        payload(write).writable()[2] = 11;
        payload(write).writable()[3] = 12;

        store.write(write);

        assertThat(store.data(66)).isEqualTo((byte) 11);
        assertThat(store.version(66)).isEqualTo(3);
        assertThat(store.data(65)).isEqualTo(SectorStore.poisonByte(65));
        assertThat(store.version(65)).isZero();
        assertThat(store.sectorVersion(64)).isEqualTo(Payload.MIXED);
    }

    @Test
    void should_write_across_a_page() {
        long address = BackingStore.PAGE_BYTES - 32L;
        Request write = request(Request.WRITE, address, 3);
        write.addBytes(0, 64);
        payload(write).writable()[31] = 1;
        payload(write).writable()[32] = 2;

        store.write(write);

        assertThat(store.data(BackingStore.PAGE_BYTES - 1L)).isEqualTo((byte) 1);
        assertThat(store.data(BackingStore.PAGE_BYTES)).isEqualTo((byte) 2);
    }

    @Test
    void should_touch_nothing_in_a_timing_only_run() {
        Request write = new RequestPool(false).acquire();
        write.start(Request.WRITE, 0, 1, 0, -1, 1);
        write.coverSectors();

        store.write(write);
        store.read(write);

        assertThat(store.touchedBytes()).isZero();
    }

    @Test
    void should_stay_small_when_one_mebibyte_of64_gibibytes_is_touched() {
        long span = 64L << 30;
        int pages = (1 << 20) / BackingStore.PAGE_BYTES;
        for (int i = 0; i < pages; i++) {
            long base = span / pages * i;
            for (long a = base; a < base + BackingStore.PAGE_BYTES; a += 512) {
                store.set(a, (byte) 1, 1);
            }
        }

        assertThat(store.touchedBytes()).isEqualTo(1L << 20);
    }

    @Test
    void should_keep_every_page_when_there_are_many() {
        for (long page = 0; page < 1500; page++) {
            store.set(page * 37 * BackingStore.PAGE_BYTES + 5, (byte) page, (int) page + 1);
        }

        for (long page = 0; page < 1500; page++) {
            assertThat(store.data(page * 37 * BackingStore.PAGE_BYTES + 5)).isEqualTo((byte) page);
            assertThat(store.version(page * 37 * BackingStore.PAGE_BYTES + 5)).isEqualTo((int) page + 1);
        }
    }

    @Test
    void should_give_the_page_and_slot_of_an_address() {
        store.set(AddressSpace.HOST_BASE + BackingStore.PAGE_BYTES * 3L + 65, (byte) 9, 4);
        long address = AddressSpace.HOST_BASE + BackingStore.PAGE_BYTES * 3L + 64;

        assertThat(BackingStore.slotOf(address)).isEqualTo(2);
        assertThat(store.pageOf(address).byteVersion(2, 1)).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void should_agree_with_a_map_of_bytes(long seed) {
        Random random = new Random(seed);
        Map<Long, Byte> data = new HashMap<>();
        Map<Long, Integer> versions = new HashMap<>();
        for (int step = 1; step < 4000; step++) {
            long address = (random.nextInt(4) + 1) * BackingStore.PAGE_BYTES - 300 * 32L + random.nextInt(600) * 32L;
            Request request = request(random.nextBoolean() ? Request.READ : Request.WRITE, address, step);
            request.addBytes(random.nextInt(32), 1 + random.nextInt(200));
            if (request.kind == Request.WRITE) {
                random.nextBytes(payload(request).writable());
                store.write(request);
                for (int b = 0; b < Request.MAX_BYTES; b++) {
                    if ((request.sectorBytes(b >> 5) >>> (b & 31) & 1) != 0) {
                        data.put(address + b, payload(request).data()[b]);
                        versions.put(address + b, step);
                    }
                }
            } else {
                store.read(request);
                for (int b = 0; b < Request.MAX_BYTES; b++) {
                    if ((request.sectors >>> (b >> 5) & 1) != 0) {
                        long a = address + b;
                        assertThat(payload(request).data()[b])
                                .isEqualTo(data.getOrDefault(a, SectorStore.poisonByte(a))
                                        .byteValue());
                        assertThat(payload(request).byteVersion(b)).isEqualTo(versions.getOrDefault(a, 0));
                    }
                }
            }
            pool.release(request);
        }
    }

    @Test
    void knows_which_pages_exist() {
        BackingStore store = new BackingStore();
        store.set(5, (byte) 1, 1);
        assertThat(store.touched(BackingStore.PAGE_BYTES - 1)).isTrue();
        assertThat(store.touched(BackingStore.PAGE_BYTES)).isFalse();
        assertThat(store.touchedBytes()).isEqualTo(BackingStore.PAGE_BYTES);
    }
}
