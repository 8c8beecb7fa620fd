// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PayloadTest {

    private final Payload payload = new Payload(new Blocks());

    @Test
    void should_give_every_byte_the_version_of_its_sector() {
        payload.setVersion(1, 7);

        assertThat(payload.byteVersion(31)).isZero();
        assertThat(payload.byteVersion(32)).isEqualTo(7);
        assertThat(payload.byteVersion(63)).isEqualTo(7);
        assertThat(payload.byteVersion(64)).isZero();
    }

    @Test
    void should_become_mixed_when_one_byte_differs() {
        payload.setVersion(0, 7);

        payload.setByteVersion(5, 9);

        assertThat(payload.version(0)).isEqualTo(Payload.MIXED);
        assertThat(payload.byteVersion(5)).isEqualTo(9);
        assertThat(payload.byteVersion(4)).isEqualTo(7);
        assertThat(payload.byteVersion(31)).isEqualTo(7);
    }

    @Test
    void should_stay_uniform_when_a_byte_gets_the_version_it_has() {
        payload.setVersion(0, 7);

        payload.setByteVersion(5, 7);

        assertThat(payload.version(0)).isEqualTo(7);
    }

    @Test
    void should_become_uniform_again() {
        payload.setByteVersion(5, 9);

        payload.setVersion(0, 3);

        assertThat(payload.version(0)).isEqualTo(3);
        assertThat(payload.byteVersion(5)).isEqualTo(3);
    }

    @Test
    void sectors_begun_whole_have_their_version_and_the_bytes_that_are_written() {
        payload.setVersion(0, 3);

        assertThat(payload.begin(1, 2, 7)).isTrue();
        payload.bytes(1)[payload.offset(1) + 40] = 9;

        assertThat(payload.versionOf(0b110)).isEqualTo(7);
        assertThat(payload.versionOf(0b111)).isEqualTo(Payload.MIXED);
        assertThat(payload.runs(32, 64)).isTrue();
        assertThat(payload.value(2 * 32 + 8)).isEqualTo((byte) 9);
    }

    @Test
    void should_copy_a_mixed_sector_to_another_place() {
        payload.setByteVersion(5, 9);
        payload.writable()[5] = 42;
        Payload other = new Payload(new Blocks());
        other.setVersion(3, 1);

        other.copySector(3, payload, 0);

        assertThat(other.data()[3 * 32 + 5]).isEqualTo((byte) 42);
        assertThat(other.byteVersion(3 * 32 + 5)).isEqualTo(9);
        assertThat(other.byteVersion(3 * 32 + 6)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1,0xAB", "2,0xBEEF", "4,0xDEADBEEF", "8,-81985529216486896"})
    void should_read_little_endian_what_it_wrote(int size, long value) {
        payload.write(40, size, value);

        assertThat(payload.read(40, size)).isEqualTo(value);
        assertThat(payload.data()[40]).isEqualTo((byte) value);
        assertThat(payload.data()[40 + size]).isZero();
    }

    @Test
    void should_read_zero_extended() {
        payload.write(0, 4, -1);

        assertThat(payload.read(0, 4)).isEqualTo(0xFFFF_FFFFL);
    }
}
