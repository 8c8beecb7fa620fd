// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.Sharing;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.image.ImageLayout;
import org.junit.jupiter.api.Test;

/**
 * Contents that are undefined for a queue family because nothing transfers them to it (Vulkan specification, section
 * Queue Family Ownership Transfer).
 */
final class HazardOwnershipTest {
    private static final String RELEASE = "CLEAR/TRANSFER_WRITE>NONE@x";
    private static final String ACQUIRE = "NONE>COPY/TRANSFER_READ@x";

    /** The transfer queue fills, the universal one copies; a half that is empty is not there. */
    private static Streams stream(Sharing.Mode mode, String release, String signal, String acquire) {
        Streams stream =
                new Streams().shared("x", mode).buffers("a").queue("transfer.0").fill("x");
        half(stream, release);
        stream.signals("s", signal).submit().queue("universal.0").waits("s", "ALL_COMMANDS");
        half(stream, acquire);
        return stream.copy("x", "a");
    }

    private static void half(Streams stream, String spec) {
        if (!spec.isEmpty()) {
            stream.transfer(spec, "transfer", "universal");
        }
    }

    private static Streams exclusive(String release, String acquire) {
        return stream(Sharing.Mode.EXCLUSIVE, release, "ALL_COMMANDS", acquire);
    }

    @Test
    void should_accept_a_release_and_its_acquire() {
        assertThat(exclusive(RELEASE, ACQUIRE).missing()).isEmpty();
    }

    @Test
    void should_ask_for_a_release_and_an_acquire() {
        Hazard hazard = exclusive("", "").check().hazards().get(0);

        assertThat(hazard.kind()).isEqualTo(HazardKind.READ_AFTER_WRITE);
        assertThat(hazard.missing()).isEqualTo(MissingHalf.TRANSFER);
        assertThat(hazard.cure())
                .isEqualTo(new Cure.HandOver(
                        Cure.HandOver.Half.BOTH,
                        "x",
                        null,
                        "submit0.0",
                        "transfer.0",
                        "submit1.0",
                        "universal.0",
                        "transfer",
                        "universal"));
    }

    @Test
    void should_ask_for_the_half_that_is_missing() {
        assertThat(exclusive(RELEASE, "").missing()).containsExactly(MissingHalf.ACQUIRE);
        assertThat(exclusive("", ACQUIRE).missing()).containsExactly(MissingHalf.RELEASE);
    }

    @Test
    void should_not_match_halves_of_different_ranges() {
        assertThat(exclusive(RELEASE, ACQUIRE + ":0:128").missing()).contains(MissingHalf.TRANSFER_ORDER);
    }

    @Test
    void should_ask_for_a_semaphore_that_waits_for_the_release() {
        assertThat(stream(Sharing.Mode.EXCLUSIVE, RELEASE, "CLEAR", ACQUIRE).missing())
                .containsExactly(MissingHalf.TRANSFER_ORDER);
    }

    @Test
    void should_need_the_release_to_come_after_the_write() {
        Streams stream = new Streams()
                .shared("x", Sharing.Mode.EXCLUSIVE)
                .buffers("a")
                .queue("transfer.0")
                .fill("x")
                .transfer("COPY/TRANSFER_WRITE>NONE@x", "transfer", "universal")
                .signals("s", "ALL_COMMANDS")
                .submit()
                .queue("universal.0")
                .waits("s", "ALL_COMMANDS")
                .transfer(ACQUIRE, "transfer", "universal")
                .copy("x", "a");

        assertThat(stream.missing()).containsExactly(MissingHalf.RELEASE);
    }

    @Test
    void should_let_concurrent_resources_pass() {
        assertThat(stream(Sharing.Mode.CONCURRENT, "", "ALL_COMMANDS", "").missing())
                .isEmpty();
        assertThat(stream(Sharing.Mode.UNSTATED, "", "ALL_COMMANDS", "").missing())
                .isEmpty();
    }

    @Test
    void should_take_a_resource_that_a_barrier_transfers_for_exclusive() {
        assertThat(stream(Sharing.Mode.UNSTATED, RELEASE, "ALL_COMMANDS", "").missing())
                .containsExactly(MissingHalf.ACQUIRE);
    }

