package dev.sluice.machine.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.Client;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.result.RunResult;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class TruthMonitorTest {

    private static final long X = TruthRig.BASE;

    private final TruthRig rig = new TruthRig();
    private final Agent first = rig.copy("submit0.0");
    private final Agent second = rig.compute("submit0.1");
    private final Agent reader = rig.compute("submit0.3");
    private final Agent other = rig.compute("submit1.0");

    @Test
    void shouldFindNothingWhenTheNewestVersionIsRead() {
        rig.ordered(first, second, reader);
        rig.write(first, X, 64, 1);
        rig.write(second, X, 64, 2);

        rig.read(reader, X, 64, 2, second.id());

        assertThat(rig.findings.clean()).isTrue();
        assertThat(rig.findings.unwrittenReads()).isEmpty();
    }

    @Test
    void shouldFindAStaleRead() {
        rig.ordered(first, second, reader);
        rig.write(first, X, 64, 1);
        rig.write(second, X, 4, 2);

        rig.read(reader, X, 4, 1, first.id());

        RunResult.StaleRead stale = rig.findings.staleReads().get(0);
        assertThat(stale.reader()).isEqualTo("submit0.3");
        assertThat(stale.writer()).isEqualTo("submit0.1");
        assertThat(stale.got()).isEqualTo("01 01 01 01");
        assertThat(stale.expected()).isEqualTo("02 02 02 02");
        assertThat(rig.findings.clean()).isFalse();
    }

    @Test
    void shouldCallAnOlderVersionStaleEvenIfTheValueIsEqual() {
        rig.ordered(first, second, reader);
        rig.write(first, X, 4, 5);
        rig.write(second, X, 4, 5);

        rig.read(reader, X, 4, 5, first.id());

        assertThat(rig.findings.staleReads()).hasSize(1);
    }

    @Test
    void shouldFindAReadOfBytesFromBeforeEveryWrite() {
        rig.ordered(first, reader);
        rig.write(first, X, 4, 5);

        rig.read(reader, X, 4, 0xCD, AgentTable.NOBODY);

        assertThat(rig.findings.staleReads()).hasSize(1);
        assertThat(rig.findings.unwrittenReads()).isEmpty();
    }

    @Test
    void shouldNotCallARacingReadStale() {
        rig.ordered(first, second);
        rig.ordered(first, reader);
        rig.write(first, X, 4, 1);
        rig.write(second, X, 4, 2);

        rig.read(reader, X, 4, 1, first.id());

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void shouldReportUnwrittenBytesApartAndNotAsAFailure() {
        rig.read(reader, X + 8, 4, 0xCD, AgentTable.NOBODY);

        assertThat(rig.findings.clean()).isTrue();
        assertThat(rig.findings.unwrittenReads())
                .containsExactly(new RunResult.UnwrittenRead("submit0.3", "x", 8, 4, "s.yaml:1:1", 4));
    }

    @Test
    void shouldLookOnlyAtTheBytesThatTheProgramRead() {
        rig.ordered(first, reader);
        rig.write(first, X, 4, 1);

        rig.read(reader, X, 4, 1, first.id());

        assertThat(rig.findings.unwrittenReads()).isEmpty();
    }

    @Test
    void shouldFindStaleBytesInASectorOfMixedVersions() {
        rig.ordered(first, second, reader);
        rig.write(first, X, 32, 1);
        rig.write(second, X + 8, 4, 2);
        Request read = rig.request(Request.READ, Client.STORAGE, reader, X, 32, 1, first.id());

        rig.monitor.read(read);

        RunResult.StaleRead stale = rig.findings.staleReads().get(0);
        assertThat(stale.offset()).isEqualTo(8);
        assertThat(stale.size()).isEqualTo(4);
    }

    @Test
    void shouldAcceptASectorWhoseMixedVersionsAreTheNewest() {
        rig.ordered(first, second, reader);
        rig.write(first, X, 32, 1);
        rig.write(second, X + 8, 4, 2);
        Request read = rig.request(Request.READ, Client.STORAGE, reader, X, 32, 1, first.id());
        Payload payload = Objects.requireNonNull(read.payload);
        for (int b = 8; b < 12; b++) {
            payload.setByteVersion(b, second.id());
        }

        rig.monitor.read(read);

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void shouldFindThatARivalOfTheNewestWriteWasMissed() {
        rig.ordered(first, second, reader);
        rig.ordered(first, other);
        rig.write(first, X, 4, 1);
        rig.write(second, X, 4, 2);
        rig.write(other, X, 4, 3);

        rig.read(reader, X, 4, 1, first.id());

        RunResult.StaleRead stale = rig.findings.staleReads().get(0);
        assertThat(stale.writer()).isEqualTo("submit0.1");
        assertThat(stale.expected()).isEqualTo("?? ?? ?? ??");
    }

    @Test
    void shouldAcceptEitherOfTwoUnorderedWriters() {
        rig.ordered(first, second, reader);
        rig.ordered(first, other);
        rig.write(first, X, 4, 1);
        rig.write(second, X, 4, 2);
        rig.write(other, X, 4, 3);

        rig.read(reader, X, 4, 2, second.id());
        rig.read(reader, X, 4, 3, other.id());

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void shouldAcceptEitherWriterWhenTheReaderComesAfterBothButNothingOrdersThem() {
        rig.ordered(first, second, reader);
        rig.ordered(first, other, reader);
        rig.write(first, X, 4, 1);
        rig.write(second, X, 4, 2);
        rig.write(other, X, 4, 3);

        rig.read(reader, X, 4, 2, second.id());

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void shouldNotBlameARivalForBytesThatItNeverWrote() {
        Agent neighbour = rig.compute("submit2.0");
        rig.ordered(first, second, reader);
        rig.ordered(first, other);
        rig.ordered(first, neighbour);
        rig.write(first, X, 32, 1);
        rig.write(second, X, 4, 2);
        rig.write(other, X, 4, 3);
        rig.write(neighbour, X + 8, 4, 4);

        rig.read(reader, X + 8, 4, 1, first.id());

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void shouldRememberARivalInASectorOfMixedVersions() {
        rig.ordered(first, second, reader);
        rig.ordered(first, other);
        rig.write(first, X, 32, 1);
        rig.write(second, X + 4, 4, 2);
        rig.write(other, X + 4, 4, 3);

        rig.read(reader, X + 4, 4, 1, first.id());

        assertThat(rig.findings.staleReads()).hasSize(1);
    }

    @Test
    void shouldFindAWriteBackThatPutsOlderBytesOverNewerOnes() {
        rig.ordered(first, second);
        rig.write(first, X, 32, 1);
        rig.write(second, X, 32, 2);

        rig.writeBack("l2[0]", X, first.id(), 1, second.id(), 2);

        RunResult.LostWrite lost = rig.findings.lostWrites().get(0);
        assertThat(lost.writer()).isEqualTo("submit0.1");
        assertThat(lost.overwriter()).isEqualTo("submit0.0");
        assertThat(lost.heldIn()).isEqualTo("l2[0]");
        assertThat(lost.lost()).isEqualTo("02 02 02 02 02 02 02 02");
        assertThat(lost.overwrittenWith()).isEqualTo("01 01 01 01 01 01 01 01");
        assertThat(lost.size()).isEqualTo(32);
        assertThat(rig.findings.clean()).isFalse();
    }

    @Test
    void shouldFindAWriteBackOfBytesThatNobodyWroteOverAWrite() {
        rig.writeBack("l2[0]", X, AgentTable.NOBODY, 0xCD, second.id(), 2);

        assertThat(rig.findings.lostWrites()).hasSize(1);
    }

    @Test
    void shouldFindNothingWhenAWriteBackPutsNewerBytesOverOlderOnes() {
        rig.ordered(first, second);

        rig.writeBack("l2[0]", X, second.id(), 2, first.id(), 1);

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void shouldFindNothingWhenAWriteBackMeetsItsOwnVersion() {
        rig.writeBack("l2[0]", X, second.id(), 2, second.id(), 2);

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void shouldFindNothingWhenAWriteBackMeetsBytesThatNobodyWrote() {
        rig.writeBack("l2[0]", X, second.id(), 2, AgentTable.NOBODY, 0);

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void shouldLeaveAWriteBackOverAnUnorderedWriteToTheChecker() {
        rig.writeBack("l2[0]", X, first.id(), 1, other.id(), 3);

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void shouldKeepTheIntendedContents() {
        rig.write(second, X + 3, 1, 9);

        assertThat(rig.monitor.intent().data(X + 3)).isEqualTo((byte) 9);
        assertThat(rig.monitor.intent().version(X + 3)).isEqualTo(second.id());
    }
}
