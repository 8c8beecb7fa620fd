// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.Origin;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Dependencies in two halves (Vulkan specification, section Events). */
final class HazardEventTest {
    private static final String BOTH = "CLEAR/TRANSFER_WRITE>COPY/TRANSFER_READ";
    private static final Origin AT = Origin.at("test");

    private static Streams streams() {
        return new Streams().buffers("a", "b", "c");
    }

    @Test
    void should_order_only_what_was_before_the_set() {
        assertThat(streams()
                        .fill("a")
                        .setEvent("e", BOTH)
                        .waitEvent("e", BOTH)
                        .copy("a", "b")
                        .kinds())
                .isEmpty();
        assertThat(streams()
                        .setEvent("e", BOTH)
                        .fill("a")
                        .waitEvent("e", BOTH)
                        .copy("a", "b")
                        .kinds())
                .containsExactly(HazardKind.READ_AFTER_WRITE);
    }

    @Test
    void should_take_the_stages_of_a_legacy_set_and_the_accesses_of_its_wait() {
        assertThat(streams()
                        .fill("a")
                        .setEventLegacy("e", "CLEAR")
                        .waitEventsLegacy(List.of("e"), BOTH)
                        .copy("a", "b")
                        .kinds())
                .isEmpty();
        assertThat(streams()
                        .fill("a")
                        .setEventLegacy("e", "CLEAR")
                        .waitEventsLegacy(List.of("e"), "CLEAR>COPY/TRANSFER_READ")
                        .copy("a", "b")
                        .missing())
                .containsExactly(MissingHalf.AVAILABILITY);
    }

    @Test
    void should_not_let_a_legacy_set_wait_for_stages_that_only_another_event_names() {
        assertThat(streams()
                        .fill("a")
                        .setEventLegacy("d", "COPY")
                        .copy("b", "c")
                        .setEventLegacy("e", "COPY")
                        .waitEventsLegacy(List.of("d", "e"), "CLEAR|COPY/TRANSFER_WRITE>COPY/TRANSFER_READ")
                        .copy("a", "b")
                        .kinds())
                .contains(HazardKind.READ_AFTER_WRITE);
    }

    @Test
    void should_note_an_event_that_nothing_sets() {
        HazardReport never =
                streams().fill("a").waitEvent("e", BOTH).copy("a", "b").check();

        assertThat(never.clean()).isFalse();
        assertThat(never.notes()).singleElement().asString().contains("which nothing has set");
    }

    @Test
    void should_forget_an_event_that_is_reset() {
        assertThat(streams()
                        .fill("a")
                        .setEvent("e", BOTH)
                        .command(new Command.ResetEvent(AT, "e", Streams.mask(dev.sluice.program.sync.Stage.CLEAR)))
                        .waitEvent("e", BOTH)
                        .copy("a", "b")
                        .kinds())
                .containsExactly(HazardKind.READ_AFTER_WRITE);
    }

    @Test
    void should_order_the_host_before_what_waits_for_its_event() {
        assertThat(fromHost("HOST/HOST_WRITE>COPY/TRANSFER_READ").kinds()).isEmpty();
        assertThat(fromHost("CLEAR/TRANSFER_WRITE>COPY/TRANSFER_READ").missing())
                .containsExactly(MissingHalf.HOST_ORDER);
    }

    /** Another thread writes and then sets the event that the queue waits for. */
    private static Streams fromHost(String spec) {
        return new Streams()
                .buffer("x", "shared", 256)
                .buffers("a")
                .hostWrite("x", 0, 256)
                .host(new HostOperation.SetEvent(AT, "e"))
                .thread("other")
                .queue("universal.0")
                .waitEvent("e", spec)
                .copy("x", "a")
                .submit();
    }

    @Test
    void should_take_a_set_of_a_set_event_for_nothing() {
        assertThat(streams()
                        .setEvent("e", BOTH)
                        .fill("a")
                        .setEvent("e", BOTH)
                        .waitEvent("e", BOTH)
                        .copy("a", "b")
                        .kinds())
                .containsExactly(HazardKind.READ_AFTER_WRITE);
    }

    /** "Events must not be used to insert a dependency between commands submitted to different queues." */
    @Test
    void should_order_nothing_behind_what_another_queue_sets() {
        Streams modern = streams()
                .queue("transfer.0")
                .fill("a")
                .setEvent("e", BOTH)
                .submit()
                .queue("universal.0")
                .waitEvent("e", BOTH)
                .copy("a", "b");
        Streams legacy = streams()
                .queue("transfer.0")
                .fill("a")
                .setEventLegacy("e", "CLEAR")
                .submit()
                .queue("universal.0")
                .waitEventsLegacy(List.of("e"), BOTH)
                .copy("a", "b");

        assertThat(modern.missing()).containsExactly(MissingHalf.SEMAPHORE);
        assertThat(legacy.missing()).containsExactly(MissingHalf.SEMAPHORE);
    }
}