    @Test
    void should_let_another_family_overwrite_what_it_does_not_read() {
        Streams stream = new Streams()
                .shared("x", Sharing.Mode.EXCLUSIVE)
                .queue("transfer.0")
                .fill("x")
                .signals("s", "ALL_COMMANDS")
                .submit()
                .queue("universal.0")
                .waits("s", "ALL_COMMANDS")
                .fill("x");

        assertThat(stream.missing()).isEmpty();
    }

    @Test
    void should_not_let_a_family_read_what_it_has_released() {
        Streams stream = new Streams()
                .shared("x", Sharing.Mode.EXCLUSIVE)
                .buffers("a")
                .queue("transfer.0")
                .fill("x")
                .transfer(RELEASE, "transfer", "universal")
                .barrier("CLEAR/TRANSFER_WRITE>COPY/TRANSFER_READ")
                .copy("x", "a");

        assertThat(stream.missing()).containsExactly(MissingHalf.ACQUIRE);
    }

    @Test
    void should_let_a_family_read_what_it_got_back() {
        Streams stream = exclusive(RELEASE, ACQUIRE)
                .transfer("COPY>NONE@x", "universal", "transfer")
                .signals("t", "ALL_COMMANDS")
                .submit()
                .queue("transfer.0")
                .waits("t", "ALL_COMMANDS")
                .transfer(ACQUIRE, "universal", "transfer")
                .barrier("NONE>COPY")
                .copy("x", "a");

        assertThat(stream.missing()).doesNotContain(MissingHalf.ACQUIRE, MissingHalf.TRANSFER, MissingHalf.RELEASE);
    }

    @Test
    void should_not_let_a_family_read_what_it_acquired_and_released_again() {
        Streams stream = exclusive(RELEASE, ACQUIRE)
                .transfer("COPY>NONE@x", "universal", "transfer")
                .buffers("b")
                .barrier("COPY/TRANSFER_WRITE>COPY/TRANSFER_READ")
                .copy("x", "b");

        assertThat(stream.missing()).containsExactly(MissingHalf.ACQUIRE);
    }

    @Test
    void should_not_take_a_release_by_a_family_that_owns_nothing_for_one_of_the_owner() {
        Streams stream = new Streams()
                .shared("x", Sharing.Mode.EXCLUSIVE)
                .buffers("a")
                .queue("transfer.0")
                .fill("x")
                .signals("s", "ALL_COMMANDS")
                .submit()
                .queue("universal.0")
                .waits("s", "ALL_COMMANDS")
                .transfer("ALL_COMMANDS/MEMORY_WRITE>NONE@x", "universal", "transfer")
                .signals("t", "ALL_COMMANDS")
                .submit()
                .queue("transfer.0")
                .waits("t", "ALL_COMMANDS")
                .transfer("NONE>ALL_COMMANDS@x", "universal", "transfer")
                .transfer("ALL_COMMANDS/MEMORY_WRITE>NONE@x", "transfer", "universal")
                .signals("u", "ALL_COMMANDS")
                .submit()
                .queue("universal.0")
                .waits("u", "ALL_COMMANDS")
                .transfer(ACQUIRE, "transfer", "universal")
                .copy("x", "a");

        assertThat(stream.missing()).isEmpty();
    }

    /** The contents of the transition come from outside: whose they were before does not matter. */
    @Test
    void should_let_a_family_take_over_an_image_from_outside_that_it_has_released_to_there() {
        Streams stream = new Streams()
                .image("i")
                .queue("universal.0")
                .transition("NONE>CLEAR/TRANSFER_WRITE", "i", ImageLayout.UNDEFINED, ImageLayout.TRANSFER_DST_OPTIMAL)
                .clear("i", 0, 1)
                .transfer(
                        "CLEAR/TRANSFER_WRITE>NONE",
                        "i",
                        ImageLayout.TRANSFER_DST_OPTIMAL,
                        ImageLayout.GENERAL,
                        "universal",
                        "FOREIGN_EXT")
                .submit("f")
                .waitFence("f")
                .transfer(
                        "NONE>CLEAR/TRANSFER_WRITE",
                        "i",
                        ImageLayout.GENERAL,
                        ImageLayout.TRANSFER_DST_OPTIMAL,
                        "FOREIGN_EXT",
                        "universal")
                .clear("i", 0, 1);

        assertThat(stream.missing()).isEmpty();
    }
}
