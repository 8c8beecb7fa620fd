// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Each relation by itself, on programs of a few events that are numbered in the order of their lists. */
final class OrderingTest {
    private static final MemorySemantics ACQUIRE = new MemorySemantics(true, false, 1, false, false);
    private static final MemorySemantics RELEASE = new MemorySemantics(false, true, 1, false, false);
    private static final ModelAgent ONE = ModelAgent.invocation(1, 0, 0, 0);
    private static final ModelAgent NEAR = ModelAgent.invocation(2, 0, 0, 1);
    private static final ModelAgent FAR = ModelAgent.invocation(3, 0, 1, 0);
    private static final ModelAgent OTHER_FAMILY = ModelAgent.invocation(4, 1, 0, 0);

    private static Event store(ModelAgent agent, int reference, MemorySemantics semantics, ModelScope scope) {
        return atomic(agent, reference, false, true, semantics, scope);
    }

    private static Event load(ModelAgent agent, int reference, MemorySemantics semantics, ModelScope scope) {
        return atomic(agent, reference, true, false, semantics, scope);
    }

    private static Event atomic(
            ModelAgent agent,
            int reference,
            boolean reads,
            boolean writes,
            MemorySemantics semantics,
            ModelScope scope) {
        ModelAccess access =
                new ModelAccess(reference, 0, 1L << reference, reads, writes, true, false, false, true, null, null);
        return Event.access(agent, "atomic", 1, access, semantics, scope);
    }

    private static Event plain(ModelAgent agent, int reference, boolean writes) {
        ModelAccess access = new ModelAccess(
                reference, 0, 1L << reference, !writes, writes, false, writes, !writes, true, null, null);
        return Event.access(agent, "plain", 1, access, MemorySemantics.RELAXED, ModelScope.DEVICE);
    }

    private static ProgramRelations fixed(Event... events) {
        return new ProgramRelations(new MemoryProgram(
                "test", List.of(events), Relation.empty(events.length), List.of("x", "y", "z"), List.of()));
    }

    private static Ordering ordering(ProgramRelations fixed, Relation modification, int... readsOfLocation) {
        ReadsFrom found = new ReadsFrom(fixed.locations(), fixed.size());
        for (int i = 0; i < readsOfLocation.length; i += 3) {
            found.set(readsOfLocation[i], readsOfLocation[i + 1], readsOfLocation[i + 2]);
        }
        return new Ordering(fixed, modification, found, true);
    }

    @Test
    void should_share_instances_by_the_whole_path() {
        assertThat(ONE.sharesInstance(ModelScope.WORKGROUP, NEAR)).isTrue();
        assertThat(ONE.sharesInstance(ModelScope.SUBGROUP, NEAR)).isFalse();
        assertThat(ONE.sharesInstance(ModelScope.SUBGROUP, FAR)).isFalse();
        assertThat(ONE.sharesInstance(ModelScope.QUEUE_FAMILY, FAR)).isTrue();
        assertThat(ONE.sharesInstance(ModelScope.WORKGROUP, OTHER_FAMILY)).isFalse();
        assertThat(ONE.sharesInstance(ModelScope.DEVICE, OTHER_FAMILY)).isTrue();
        assertThat(ONE.sharesInstance(ModelScope.DEVICE, ModelAgent.hostThread(9)))
                .isFalse();
        assertThat(ONE.sharesInstance(ModelScope.CROSS_DEVICE, ModelAgent.hostThread(9)))
                .isTrue();
    }

    @Test
    void should_order_mutually_only_in_each_others_scope() {
        ProgramRelations fixed = fixed(
                store(ONE, 0, MemorySemantics.RELAXED, ModelScope.WORKGROUP),
                store(NEAR, 0, MemorySemantics.RELAXED, ModelScope.DEVICE),
                store(FAR, 0, MemorySemantics.RELAXED, ModelScope.DEVICE));

        assertThat(fixed.mutuallyOrdered()).hasToString("[0->1, 1->0, 1->2, 2->1]");
    }

    @Test
    void should_not_order_different_references_mutually() {
        assertThat(fixed(
                                store(ONE, 0, MemorySemantics.RELAXED, ModelScope.DEVICE),
                                store(FAR, 1, MemorySemantics.RELAXED, ModelScope.DEVICE))
                        .mutuallyOrdered()
                        .isEmpty())
                .isTrue();
    }

    @Test
    void should_order_an_agents_events_by_program() {
        assertThat(fixed(plain(ONE, 0, true), plain(FAR, 0, false), plain(ONE, 1, true))
                        .programOrder())
                .hasToString("[0->2]");
    }

