// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ResourceRangesTest {

    private static String owner(ResourceRanges ranges, long address) {
        return ranges.name(ranges.at(address));
    }

    @Test
    void should_name_the_resource_that_holds_an_address() {
        ResourceRanges ranges =
                new ResourceRanges.Builder().add("x", 64, 64).add("y", 128, 32).build();

        assertThat(owner(ranges, 63)).isEqualTo(ResourceRanges.UNNAMED);
        assertThat(owner(ranges, 64)).isEqualTo("x");
        assertThat(owner(ranges, 127)).isEqualTo("x");
        assertThat(owner(ranges, 128)).isEqualTo("y");
        assertThat(owner(ranges, 160)).isEqualTo(ResourceRanges.UNNAMED);
    }

    @Test
    void should_know_nothing_without_resources() {
        assertThat(ResourceRanges.NONE.at(0)).isEqualTo(ResourceRanges.NONE.unnamed());
        assertThat(owner(ResourceRanges.NONE, Long.MAX_VALUE)).isEqualTo(ResourceRanges.UNNAMED);
    }

    @Test
    void should_give_aliased_bytes_to_the_first_that_was_added() {
        ResourceRanges ranges = new ResourceRanges.Builder()
                .add("small", 128, 64)
                .add("large", 0, 1024)
                .build();

        assertThat(owner(ranges, 96)).isEqualTo("large");
        assertThat(owner(ranges, 160)).isEqualTo("small");
        assertThat(owner(ranges, 192)).isEqualTo("large");
    }

    @Test
    void should_give_a_shared_sector_to_the_first_that_was_added() {
        ResourceRanges ranges =
                new ResourceRanges.Builder().add("x", 0, 40).add("y", 40, 60).build();

        assertThat(owner(ranges, 63)).isEqualTo("x");
        assertThat(owner(ranges, 64)).isEqualTo("y");
        assertThat(owner(ranges, 127)).isEqualTo("y");
    }

    @Test
    void should_keep_one_number_for_several_ranges_of_a_name() {
        ResourceRanges ranges = new ResourceRanges.Builder()
                .add("x", 0, 32)
                .add("y", 32, 32)
                .add("x", 64, 32)
                .build();

        assertThat(ranges.at(64)).isEqualTo(ranges.at(0));
        assertThat(ranges.unnamed()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void should_agree_with_a_search_of_all_ranges(long seed) {
        Random random = new Random(seed);
        List<long[]> all = new ArrayList<>();
        ResourceRanges.Builder builder = new ResourceRanges.Builder();
        for (int i = 0; i < 30; i++) {
            long base = random.nextInt(4000);
            long size = random.nextInt(600);
            all.add(new long[] {base / 32, (base + size + 31) / 32, size});
            builder.add("r" + i, base, size);
        }
        ResourceRanges ranges = builder.build();

        for (int i = 0; i < 2000; i++) {
            long address = random.nextInt(5000);
            String expected = ResourceRanges.UNNAMED;
            for (int r = all.size() - 1; r >= 0; r--) {
                long[] range = all.get(r);
                if (range[2] > 0 && address / 32 >= range[0] && address / 32 < range[1]) {
                    expected = "r" + r;
                }
            }
            assertThat(owner(ranges, address)).isEqualTo(expected);
        }
    }
}
