// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class VersionBundlesTest {

    private final VersionBundles bundles = new VersionBundles();

    private static int[] uniform(int version, int size) {
        int[] versions = new int[size];
        Arrays.fill(versions, version);
        return versions;
    }

    @Test
    void agents_are_not_encoded_and_lists_are() {
        assertThat(VersionBundles.encoded(0)).isFalse();
        assertThat(VersionBundles.encoded(123456)).isFalse();
        assertThat(VersionBundles.encoded(Payload.MIXED)).isFalse();
        assertThat(VersionBundles.encoded(bundles.intern(uniform(3, 64), 64, 1)))
                .isTrue();
    }

    @Test
    void equal_lists_have_one_number_and_numbers_count_from_zero() {
        int first = bundles.intern(uniform(3, 256), 256, 1);
        int second = bundles.intern(uniform(4, 256), 256, 1);
        assertThat(bundles.intern(uniform(3, 256), 256, 1)).isEqualTo(first);
        assertThat(first).isEqualTo(VersionBundles.ENCODED);
        assertThat(second).isEqualTo(VersionBundles.ENCODED | 1);
        assertThat(bundles.count()).isEqualTo(2);
    }

    @Test
    void size_and_form_tell_lists_apart() {
        int list = bundles.intern(uniform(3, 256), 256, 1);
        assertThat(bundles.intern(uniform(3, 256), 128, 1)).isNotEqualTo(list);
        assertThat(bundles.intern(uniform(3, 256), 256, 2)).isNotEqualTo(list);
        assertThat(bundles.size(list)).isEqualTo(256);
        assertThat(bundles.form(list)).isEqualTo(1);
    }

    @Test
    void gives_back_every_list() {
        Random random = new Random(1);
        Map<Integer, int[]> known = new HashMap<>();
        for (int i = 0; i < 5000; i++) {
            int size = 64 << random.nextInt(3);
            int[] versions = new int[size];
            int at = 0;
            while (at < size) {
                int run = Math.min(size - at, 1 + random.nextInt(1 + random.nextInt(size)));
                Arrays.fill(versions, at, at + run, random.nextInt(6));
                at += run;
            }
            int bundle = bundles.intern(versions, size, 0);
            int[] before = known.put(bundle, versions);
            if (before != null) {
                assertThat(versions).isEqualTo(before);
            }
        }
        assertThat(bundles.count()).isEqualTo(known.size());
        known.forEach((bundle, versions) -> {
            int[] back = new int[versions.length];
            bundles.unpack(bundle, back);
            assertThat(back).isEqualTo(versions);
            for (int i = 0; i < versions.length; i += 7) {
                assertThat(bundles.version(bundle, i)).isEqualTo(versions[i]);
            }
            assertThat(bundles.uniform(bundle))
                    .isEqualTo(Arrays.stream(versions).distinct().count() == 1);
            assertThat(bundles.newest(bundle))
                    .isEqualTo(Arrays.stream(versions).max().orElseThrow());
        });
    }

    @Test
    void resolves_an_address_to_the_agent_of_its_place() {
        int[] versions = uniform(3, 256);
        versions[200] = 9;
        int list = bundles.intern(versions, 256, 1);
        assertThat(bundles.resolve(list, 0x1000 + 200)).isEqualTo(9);
        assertThat(bundles.resolve(list, 0x1000 + 201)).isEqualTo(3);
        assertThat(bundles.resolve(7, 0x1000)).isEqualTo(7);
        assertThat(bundles.resolve(Payload.MIXED, 0x1000)).isEqualTo(Payload.MIXED);
    }

    @Test
    void lists_may_hold_lists() {
        int[] versions = uniform(3, 64);
        versions[5] = 4;
        int inner = bundles.intern(versions, 64, 0);
        int outer = bundles.intern(new int[] {inner, 8}, 2, -1);
        assertThat(bundles.resolve(bundles.version(outer, 0), 64 + 5)).isEqualTo(4);
        assertThat(bundles.newest(outer)).isEqualTo(8);
    }
}
