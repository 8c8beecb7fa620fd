// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.capture.BufferAddresses.Spot;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which buffer an address is of. */
final class BufferAddressesTest {
    private final BufferAddresses addresses = new BufferAddresses();

    private static Buffer buffer(long size) {
        return new Buffer(new Named("buffer", 1), size, List.of(), false);
    }

    @Test
    void an_address_is_of_the_buffer_from_its_first_byte_to_its_last() {
        Buffer buffer = buffer(256);
        addresses.add(0x1000, buffer);

        assertThat(addresses.find(0xfff)).isNull();
        assertThat(addresses.find(0x1000)).isEqualTo(new Spot(buffer, 0));
        assertThat(addresses.find(0x10ff)).isEqualTo(new Spot(buffer, 255));
        assertThat(addresses.find(0x1100)).isNull();
    }

    @Test
    void addresses_are_unsigned() {
        Buffer low = buffer(16);
        Buffer high = buffer(16);
        addresses.add(0x10, low);
        addresses.add(0xffff_ffff_0000_0000L, high);

        assertThat(addresses.find(0x18)).isEqualTo(new Spot(low, 8));
        assertThat(addresses.find(0xffff_ffff_0000_0004L)).isEqualTo(new Spot(high, 4));
        assertThat(addresses.find(0x7fff_ffff_ffff_ffffL)).isNull();
    }

    @Test
    void a_buffer_takes_the_place_of_those_that_were_there_before() {
        Buffer next = buffer(256);
        addresses.add(0x0f80, buffer(256));
        addresses.add(0x1080, buffer(16));
        addresses.add(0x1200, buffer(16));
        addresses.add(0x1000, next);

        assertThat(addresses.find(0x0f90)).isNull();
        assertThat(addresses.find(0x1088)).isEqualTo(new Spot(next, 0x88));
        assertThat(addresses.find(0x1200)).isNotNull();
    }

    @Test
    void at_first_there_is_none() {
        assertThat(addresses.none()).isTrue();
        assertThat(addresses.find(0)).isNull();
        addresses.add(0x1000, buffer(1));
        assertThat(addresses.none()).isFalse();
    }

    @Test
    void an_address_from_which_on_there_is_no_room_is_taken_as_far_as_addresses_go() {
        Buffer buffer = buffer(256);
        addresses.add(-16L, buffer);

        assertThat(addresses.find(-1L)).isEqualTo(new Spot(buffer, 15));
        assertThat(addresses.find(0)).isNull();
    }
}
