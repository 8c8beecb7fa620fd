// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Host writes told apart from pages that were merely sent again. */
final class MemoryShadowTest {
    private final MemoryShadow shadow = new MemoryShadow();

    private static byte[] bytes(int size, int value) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private MemoryShadow.Difference sent(byte[] data) {
        return shadow.hostSent(0, data, PageBytes.Source.NONE);
    }

    @Test
    void the_first_block_writes_all_of_itself() {
        assertThat(sent(bytes(10000, 0)).writes()).singleElement().satisfies(run -> {
            assertThat(run.offset()).isZero();
            assertThat(run.data()).hasSize(10000);
        });
    }

    @Test
    void the_same_block_again_writes_nothing() {
        sent(bytes(64, 5));
        assertThat(sent(bytes(64, 5)).writes()).isEmpty();
    }

    @Test
    void near_changes_are_one_run_and_far_ones_two() {
        sent(bytes(64, 5));
        byte[] near = bytes(64, 5);
        near[0] = 1;
        near[20] = 1;
        assertThat(sent(near).writes()).hasSize(1);
        byte[] far = near.clone();
        far[0] = 2;
        far[24] = 2;
        assertThat(sent(far).writes()).hasSize(2);
    }

    @Test
    void stale_contents_over_the_devices_bytes_are_no_write() {
        sent(bytes(64, 5));
        shadow.deviceFilled(0, 32, 0x07070707);
        MemoryShadow.Difference difference = sent(bytes(64, 5));
        assertThat(difference.writes()).isEmpty();
        assertThat(difference.device()).isEqualTo(32);
    }

    @Test
    void the_devices_own_bytes_sent_back_are_no_write() {
        sent(bytes(64, 5));
        shadow.deviceFilled(0, 64, 0x07070707);
        assertThat(sent(bytes(64, 7)).writes()).isEmpty();
        assertThat(sent(bytes(64, 7)).device()).isZero();
    }

    @Test
    void a_value_that_is_neither_the_hosts_nor_the_devices_is_a_write() {
        sent(bytes(64, 5));
        shadow.deviceFilled(0, 64, 0x07070707);
        assertThat(sent(bytes(64, 9)).writes())
                .singleElement()
                .satisfies(run -> assertThat(run.data()).hasSize(64));
    }

    @Test
    void bytes_of_a_shader_are_the_devices_whatever_they_are() {
        sent(bytes(64, 5));
        shadow.deviceWrote(16, 16);
        byte[] result = bytes(64, 5);
        Arrays.fill(result, 16, 32, (byte) 42);
        assertThat(sent(result).writes()).isEmpty();
        result[20] = 1;
        assertThat(sent(result).writes())
                .singleElement()
                .satisfies(run -> assertThat(run.offset()).isEqualTo(20));
    }

    @Test
    void a_copy_carries_known_bytes_and_forgets_unknown_ones() {
        MemoryShadow source = new MemoryShadow();
        source.deviceFilled(0, 16, 0x04030201);
        shadow.deviceCopied(source, 0, 100, 16);
        assertThat(shadow.known(100, 4)).containsExactly(1, 2, 3, 4);
        source.deviceWrote(0, 16);
        shadow.deviceCopied(source, 0, 100, 16);
        assertThat(shadow.known(100, 4)).isEmpty();
    }

    @Test
    void a_huge_write_by_the_device_makes_everything_the_devices() {
        sent(bytes(64, 5));
        shadow.deviceWrote(0, 1L << 40);
        assertThat(sent(bytes(64, 6)).writes()).isEmpty();
    }

    @Test
    void nothing_is_known_of_bytes_that_nobody_wrote() {
        assertThat(shadow.known(5, 1)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void host_writes_alone_always_rebuild_the_memory(long seed) {
        Random random = new Random(seed);
        byte[] truth = new byte[9000];
        byte[] rebuilt = bytes(9000, 1);
        for (int round = 0; round < 20; round++) {
            for (int i = random.nextInt(50); i > 0; i--) {
                truth[random.nextInt(truth.length)] = (byte) random.nextInt();
            }
            for (MemoryShadow.Run run : sent(truth).writes()) {
                System.arraycopy(run.data(), 0, rebuilt, (int) run.offset(), run.data().length);
            }
            assertThat(rebuilt).isEqualTo(truth);
        }
    }
}
