// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Where the objects of a memory go. */
final class PlacementTest {
    private record Thing(long offset, long capturedSize, long neededSize, long alignment, boolean tiled)
            implements Resident {}

    private static Placement settled(Thing... things) {
        Placement placement = new Placement(1024);
        List.of(things).forEach(placement::add);
        placement.settle();
        return placement;
    }

    @Test
    void objects_that_fit_stay() {
        Placement placement = settled(new Thing(0, 512, 512, 512, true), new Thing(512, 512, 512, 512, true));
        assertThat(placement.moves()).isFalse();
        assertThat(placement.moved(700)).isEqualTo(700);
        assertThat(placement.grown(2048)).isEqualTo(2048);
    }

    @Test
    void an_object_that_grows_pushes_those_above_it_on() {
        Placement placement = settled(new Thing(0, 256, 1024, 512, true), new Thing(512, 512, 512, 512, true));
        assertThat(placement.moved(512)).isEqualTo(1024);
        assertThat(placement.moved(600)).isEqualTo(1112);
        assertThat(placement.grown(1024)).isEqualTo(1536);
    }

    @Test
    void objects_at_the_same_byte_move_together() {
        Placement placement = settled(
                new Thing(0, 256, 1024, 512, true),
                new Thing(512, 512, 512, 512, true),
                new Thing(512, 100, 100, 1, false));
        assertThat(placement.moved(512)).isEqualTo(1024);
    }

    @Test
    void a_wrong_alignment_moves_an_object() {
        assertThat(settled(new Thing(16, 512, 512, 512, true)).moved(16)).isEqualTo(512);
    }

    @Test
    void tiles_and_other_objects_do_not_share_a_page() {
        Placement placement = settled(new Thing(0, 100, 100, 1, false), new Thing(512, 512, 512, 512, true));
        assertThat(placement.moved(512)).isEqualTo(1024);
    }

    @Test
    void objects_that_overlap_know_it() {
        Thing low = new Thing(0, 512, 512, 512, true);
        Thing high = new Thing(256, 512, 512, 256, true);
        Thing other = new Thing(1024, 512, 512, 512, true);
        Placement placement = settled(low, high, other);
        assertThat(placement.overlaps(low)).isTrue();
        assertThat(placement.overlaps(other)).isFalse();
    }

    @Test
    void objects_that_overlap_do_so_beside_one_that_must_not_share_their_page() {
        Thing whole = new Thing(0, 800, 800, 1, false);
        Thing tiles = new Thing(64, 64, 64, 64, true);
        Thing part = new Thing(512, 100, 100, 1, false);

        Placement placement = settled(whole, tiles, part);

        assertThat(placement.moves()).isFalse();
        assertThat(placement.separated()).isZero();
    }

    @Test
    void objects_that_overlap_go_to_another_page_together() {
        Placement placement = settled(
                new Thing(0, 100, 100, 1, false),
                new Thing(128, 800, 800, 1, false),
                new Thing(256, 64, 64, 64, true),
                new Thing(1000, 16, 16, 1, false));

        assertThat(placement.moved(128)).isEqualTo(1024);
        assertThat(placement.moved(256)).isEqualTo(1152);
        assertThat(placement.moved(1000)).isEqualTo(2048);
    }

    @Test
    void objects_that_tiles_between_them_separate_are_counted() {
        assertThat(settled(
                                new Thing(0, 512, 512, 1, false),
                                new Thing(0, 256, 2048, 64, true),
                                new Thing(256, 512, 512, 1, false))
                        .separated())
                .isEqualTo(1);
    }
}
