// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.Origin;
import dev.sluice.program.sync.Stage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Queues that wait for an event which the host sets after the submission (Vulkan specification, section Events). */
final class HostEventTest {
    private static final String FROM_HOST = "HOST/HOST_WRITE>COPY/TRANSFER_READ";
    private static final Origin AT = Origin.at("test");

    private static Streams streams() {
        return new Streams().buffer("x", "shared", 256).buffers("a", "b");
    }

    private static HostOperation set(String event) {
        return new HostOperation.SetEvent(AT, event);
    }

    private static HostOperation reset(String event) {
        return new HostOperation.ResetEvent(AT, event);
    }

    /** A queue waits, and copies what the host writes meanwhile. */
    private static Streams waiting(String spec) {
        return streams().waitEvent("e", spec).copy("x", "a").submit();
    }

    private static void assertClean(Streams stream) {
        HazardReport report = stream.check();
        assertThat(report.hazards()).isEmpty();
        assertThat(report.notes()).isEmpty();
    }

    @Test
    void should_hold_a_queue_until_the_host_sets_the_event() {
        assertClean(waiting(FROM_HOST).hostWrite("x", 0, 256).host(set("e")));
    }

    @Test
    void should_hold_a_queue_at_a_legacy_wait_as_well() {
        assertClean(streams()
                .waitEventsLegacy(List.of("e"), FROM_HOST)
                .copy("x", "a")
                .submit()
                .hostWrite("x", 0, 256)
                .host(set("e")));
    }

    @Test
    void should_not_order_what_the_host_does_after_the_set() {
        assertThat(waiting(FROM_HOST).host(set("e")).hostWrite("x", 0, 256).kinds())
                .containsExactly(HazardKind.WRITE_RACING_READ);
    }

    @Test
    void should_not_order_the_host_where_the_wait_does_not_name_its_stage() {
        assertThat(waiting("COPY/HOST_WRITE>COPY/TRANSFER_READ")
                        .hostWrite("x", 0, 256)
                        .host(set("e"))
                        .missing())
                .containsExactly(MissingHalf.HOST_ORDER);
    }

    @Test
    void should_ask_for_the_access_of_the_host() {
        assertThat(waiting("HOST>COPY/TRANSFER_READ")
                        .hostWrite("x", 0, 256)
                        .host(set("e"))
                        .missing())
                .containsExactly(MissingHalf.AVAILABILITY);
    }

    @Test
    void should_not_order_stages_that_the_wait_does_not_name() {
        assertThat(waiting("HOST/HOST_WRITE>CLEAR/TRANSFER_WRITE")
                        .hostWrite("x", 0, 256)
                        .host(set("e"))
                        .kinds())
                .containsExactly(HazardKind.READ_RACING_WRITE);
    }

    @Test
    void should_perform_what_comes_before_the_wait_at_once() {
        assertThat(streams()
                        .copy("x", "a")
                        .waitEvent("e", FROM_HOST)
                        .submit()
                        .hostWrite("x", 0, 256)
                        .host(set("e"))
                        .kinds())
                .containsExactly(HazardKind.WRITE_RACING_READ);
    }

    @Test
    void should_hold_the_fences_of_later_submissions() {
        assertClean(waiting(FROM_HOST)
                .barrier("COPY>COPY")
                .submit("f")
                .hostWrite("x", 0, 256)
                .host(set("e"))
                .waitFence("f")
                .hostWrite("x", 0, 256));
    }

    @Test
    void should_wait_for_every_event() {
        assertClean(streams()
                .command(new Command.WaitEvents(
                        AT,
                        List.of(
                                new Command.WaitEvents.Wait(List.of("d"), List.of(Streams.spec(FROM_HOST))),
                                new Command.WaitEvents.Wait(List.of("e"), List.of(Streams.spec(FROM_HOST)))),
                        false))
                .copy("x", "a")
                .submit()
                .host(set("d"))
                .hostWrite("x", 0, 256)
                .host(set("e")));
    }

    @Test
    void should_hold_a_queue_for_the_next_set_after_a_reset() {
        assertClean(streams()
                .host(set("e"))
                .host(reset("e"))
                .waitEvent("e", FROM_HOST)
                .copy("x", "a")
                .submit()
                .hostWrite("x", 0, 256)
                .host(set("e")));
    }

