// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SectorStoreTest {

    private static final int SLOTS = 700;

    private final SectorStore store = new SectorStore(SLOTS);
    private final Payload payload = new Payload(new Blocks());

    @Test
    void should_hold_nobodys_bytes_at_first() {
        assertThat(store.version(SLOTS - 1)).isZero();
        assertThat(store.byteVersion(SLOTS - 1, 31)).isZero();
    }

    @Test
    void should_keep_one_version_for_a_whole_sector() {
        payload.setVersion(2, 5);

        store.store(300, payload, 2, -1);

        assertThat(store.version(300)).isEqualTo(5);
        assertThat(store.byteVersion(300, 17)).isEqualTo(5);
    }

    @Test
    void should_become_mixed_by_a_partial_store_of_another_version() {
        payload.setVersion(0, 5);
        store.store(0, payload, 0, -1);
        payload.setVersion(0, 6);

        store.store(0, payload, 0, 0b110);

        assertThat(store.version(0)).isEqualTo(Payload.MIXED);
        assertThat(store.byteVersion(0, 0)).isEqualTo(5);
        assertThat(store.byteVersion(0, 1)).isEqualTo(6);
        assertThat(store.byteVersion(0, 3)).isEqualTo(5);
    }

    @Test
    void should_stay_uniform_by_a_partial_store_of_the_same_version() {
        payload.setVersion(0, 5);
        store.store(0, payload, 0, -1);
        payload.writable()[1] = 9;

        store.store(0, payload, 0, 0b10);

        assertThat(store.version(0)).isEqualTo(5);
        assertThat(store.data(0, 1)).isEqualTo((byte) 9);
    }

    @Test
    void should_become_uniform_again_by_a_whole_store() {
        store.set(0, 3, (byte) 1, 8);
        payload.setVersion(0, 6);

        store.store(0, payload, 0, -1);

        assertThat(store.version(0)).isEqualTo(6);
        assertThat(store.byteVersion(0, 3)).isEqualTo(6);
    }

    @Test
    void should_leave_old_mixed_versions_behind_when_mixed_anew() {
        store.set(0, 3, (byte) 1, 8);
        payload.setVersion(0, 6);
        store.store(0, payload, 0, -1);

        store.set(0, 4, (byte) 1, 9);

        assertThat(store.byteVersion(0, 3)).isEqualTo(6);
        assertThat(store.byteVersion(0, 4)).isEqualTo(9);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void should_agree_with_a_model_of_single_bytes(long seed) {
        Random random = new Random(seed);
        byte[] data = new byte[SLOTS * 32];
        int[] versions = new int[SLOTS * 32];
        for (int step = 0; step < 20_000; step++) {
            int slot = random.nextInt(8) * 99;
            int sector = random.nextInt(Request.MAX_SECTORS);
            switch (random.nextInt(4)) {
                case 0 -> {
                    int index = random.nextInt(32);
                    data[slot * 32 + index] = (byte) step;
                    versions[slot * 32 + index] = step % 5;
                    store.set(slot, index, (byte) step, step % 5);
                }
                case 1, 2 -> {
                    fill(random, sector);
                    int mask = random.nextBoolean() ? -1 : random.nextInt();
                    store.store(slot, payload, sector, mask);
                    for (int b = 0; b < 32; b++) {
                        if ((mask >>> b & 1) != 0) {
                            data[slot * 32 + b] = payload.data()[sector * 32 + b];
                            versions[slot * 32 + b] = payload.byteVersion(sector * 32 + b);
                        }
                    }
                }
                default -> {
                    store.load(slot, 1, payload, -sector);
                    for (int b = 0; b < 32; b++) {
                        assertThat(payload.data()[sector * 32 + b]).isEqualTo(data[slot * 32 + b]);
                        assertThat(payload.byteVersion(sector * 32 + b)).isEqualTo(versions[slot * 32 + b]);
                        assertThat(store.byteVersion(slot, b)).isEqualTo(versions[slot * 32 + b]);
                    }
                }
            }
        }
    }

    private void fill(Random random, int sector) {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        System.arraycopy(bytes, 0, payload.data(), sector * 32, 32);
        payload.setVersion(sector, random.nextInt(5));
        if (random.nextBoolean()) {
            payload.setByteVersion(sector * 32 + random.nextInt(32), random.nextInt(5));
        }
    }

    @Test
    void setting_the_version_of_a_slot_makes_it_uniform() {
        SectorStore store = new SectorStore(4);
        store.set(2, 5, (byte) 1, 9);
        store.setVersion(2, 4);
        assertThat(store.version(2)).isEqualTo(4);
        assertThat(store.byteVersion(2, 5)).isEqualTo(4);
        assertThat(store.data(2, 5)).isEqualTo((byte) 1);
    }

    @Test
    void setting_the_version_of_a_byte_leaves_its_data_alone() {
        SectorStore store = new SectorStore(4);
        store.set(2, 5, (byte) 1, 9);
        store.setByteVersion(2, 5, 4);
        assertThat(store.byteVersion(2, 5)).isEqualTo(4);
        assertThat(store.byteVersion(2, 6)).isZero();
        assertThat(store.data(2, 5)).isEqualTo((byte) 1);
    }

    /** Integers at any byte, also over the end of a slot, against bytes set one by one. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void integers_are_bytes_in_a_row(long seed) {
        Random random = new Random(seed);
        SectorStore whole = new SectorStore(4);
        SectorStore single = new SectorStore(4);
        for (int step = 1; step < 3000; step++) {
            int size = 1 + random.nextInt(8);
            int at = random.nextInt(4 * 32 - size);
            long value = random.nextLong();
            int version = 1 + random.nextInt(3);
            whole.write(at, size, value, version);
            long expected = 0;
            for (int b = 0; b < size; b++) {
                single.set((at + b) >>> 5, (at + b) & 31, (byte) (value >>> 8 * b), version);
                expected |= (value >>> 8 * b & 0xFF) << 8 * b;
            }
            assertThat(whole.read(at, size)).isEqualTo(expected);
            for (int b = 0; b < 4 * 32; b++) {
                assertThat(whole.data(b >>> 5, b & 31)).isEqualTo(single.data(b >>> 5, b & 31));
                assertThat(whole.byteVersion(b >>> 5, b & 31)).isEqualTo(single.byteVersion(b >>> 5, b & 31));
            }
        }
    }
}
