// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockRequester;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Dirty bytes as a look from outside finds them, against the same look byte by byte. */
final class DirtyBytesTest {

    private static final byte CLEAN = 77;

    /** A cache that was written to at some addresses, with what is dirty left in it. */
    private static CacheRig written(DirtyTracking tracking, byte value, long... addresses) {
        CacheRig rig = new CacheRig(CacheSpecs.l2(tracking).build());
        MockRequester client = rig.requester("client");
        client.read(0, 96, 32);
        for (int i = 0; i < addresses.length; i++) {
            client.write(500 + 200L * i, addresses[i], value);
        }
        rig.finish();
        return rig;
    }

    private static byte[] clean(int size) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, CLEAN);
        return bytes;
    }

    @ParameterizedTest
    @EnumSource(names = {"BYTE", "SECTOR", "LINE"})
    void any_stretch_gets_what_is_dirty_of_it_and_nothing_else(DirtyTracking tracking) {
        CacheRig rig = written(tracking, (byte) 9, 3, 31, 32, 70, 100);
        DirtyBytes dirty = new DirtyBytes(List.of(rig.cache));
        for (int from : new int[] {0, 1, 31, 32, 33, 64}) {
            for (int size : new int[] {1, 2, 31, 32, 33, 60}) {
                byte[] expected = clean(size);
                for (int i = 0; i < size; i++) {
                    if (rig.cache.contents().dirty(from + i)) {
                        expected[i] = (byte) rig.cache.contents().valueOf(from + i);
                    }
                }
                byte[] first = clean(size);
                dirty.first(from, first);
                byte[] last = clean(size);
                dirty.last(from, last);
                assertThat(first).as("from %d, %d bytes", from, size).isEqualTo(expected);
                assertThat(last).as("from %d, %d bytes", from, size).isEqualTo(expected);
            }
        }
    }

    @Test
    void of_several_caches_the_first_or_the_last_that_has_a_byte_says_what_it_is() {
        DirtyBytes dirty = new DirtyBytes(List.of(
                written(DirtyTracking.BYTE, (byte) 1, 0, 1).cache,
                written(DirtyTracking.BYTE, (byte) 2).cache,
                written(DirtyTracking.BYTE, (byte) 3, 1, 2).cache));
        byte[] first = clean(4);
        dirty.first(0, first);
        byte[] last = clean(4);
        dirty.last(0, last);
        assertThat(first).containsExactly(1, 1, 3, CLEAN);
        assertThat(last).containsExactly(1, 3, 3, CLEAN);
    }
}
