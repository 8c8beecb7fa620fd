package dev.sluice.check.hazard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.Sharing;
import dev.sluice.program.edit.Cure;
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
    void shouldAcceptAReleaseAndItsAcquire() {
        assertThat(exclusive(RELEASE, ACQUIRE).missing()).isEmpty();
    }

    @Test
    void shouldAskForAReleaseAndAnAcquire() {
        Hazard hazard = exclusive("", "").check().hazards().get(0);

        assertThat(hazard.kind()).isEqualTo(HazardKind.READ_AFTER_WRITE);
        assertThat(hazard.missing()).isEqualTo(MissingHalf.TRANSFER);
        assertThat(hazard.cure())
                .isEqualTo(new Cure.HandOver(
                        Cure.HandOver.Half.BOTH,
                        "x",
                        "submit0.0",
                        "transfer.0",
                        "submit1.0",
                        "universal.0",
                        "transfer",
                        "universal"));
    }

    @Test
    void shouldAskForTheHalfThatIsMissing() {
        assertThat(exclusive(RELEASE, "").missing()).containsExactly(MissingHalf.ACQUIRE);
        assertThat(exclusive("", ACQUIRE).missing()).containsExactly(MissingHalf.RELEASE);
    }

    @Test
    void shouldNotMatchHalvesOfDifferentRanges() {
        assertThat(exclusive(RELEASE, ACQUIRE + ":0:128").missing()).contains(MissingHalf.TRANSFER_ORDER);
    }

    @Test
    void shouldAskForASemaphoreThatWaitsForTheRelease() {
        assertThat(stream(Sharing.Mode.EXCLUSIVE, RELEASE, "CLEAR", ACQUIRE).missing())
                .containsExactly(MissingHalf.TRANSFER_ORDER);
    }

    @Test
    void shouldNeedTheReleaseToComeAfterTheWrite() {
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
    void shouldLetConcurrentResourcesPass() {
        assertThat(stream(Sharing.Mode.CONCURRENT, "", "ALL_COMMANDS", "").missing())
                .isEmpty();
        assertThat(stream(Sharing.Mode.UNSTATED, "", "ALL_COMMANDS", "").missing())
                .isEmpty();
    }

    @Test
    void shouldTakeAResourceThatABarrierTransfersForExclusive() {
        assertThat(stream(Sharing.Mode.UNSTATED, RELEASE, "ALL_COMMANDS", "").missing())
                .containsExactly(MissingHalf.ACQUIRE);
    }

    @Test
    void shouldLetAnotherFamilyOverwriteWhatItDoesNotRead() {
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
    void shouldNotLetAFamilyReadWhatItHasReleased() {
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
    void shouldLetAFamilyReadWhatItGotBack() {
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
}
