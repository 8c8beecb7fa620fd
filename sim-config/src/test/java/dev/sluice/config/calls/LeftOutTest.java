// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LeftOutTest {
    private static NotUnderstood call(String name, Change change, long index) {
        return new NotUnderstood(name, 1, change, "for a test", index);
    }

    @Test
    void synchronization_comes_first_and_timing_last() {
        LeftOut leftOut = new LeftOut(
                List.of(
                        call("t", Change.TIMING, 1),
                        call("w", Change.WORK, 2),
                        call("s", Change.SYNCHRONIZATION, 9),
                        call("r", Change.RESOURCES, 3),
                        call("c", Change.CONTENTS, 4),
                        call("a", Change.ANYTHING, 5)),
                List.of());

        assertThat(leftOut.notUnderstood().stream().map(NotUnderstood::call))
                .containsExactly("s", "a", "w", "c", "r", "t");
    }

    @Test
    void calls_of_a_kind_stand_in_the_order_of_the_capture() {
        LeftOut leftOut = new LeftOut(
                List.of(
                        call("later", Change.WORK, 7),
                        call("first", Change.WORK, 3),
                        new NotUnderstood("somewhere", 1, Change.WORK, "for a test", null)),
                List.of());

        assertThat(leftOut.notUnderstood().stream().map(NotUnderstood::call))
                .containsExactly("first", "later", "somewhere");
    }

    @Test
    void dropped_synchronization_is_not_reliable_and_names_the_calls() {
        LeftOut leftOut = new LeftOut(
                List.of(
                        call("vkCmdSetEvent", Change.SYNCHRONIZATION, 1),
                        call("vkCmdWaitEvents", Change.SYNCHRONIZATION, 2),
                        call("vkSetEvent", Change.SYNCHRONIZATION, 3),
                        call("vkResetEvent", Change.SYNCHRONIZATION, 4)),
                List.of());

        assertThat(leftOut.reliable()).isFalse();
        assertThat(leftOut.doubts().get(0))
                .startsWith("synchronization was dropped (vkCmdSetEvent, vkCmdWaitEvents, vkSetEvent and 1 more)");
    }

    @Test
    void commands_have_work_that_is_not_shown_unless_only_contents_or_time_differ() {
        for (Change change : Change.values()) {
            assertThat(new LeftOut(List.of(call("vkFoo", change, 1)), List.of()).hidesWork())
                    .as(change.key())
                    .isEqualTo(change != Change.CONTENTS && change != Change.TIMING);
        }
        assertThat(LeftOut.NOTHING.hidesWork()).isFalse();
    }

    @Test
    void an_unknown_call_is_not_reliable() {
        assertThat(new LeftOut(List.of(call("vkFoo", Change.ANYTHING, 1)), List.of()).reliable())
                .isFalse();
    }

    @Test
    void a_missing_part_is_not_reliable() {
        LeftOut leftOut = new LeftOut(List.of(), List.of("there is no x.gfxr"));

        assertThat(leftOut.reliable()).isFalse();
        assertThat(leftOut.doubts()).containsExactly("there is no x.gfxr");
    }

    @Test
    void dropped_work_contents_resources_and_timing_are_reported_and_reliable() {
        LeftOut leftOut = new LeftOut(
                List.of(
                        call("w", Change.WORK, 1),
                        call("c", Change.CONTENTS, 2),
                        call("r", Change.RESOURCES, 3),
                        call("t", Change.TIMING, 4)),
                List.of());

        assertThat(leftOut.reliable()).isTrue();
        assertThat(leftOut.isNothing()).isFalse();
    }
}
