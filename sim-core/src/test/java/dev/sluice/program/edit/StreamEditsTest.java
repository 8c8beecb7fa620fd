// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.Origin;
import dev.sluice.program.sync.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class StreamEditsTest {
    private static final int SITES = 6;

    static IntStream seeds() {
        return IntStream.range(0, 400);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void many_edits_are_as_each_of_them_after_the_other(int seed) {
        Random random = new Random(seed);
        List<Item> list = new ArrayList<>();
        for (int i = random.nextInt(12); i >= 0; i--) {
            list.add(Item.of(new Command.PipelineBarrier(Origin.at(site(random)), barriers(random), false)));
        }
        List<BarrierEdit> edits = new ArrayList<>();
        for (int i = random.nextInt(10); i >= 0; i--) {
            edits.add(edit(random));
        }

        List<Item> one = list;
        for (BarrierEdit edit : edits) {
            one = edit.applyTo(one);
        }

        assertThat(StreamEdits.apply(list, edits)).isEqualTo(one);
    }

    /** As where a secondary command buffer is executed twice. */
    @Test
    void a_barrier_that_is_carried_out_twice_is_merged_with_its_neighbour_each_time() {
        Barrier first = new Barrier(1, 0, 2, 0, null, null, null);
        Barrier second = new Barrier(4, 0, 8, 0, null, null, null);
        List<Item> list = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            list.add(Item.of(new Command.PipelineBarrier(Origin.at("a"), List.of(first), false)));
            list.add(Item.of(new Command.PipelineBarrier(Origin.at("b"), List.of(second), false)));
        }

        assertThat(StreamEdits.apply(list, List.of(new BarrierEdit.Merge("a", "b"))))
                .containsExactlyElementsOf(Collections.nCopies(
                        3, Item.of(new Command.PipelineBarrier(Origin.at("b"), List.of(second, first), false))));
    }

    private static BarrierEdit edit(Random random) {
        String site = site(random);
        return switch (random.nextInt(6)) {
            case 0 -> new BarrierEdit.Remove(site);
            case 1 -> new BarrierEdit.Narrow(site, barriers(random));
            case 2 -> new BarrierEdit.Move(site, place(random));
            case 3 -> new BarrierEdit.Merge(site, site(random));
            case 4 -> new BarrierEdit.Split(site, "event", place(random), place(random));
            default -> new BarrierEdit.Add("added" + random.nextInt(2), barriers(random), place(random), null);
        };
    }

    /** One of the list, or one that an edit may have made. */
    private static String site(Random random) {
        int number = random.nextInt(SITES + 4);
        String old = "site" + random.nextInt(SITES);
        return switch (number - SITES) {
            case 0 -> BarrierEdit.Split.setSite(old);
            case 1 -> BarrierEdit.Split.waitSite(old);
            case 2, 3 -> "added" + random.nextInt(2);
            default -> old;
        };
    }

    private static Place place(Random random) {
        return random.nextBoolean() ? Place.before(site(random)) : Place.after(site(random));
    }

    private static List<Barrier> barriers(Random random) {
        long stages = 1L << random.nextInt(4);
        return List.of(new Barrier(stages, 0, Stage.COMPUTE_SHADER.mask(), 0, null, null, null));
    }
}
