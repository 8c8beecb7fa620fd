// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class RelationTest {
    private static Relation of(int size, int... pairs) {
        Relation relation = Relation.empty(size);
        for (int i = 0; i < pairs.length; i += 2) {
            int from = pairs[i];
            int to = pairs[i + 1];
            relation = relation.or(Relation.of(size, (a, b) -> a == from && b == to));
        }
        return relation;
    }

    @Test
    void should_compose_through_a_middle() {
        assertThat(of(4, 0, 1, 0, 2).then(of(4, 1, 3, 3, 0))).isEqualTo(of(4, 0, 3));
    }

    @Test
    void should_close_transitively() {
        assertThat(of(4, 0, 1, 1, 2, 2, 3).closure()).isEqualTo(of(4, 0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3));
    }

    @Test
    void should_invert() {
        assertThat(of(3, 0, 2, 1, 2).inverse()).isEqualTo(of(3, 2, 0, 2, 1));
    }

    @Test
    void should_keep_pairs_between_sets() {
        assertThat(of(3, 0, 1, 1, 2, 0, 2).between(0b001, 0b100)).isEqualTo(of(3, 0, 2));
    }

    @Test
    void should_add_every_event_with_itself() {
        assertThat(of(2, 0, 1).reflexive()).isEqualTo(of(2, 0, 0, 0, 1, 1, 1));
    }

    @Test
    void should_tell_circles_from_paths() {
        assertThat(of(3, 0, 1, 1, 2, 0, 2).isAcyclic()).isTrue();
        assertThat(of(3, 0, 1, 1, 2, 2, 0).isAcyclic()).isFalse();
        assertThat(of(2, 1, 1).isAcyclic()).isFalse();
    }

    @Test
    void should_hold_sixty_four_events_and_no_more() {
        Relation line = Relation.of(64, (a, b) -> b == a + 1);

        assertThat(line.isAcyclic()).isTrue();
        assertThat(line.closure().count()).isEqualTo(64 * 63 / 2);
        assertThat(line.or(of(64, 63, 0)).isAcyclic()).isFalse();
        assertThatThrownBy(() -> Relation.empty(65)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void should_intersect_and_count() {
        Relation both = of(3, 0, 1, 1, 2).and(of(3, 1, 2, 2, 0));

        assertThat(both).isEqualTo(of(3, 1, 2)).hasToString("[1->2]");
        assertThat(both.count()).isEqualTo(1);
        assertThat(both.isEmpty()).isFalse();
    }
}