    @Test
    void should_continue_release_sequences_with_read_modify_writes_only() {
        ProgramRelations fixed = fixed(
                store(ONE, 0, RELEASE, ModelScope.DEVICE),
                atomic(NEAR, 0, true, true, MemorySemantics.RELAXED, ModelScope.DEVICE),
                store(FAR, 0, MemorySemantics.RELAXED, ModelScope.DEVICE),
                atomic(FAR, 0, true, true, MemorySemantics.RELAXED, ModelScope.DEVICE));
        Relation inFileOrder = Relation.of(4, (a, b) -> a < b);

        assertThat(ordering(fixed, inFileOrder).releaseSequences()).hasToString("[0->0, 0->1]");
    }

    @Test
    void should_synchronize_a_release_with_the_acquire_that_reads_it() {
        ProgramRelations fixed =
                fixed(store(ONE, 0, RELEASE, ModelScope.DEVICE), load(FAR, 0, ACQUIRE, ModelScope.DEVICE));

        assertThat(ordering(fixed, Relation.empty(2), 0, 1, 0).synchronizesWith())
                .hasToString("[0->1]");
        assertThat(ordering(fixed, Relation.empty(2), 0, 1, ReadsFrom.INITIAL)
                        .synchronizesWith()
                        .isEmpty())
                .isTrue();
    }

    @Test
    void should_not_chain_program_order_into_inter_thread_order() {
        // the plain store is in another storage class than the release orders, so only program order leads to it
        MemorySemantics other = new MemorySemantics(false, true, 2, false, false);
        MemorySemantics otherAcquire = new MemorySemantics(true, false, 2, false, false);
        ProgramRelations fixed = fixed(
                plain(ONE, 0, true),
                store(ONE, 1, other, ModelScope.DEVICE),
                load(FAR, 1, otherAcquire, ModelScope.DEVICE),
                plain(FAR, 0, false));
        Relation before = ordering(fixed, Relation.empty(4), 1, 2, 1).happensBefore();

        assertThat(before.has(0, 1)).isTrue();
        assertThat(before.has(1, 2)).isTrue();
        assertThat(before.has(0, 2)).isFalse();
        assertThat(before.has(0, 3)).isFalse();
    }

    @Test
    void should_order_locations_through_availability_and_visibility() {
        ProgramRelations fixed = fixed(
                plain(ONE, 0, true),
                store(ONE, 1, RELEASE, ModelScope.DEVICE),
                load(FAR, 1, ACQUIRE, ModelScope.DEVICE),
                plain(FAR, 0, false));
        Ordering ordering = ordering(fixed, Relation.empty(4), 1, 2, 1);

        assertThat(ordering.locationOrder(0)).hasToString("[0->3]");
        assertThat(ordering.races().isEmpty()).isTrue();
    }

    @Test
    void should_order_all_accesses_of_one_agent_to_a_location() {
        ProgramRelations fixed = fixed(plain(ONE, 0, true), plain(ONE, 0, true), plain(ONE, 0, false));
        Ordering ordering = ordering(fixed, Relation.empty(3));

        assertThat(ordering.locationOrder(0)).hasToString("[0->1, 0->2, 1->2]");
    }

    @Test
    void should_find_a_race_and_say_what_is_missing() {
        ProgramRelations fixed = fixed(plain(ONE, 0, true), plain(FAR, 0, false));
        Ordering ordering = ordering(fixed, Relation.empty(2));

        assertThat(ordering.races()).hasToString("[0->1]");
        assertThat(RaceExplanation.of(ordering)).singleElement().satisfies(race -> {
            assertThat(race.location()).isEqualTo("x");
            assertThat(race.reasons()).containsExactly("neither happens before the other");
        });
    }

    @Test
    void should_read_from_the_initial_value_before_every_write() {
        ProgramRelations fixed = fixed(plain(ONE, 0, true), plain(FAR, 0, false));
        ReadsFrom found = new ReadsFrom(3, 2);
        found.set(0, 1, ReadsFrom.INITIAL);
        Relation none = Relation.empty(2);

        assertThat(new Consistency(fixed, none, new Relation[] {none, none, none}).fromReads(found))
                .hasToString("[1->0]");
    }

    @Test
    void should_not_put_a_write_between_two_that_are_not_mutually_ordered() {
        ProgramRelations fixed = fixed(
                store(ONE, 0, MemorySemantics.RELAXED, ModelScope.WORKGROUP),
                store(NEAR, 0, MemorySemantics.RELAXED, ModelScope.DEVICE),
                store(FAR, 0, MemorySemantics.RELAXED, ModelScope.DEVICE));

        assertThat(new ModificationOrders(fixed, Relation.empty(3), 100).all()).hasSize(2);
    }
}