    @Test
    void should_let_a_wait_go_on_though_its_event_is_reset_at_once() {
        assertClean(waiting(FROM_HOST).hostWrite("x", 0, 256).host(set("e")).host(reset("e")));
    }

    @Test
    void should_order_the_thread_that_sets_the_event() {
        assertClean(waiting(FROM_HOST).thread("other").hostWrite("x", 0, 256).host(set("e")));
    }

    @Test
    void should_not_order_other_threads_than_that_which_sets_the_event() {
        assertThat(waiting(FROM_HOST)
                        .hostWrite("x", 0, 256)
                        .thread("other")
                        .host(set("e"))
                        .kinds())
                .containsExactly(HazardKind.WRITE_RACING_READ);
    }

    @Test
    void should_take_along_what_a_fence_made_available_before_the_set() {
        assertClean(streams()
                .waitEvent("e", "HOST>COPY/TRANSFER_READ")
                .copy("b", "a")
                .submit()
                .queue("universal.1")
                .fill("b")
                .submit("f")
                .waitFence("f")
                .host(set("e")));
    }

    private static HostOperation await(String event) {
        return new HostOperation.AwaitEvent(AT, event);
    }

    /** A queue copies what the host overwrites as soon as it finds the event set. */
    private static Streams polled() {
        return streams().copy("x", "a").setEventLegacy("e", "COPY");
    }

    @Test
    void should_order_the_host_after_what_it_found_an_event_set_by() {
        assertClean(polled().submit().host(await("e")).hostWrite("x", 0, 256));
    }

    @Test
    void should_order_the_host_though_a_queue_resets_the_event_at_once() {
        assertClean(polled().command(new Command.ResetEvent(AT, "e", Stage.COPY.mask()))
                .submit()
                .host(await("e"))
                .hostWrite("x", 0, 256));
    }

    @Test
    void should_not_order_the_host_after_stages_that_the_set_does_not_name() {
        assertThat(streams()
                        .copy("x", "a")
                        .setEventLegacy("e", "CLEAR")
                        .submit()
                        .host(await("e"))
                        .hostWrite("x", 0, 256)
                        .kinds())
                .containsExactly(HazardKind.WRITE_RACING_READ);
    }

    @Test
    void should_not_order_the_host_after_what_comes_behind_the_set() {
        assertThat(streams()
                        .setEventLegacy("e", "COPY")
                        .copy("x", "a")
                        .submit()
                        .host(await("e"))
                        .hostWrite("x", 0, 256)
                        .kinds())
                .containsExactly(HazardKind.WRITE_RACING_READ);
    }

    @Test
    void should_pass_on_to_a_host_thread_what_another_knows_that_set_the_event() {
        assertClean(streams()
                .hostWrite("x", 0, 256)
                .host(set("e"))
                .thread("other")
                .host(await("e"))
                .hostWrite("x", 0, 256));
    }

    @Test
    void should_wait_for_a_set_after_the_host_has_reset_the_event() {
        assertThat(streams()
                        .host(set("e"))
                        .host(reset("e"))
                        .host(await("e"))
                        .check()
                        .notes())
                .singleElement()
                .asString()
                .contains("never comes");
    }

    @Test
    void should_say_that_the_host_waits_for_a_fence_of_what_waits_for_its_event() {
        HazardReport report = streams()
                .waitEvent("e", FROM_HOST)
                .copy("x", "a")
                .submit("f")
                .waitFence("f")
                .hostWrite("x", 0, 256)
                .host(set("e"))
                .check();

        assertThat(report.notes()).singleElement().asString().contains("submit0.0 waits for event e");
        assertThat(report.hazards()).isEmpty();
    }

    @Test
    void should_say_of_each_wait_that_it_never_ends() {
        HazardReport report = waiting(FROM_HOST)
                .waitEvent("d", FROM_HOST)
                .copy("x", "b")
                .submit()
                .idle()
                .hostWrite("x", 0, 256)
                .check();

        assertThat(report.notes()).hasSize(2);
        assertThat(report.hazards()).isEmpty();
    }
}
