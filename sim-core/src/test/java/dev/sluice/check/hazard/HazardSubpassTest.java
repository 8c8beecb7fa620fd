package dev.sluice.check.hazard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.check.order.Amendments;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.machine.testing.Proposed;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import org.junit.jupiter.api.Test;

/**
 * The scopes of barriers in render passes, which are limited to their subpass (Vulkan specification, chapter Render
 * Pass). Fills and copies stand for its work: which commands they are makes no difference here.
 */
final class HazardSubpassTest {
    private static final String BOTH = "CLEAR/TRANSFER_WRITE>COPY/TRANSFER_READ";

    private static Streams streams() {
        return new Streams().buffers("a", "b", "c");
    }

    private static Streams begun() {
        return streams().pass(Command.PassStep.Form.BEGIN_RENDER_PASS);
    }

    @Test
    void shouldOrderWorkWithinItsSubpass() {
        assertThat(begun().fill("a")
                        .barrier(BOTH)
                        .copy("a", "b")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .kinds())
                .isEmpty();
        assertThat(begun().fill("a")
                        .barrier(BOTH + "@a")
                        .copy("a", "b")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .kinds())
                .isEmpty();
    }

    @Test
    void shouldNotOrderWorkBeforeThePass() {
        assertThat(streams()
                        .fill("a")
                        .pass(Command.PassStep.Form.BEGIN_RENDER_PASS)
                        .barrier(BOTH)
                        .copy("a", "b")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .missing())
                .containsExactly(MissingHalf.EXECUTION);
        assertThat(streams()
                        .fill("a")
                        .pass(Command.PassStep.Form.BEGIN_RENDER_PASS)
                        .barrier(BOTH + "@a")
                        .copy("a", "b")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .missing())
                .containsExactly(MissingHalf.EXECUTION);
    }

    @Test
    void shouldNotOrderWorkAfterThePass() {
        assertThat(begun().fill("a")
                        .barrier(BOTH)
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .copy("a", "b")
                        .missing())
                .containsExactly(MissingHalf.EXECUTION);
        assertThat(begun().fill("a")
                        .barrier(BOTH + "@a")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .copy("a", "b")
                        .missing())
                .containsExactly(MissingHalf.EXECUTION);
    }

    @Test
    void shouldNotOrderWorkOfAnEarlierSubpass() {
        assertThat(begun().fill("a")
                        .pass(Command.PassStep.Form.NEXT_SUBPASS)
                        .barrier(BOTH)
                        .copy("a", "b")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .kinds())
                .containsExactly(HazardKind.READ_AFTER_WRITE);
    }

    @Test
    void shouldNotOrderWorkOfALaterSubpass() {
        assertThat(begun().fill("a")
                        .barrier(BOTH)
                        .pass(Command.PassStep.Form.NEXT_SUBPASS)
                        .copy("a", "b")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .kinds())
                .containsExactly(HazardKind.READ_AFTER_WRITE);
    }

    @Test
    void shouldPassOnWhatItOrderedToBarriersAfterThePass() {
        assertThat(begun().fill("a")
                        .barrier("CLEAR/TRANSFER_WRITE>COPY")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .barrier("COPY>COPY/TRANSFER_READ")
                        .copy("a", "b")
                        .kinds())
                .isEmpty();
    }

    @Test
    void shouldTakeOnWhatBarriersBeforeThePassOrdered() {
        assertThat(streams()
                        .fill("a")
                        .barrier("CLEAR/TRANSFER_WRITE>COPY")
                        .pass(Command.PassStep.Form.BEGIN_RENDER_PASS)
                        .barrier("COPY>COPY/TRANSFER_READ")
                        .copy("a", "b")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .kinds())
                .isEmpty();
    }

    @Test
    void shouldLetABarrierAfterThePassOrderItsWork() {
        assertThat(begun().barrier("COPY>COPY")
                        .fill("a")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .barrier(BOTH)
                        .copy("a", "b")
                        .kinds())
                .isEmpty();
    }

    @Test
    void shouldNotLimitWaitsForEvents() {
        assertThat(streams()
                        .fill("a")
                        .setEvent("e", BOTH)
                        .pass(Command.PassStep.Form.BEGIN_RENDER_PASS)
                        .barrier("COPY>COPY")
                        .waitEvent("e", BOTH)
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .copy("a", "b")
                        .kinds())
                .isEmpty();
    }

    @Test
    void shouldCureWithinTheSubpassWhatHappensInThere() {
        AccessTrace trace = AccessTrace.of(
                begun().fill("a")
                        .copy("a", "b")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .build(),
                Streams.DEVICE);
        Hazard hazard = HazardChecker.check(trace).hazards().get(0);

        assertThat(Proposed.place(hazard.cure())).isEqualTo("before submit0.2, if the subpass depends on itself");
        assertThat(HazardChecker.check(trace, Amendments.NONE.adding("submit0.2", Proposed.barrier(hazard.cure())))
                        .clean())
                .isTrue();
    }

    @Test
    void shouldCureBeforeThePassWhatHappensBeforeIt() {
        assertThat(Proposed.place(streams()
                        .fill("a")
                        .pass(Command.PassStep.Form.BEGIN_RENDER_PASS)
                        .copy("a", "b")
                        .pass(Command.PassStep.Form.END_RENDER_PASS)
                        .check()
                        .hazards()
                        .get(0)
                        .cure()))
                .isEqualTo("before submit0.1");
    }

    @Test
    void shouldAskForADependencyBetweenSubpasses() {
        Hazard hazard = begun().fill("a")
                .pass(Command.PassStep.Form.NEXT_SUBPASS)
                .copy("a", "b")
                .pass(Command.PassStep.Form.END_RENDER_PASS)
                .check()
                .hazards()
                .get(0);

        assertThat(hazard.cure())
                .isEqualTo(new Cure.SubpassDependency(Cure.Masks.of(new Barrier(
                        Stage.CLEAR.mask(),
                        Access.TRANSFER_WRITE.mask(),
                        Stage.COPY.mask(),
                        Access.TRANSFER_READ.mask(),
                        null,
                        null,
                        null))));
    }
}
