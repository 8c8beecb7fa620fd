// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.machine.dram.Specs;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AddressMappingTest {

    private static DramSpec spec(String mapping, int channels, int ranks, boolean hash, long size) {
        return new DramSpec(
                "test",
                size,
                channels,
                ranks,
                4,
                4,
                1024,
                32,
                1_000_000_000L,
                Specs.DISTINCT,
                DramProtocol.PLAIN,
                mapping,
                256,
                hash,
                DramSpec.Policy.FRFCFS,
                8,
                8,
                6,
                2,
                0);
    }

    @ParameterizedTest
    @CsvSource({
        "RoBaRaCoCh, 8, 1",
        "RoRaBgBaCoCh, 4, 2",
        "RoBaRaCoBgCh, 6, 2",
        "RoBaRaCoCh, 10, 1",
        "RoBaRaCoCh, 12, 2",
        "RoCoBaBgRaCh, 3, 2",
        "ChRoBaRaCo, 4, 1",
        "RoChBaBgRaCo, 6, 2",
        "RoBaCo, 1, 1",
        "RoBaCoCh, 5, 2",
        "RoChCoBgBaRa, 4, 2",
        "ChRoBaBgRaCo, 6, 1",
        "RoBaRaCoCh, 16, 2"
    })
    void every_address_has_its_own_place(String mapping, int channels, int ranks) {
        long size = (long) channels * ranks * 16 * 1024 * 4;
        for (boolean hash : new boolean[] {false, true}) {
            AddressMapping map = new AddressMapping(spec(mapping, channels, ranks, hash, size));
            Set<Long> places = new HashSet<>();
            for (long address = 0; address < size; address += 32) {
                long local = map.local(address);
                int channel = map.channel(address);
                int bank = map.bank(local);
                int row = map.row(local);
                int column = map.column(local);
                if (channel < channels && bank < ranks * 16 && row < 4 && column < 32) {
                    places.add((((long) channel * 32 + bank) * 4 + row) * 32 + column);
                }
            }
            assertThat(places).hasSize((int) (size / 32));
        }
    }

    @Test
    void interleaved_bytes_stay_in_one_channel_and_one_row() {
        AddressMapping map = new AddressMapping(spec("RoBaRaCoBgCh", 6, 1, true, 1 << 30));
        for (long chunk = 0; chunk < 5000; chunk++) {
            long first = chunk * 256;
            for (long address = first; address < first + 256; address += 32) {
                assertThat(map.channel(address)).isEqualTo(map.channel(first));
                assertThat(map.bank(map.local(address))).isEqualTo(map.bank(map.local(first)));
                assertThat(map.row(map.local(address))).isEqualTo(map.row(map.local(first)));
                assertThat(map.local(address) & -256).isEqualTo(map.local(first));
            }
        }
    }

    @Test
    void a_stream_visits_all_channels_equally_with_and_without_hashing() {
        for (int channels : new int[] {4, 6, 10}) {
            for (boolean hash : new boolean[] {false, true}) {
                AddressMapping map = new AddressMapping(spec("RoBaRaCoCh", channels, 1, hash, 1 << 30));
                int[] visits = new int[channels];
                for (long chunk = 0; chunk < channels * 100L; chunk++) {
                    visits[map.channel(chunk * 256)]++;
                }
                assertThat(visits).containsOnly(100);
            }
        }
    }

    @Test
    void hashing_spreads_a_stride_of_one_row_over_banks_and_of_all_channels_over_channels() {
        AddressMapping map = new AddressMapping(spec("RoBaRaCoCh", 8, 1, true, 1 << 30));
        Set<Integer> banks = new HashSet<>();
        Set<Integer> channels = new HashSet<>();
        long sameBankNextRow = 8L * 16 * 1024;
        for (int i = 0; i < 64; i++) {
            banks.add(map.bank(map.local(i * sameBankNextRow)));
            channels.add(map.channel(i * 8L * 256));
        }
        assertThat(banks).hasSize(16);
        assertThat(channels).hasSize(8);
    }

    @Test
    void without_Bg_bank_groups_alternate_from_chunk_to_chunk() {
        AddressMapping map = new AddressMapping(spec("RoBaRaCoCh", 1, 1, false, 1 << 30));
        for (int chunk = 0; chunk < 16; chunk++) {
            assertThat(map.bank(chunk * 256L) / 4).isEqualTo(chunk % 4);
        }
    }

    @Test
    void unusable_strings_are_refused_with_the_reason() {
        assertThatThrownBy(() -> new AddressMapping(spec("RoXxBaCoCh", 2, 1, false, 1 << 20)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'Xx'");
        assertThatThrownBy(() -> new AddressMapping(spec("RoBaBaCoCh", 2, 1, false, 1 << 20)))
                .hasMessageContaining("twice");
        assertThatThrownBy(() -> new AddressMapping(spec("RoBaCo", 2, 1, false, 1 << 20)))
                .hasMessageContaining("lacks Ch");
        assertThatThrownBy(() -> new AddressMapping(spec("BaCoCh", 2, 1, false, 1 << 20)))
                .hasMessageContaining("lacks Ro");
        assertThatThrownBy(() -> new AddressMapping(spec("RoCoCh", 2, 1, false, 1 << 20)))
                .hasMessageContaining("lacks Ba");
        assertThatThrownBy(() -> new AddressMapping(spec("RoBaCoC", 2, 1, false, 1 << 20)))
                .hasMessageContaining("'C'");
        assertThatThrownBy(() -> new AddressMapping(spec("BaRoCoCh", 2, 1, false, 3 << 20)))
                .hasMessageContaining("power of two");
    }
}
