// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.HostOperation;
import dev.sluice.program.HostThread;
import dev.sluice.program.Origin;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.StreamProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class StreamOrderTest {
    private static final Origin HERE = Origin.at("test");

    private static HostOperation submit(
            List<SemaphoreOperation> waits, List<SemaphoreOperation> signals, @Nullable String fence) {
        return new HostOperation.QueueSubmit(HERE, "universal.0", waits, List.of(), signals, fence);
    }

    private static SemaphoreOperation binary(String name) {
        return new SemaphoreOperation(name, 0, false, 0);
    }

    private static SemaphoreOperation timeline(String name, long value) {
        return new SemaphoreOperation(name, value, true, 0);
    }

    private static List<String> order(HostThread... threads) {
        List<String> order = new ArrayList<>();
        new StreamOrder(new StreamProgram("s", List.of(), List.of(), List.of(), Map.of(), List.of(threads), List.of()))
                .forEach(new StreamOrder.Visitor() {
                    @Override
                    public void host(String id, HostOperation operation) {
                        order.add(id);
                    }

                    @Override
                    public void batch(int submission, HostOperation.QueueSubmit submit) {
                        order.add("submit" + submission);
                    }
                });
        return order;
    }

    @Test
    void should_begin_a_submission_when_its_semaphore_is_signalled() {
        HostThread main = new HostThread(
                "main",
                List.of(
                        submit(List.of(timeline("t", 2)), List.of(), null),
                        new HostOperation.SignalSemaphore(HERE, "t", 1),
                        new HostOperation.SignalSemaphore(HERE, "t", 2)));

        assertThat(order(main)).containsExactly("host.0", "host.1", "host.2", "submit0");
    }

    @Test
    void should_let_a_thread_wait_for_another_ones_fence() {
        HostThread main = new HostThread(
                "main",
                List.of(
                        new HostOperation.WaitForFences(HERE, List.of("f"), true),
                        submit(List.of(binary("s")), List.of(), null)));
        HostThread other = new HostThread("other", List.of(submit(List.of(), List.of(binary("s")), "f")));

        assertThat(order(main, other)).containsExactly("other.0", "submit1", "host.0", "host.1", "submit0");
    }

    @Test
    void should_go_on_where_nobody_signals() {
        HostThread main = new HostThread(
                "main",
                List.of(
                        submit(List.of(binary("never")), List.of(), null),
                        new HostOperation.QueueWaitIdle(HERE, "universal.0"),
                        new HostOperation.WaitForFences(HERE, List.of("never"), true),
                        new HostOperation.StoreFence(HERE)));

        assertThat(order(main)).containsExactly("host.0", "submit0", "host.1", "host.2", "host.3");
    }
}
