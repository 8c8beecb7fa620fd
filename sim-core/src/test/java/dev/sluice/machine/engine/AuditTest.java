// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.machine.fault.DeadlockException;
import org.junit.jupiter.api.Test;

final class AuditTest {

    /** Holds a number of requests and waits for somebody. */
    private static final class Holder extends Component {
        private final long held;
        private final String waitsFor;

        Holder(Engine engine, String name, long held, String waitsFor) {
            super(engine, name);
            this.held = held;
            this.waitsFor = waitsFor;
            engine.add(this);
        }

        @Override
        public void onEvent(int kind, int argument) {}

        @Override
        public void audit(Audit audit) {
            audit.held(this, "requests", held);
        }

        @Override
        public void describeWaits(WaitGraph graph) {
            if (!waitsFor.isEmpty()) {
                graph.edge(name(), waitsFor, "request 7");
            }
        }
    }

    private final Engine engine = new Engine();

    @Test
    void should_be_clean_when_issued_equals_completed_and_nothing_is_held() {
        Audit audit = new Audit();
        Component l1 = new Holder(engine, "l1", 0, "");

        audit.balance(l1, "reads", 5, 5);
        audit.held(l1, "lines", 0);

        assertThat(audit.clean()).isTrue();
    }

    @Test
    void should_name_a_component_whose_requests_vanished() {
        Audit audit = new Audit();

        audit.balance(new Holder(engine, "l1[2]", 0, ""), "reads", 5, 4);

        assertThat(audit.complaints()).containsExactly("l1[2]: 5 reads issued, 4 completed");
    }

    @Test
    void should_name_what_is_still_held() {
        Audit audit = new Audit();

        audit.held(new Holder(engine, "l1[2]", 0, ""), "MSHRs", 3);

        assertThat(audit.complaints()).containsExactly("l1[2]: 3 MSHRs still held");
    }

    @Test
    void should_end_a_quiet_run_without_complaint() {
        new Holder(engine, "l1", 0, "");

        assertThatCode(engine::auditAtEnd).doesNotThrowAnyException();
    }

    @Test
    void should_throw_the_wait_for_chain_naming_components() {
        new Holder(engine, "unit", 1, "l1");
        new Holder(engine, "l1", 1, "l2");
        new Holder(engine, "l2", 0, "");

        DeadlockException thrown = catchThrowableOfType(DeadlockException.class, engine::auditAtEnd);

        assertThat(thrown.chain()).containsExactly("unit waits for l1: request 7", "l1 waits for l2: request 7");
        assertThat(thrown).hasMessage("deadlock at cycle 0: unit waits for l1: request 7; l1 waits for l2: request 7");
        assertThat(thrown.complaints()).hasSize(2);
    }

    @Test
    void should_say_where_the_circle_closes() {
        new Holder(engine, "unit", 1, "l1");
        new Holder(engine, "l1", 1, "l2");
        new Holder(engine, "l2", 1, "l1");

        DeadlockException thrown = catchThrowableOfType(DeadlockException.class, engine::auditAtEnd);

        assertThat(thrown.chain())
                .containsExactly(
                        "unit waits for l1: request 7",
                        "l1 waits for l2: request 7",
                        "l2 waits for l1: request 7",
                        "l1 closes the circle");
    }

    @Test
    void should_fall_back_to_the_audit_when_nobody_waits() {
        new Holder(engine, "l1", 2, "");

        DeadlockException thrown = catchThrowableOfType(DeadlockException.class, engine::auditAtEnd);

        assertThat(thrown).hasMessage("deadlock at cycle 0: l1: 2 requests still held");
    }

    @Test
    void should_list_every_wait() {
        WaitGraph graph = new WaitGraph();
        graph.edge("a", "b", "x");
        graph.edge("a", "c", "y");

        assertThat(graph.lines()).containsExactly("a waits for b: x", "a waits for c: y");
    }

    @Test
    void should_know_whether_the_chain_ends_at_a_signal() {
        WaitGraph graph = new WaitGraph();
        graph.edge("thread", "queue", "fence f");
        assertThat(graph.chainAwaitsSignal()).isFalse();
        graph.signal("somebody else", "semaphore t", "a value");
        assertThat(graph.chainAwaitsSignal()).isFalse();

        graph.signal("queue", "semaphore s", "a signal");

        assertThat(graph.chainAwaitsSignal()).isTrue();
        assertThat(graph.chain())
                .containsExactly("thread waits for queue: fence f", "queue waits for semaphore s: a signal");
    }
}
