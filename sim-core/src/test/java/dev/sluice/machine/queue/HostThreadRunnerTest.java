// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import static dev.sluice.machine.queue.Machine.HERE;
import static dev.sluice.machine.queue.Machine.copy;
import static dev.sluice.machine.queue.Machine.dispatch;
import static dev.sluice.machine.queue.Machine.submit;
import static dev.sluice.machine.queue.Machine.timeline;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.machine.fault.StreamException;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostTarget;
import dev.sluice.program.MemoryRange;
import dev.sluice.program.kernel.AtomicOp;
import dev.sluice.program.sync.Stage;
import dev.sluice.result.RunFinding;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class HostThreadRunnerTest {

    private static final long HOST = Stage.HOST.mask();
    private static final long COMPUTE = Stage.COMPUTE_SHADER.mask();

    private final Machine machine = new Machine(Profiles.empty().build(), "a", "b");

    private static HostOperation write(long offset, int size) {
        return new HostOperation.HostWrite(HERE, new HostTarget("b", offset, "m", offset), new byte[size]);
    }

    private static HostOperation read(long offset, int size, String element, int @Nullable ... expect) {
        byte[] bytes = null;
        if (expect != null) {
            bytes = new byte[expect.length];
            for (int i = 0; i < expect.length; i++) {
                bytes[i] = (byte) expect[i];
            }
        }
        return new HostOperation.HostRead(HERE, new HostTarget("b", offset, "m", offset), size, bytes, element);
    }

    private static HostOperation fence(boolean all, String... fences) {
        return new HostOperation.WaitForFences(HERE, List.of(fences), all);
    }

    private void run(HostOperation... operations) {
        machine.program(operations);
        machine.engine.run();
    }

    @Test
    void should_carry_out_operations_one_after_the_other() {
        machine.host.cycles = 10;

        run(write(0, 4), read(8, 4, "u32", (int[]) null), new HostOperation.StoreFence(HERE));

        assertThat(machine.host.calls)
                .containsExactly("0 host.0 store m 0 4", "10 host.1 load m 8 4", "20 host.2 storeFence");
        assertThat(machine.threads.get(0).finished()).isTrue();
    }

    @Test
    void should_order_its_own_operations() {
        run(write(0, 4), write(4, 4), write(8, 4));

        assertThat(machine.run.order().before(machine.agent("host.0", HOST), machine.agent("host.2", HOST)))
                .isTrue();
        assertThat(machine.run.order().before(machine.agent("host.2", HOST), machine.agent("host.0", HOST)))
                .isFalse();
    }

    @Test
    void should_not_order_operations_of_two_threads() {
        machine.program(write(0, 4));
        machine.thread("worker", write(4, 4));
        machine.engine.run();

        assertThat(machine.run.order().before(machine.agent("host.0", HOST), machine.agent("worker.0", HOST)))
                .isFalse();
        assertThat(machine.run.order().before(machine.agent("worker.0", HOST), machine.agent("host.0", HOST)))
                .isFalse();
    }

    @Test
    void should_carry_out_ranges_one_after_the_other() {
        machine.host.cycles = 5;
        List<MemoryRange> ranges = List.of(new MemoryRange("m", 0, 64), new MemoryRange("n", 64, 128));

        run(
                new HostOperation.FlushMappedMemoryRanges(HERE, ranges),
                new HostOperation.InvalidateMappedMemoryRanges(HERE, ranges));

        assertThat(machine.host.calls)
                .containsExactly(
                        "0 host.0 flush m 0 64",
                        "5 host.0 flush n 64 128",
                        "10 host.1 invalidate m 0 64",
                        "15 host.1 invalidate n 64 128");
    }

    @Test
    void should_pass_over_an_empty_list_of_ranges() {
        run(new HostOperation.FlushMappedMemoryRanges(HERE, List.of()), write(0, 4));

        assertThat(machine.host.calls).containsExactly("0 host.1 store m 0 4");
    }

    @Test
    void should_perform_atomics() {
        run(new HostOperation.HostAtomic(HERE, new HostTarget("b", 0, "m", 16), AtomicOp.ADD, 4, 1, 0));

        assertThat(machine.host.calls).containsExactly("0 host.0 atomic add m 16");
    }

    @Test
    void should_be_busy_for_the_cycles_given() {
        run(new HostOperation.Busy(HERE, 123), write(0, 4));

        assertThat(machine.host.calls).containsExactly("123 host.1 store m 0 4");
    }

    @Test
    void should_not_wait_for_the_device_after_a_submit() {
        machine.host.doorbellCycles = 50;

        run(submit("a", null, dispatch(100)), write(0, 4));

        assertThat(machine.host.calls).containsExactly("0 host.1 store m 0 4");
        assertThat(machine.start("submit0.0")).isEqualTo(52);
    }

    @Test
    void should_wait_for_all_fences() {
        run(submit("a", "f", dispatch(100)), submit("b", "g", dispatch(300)), fence(true, "f", "g"), write(0, 4));

        assertThat(machine.host.calls).containsExactly("302 host.3 store m 0 4");
    }

    @Test
    void should_wait_for_any_fence() {
        run(submit("a", "f", dispatch(100)), submit("b", "g", dispatch(300)), fence(false, "f", "g"), write(0, 4));

        assertThat(machine.host.calls).containsExactly("102 host.3 store m 0 4");
    }

    @Test
    void should_know_after_any_fence_only_what_was_signalled() {
        run(submit("a", "f", dispatch(100)), submit("b", "g", dispatch(300)), fence(false, "f", "g"), write(0, 4));

        int write = machine.agent("host.3", HOST);
        assertThat(machine.run.order().before(machine.agent("submit0.0", COMPUTE), write))
                .isTrue();
        assertThat(machine.run.order().before(machine.agent("submit1.0", COMPUTE), write))
                .isFalse();
    }

    @Test
    void should_go_on_at_once_when_a_fence_is_signalled_already() {
        run(submit("a", "f", dispatch(10)), new HostOperation.Busy(HERE, 1000), fence(true, "f"), write(0, 4));

        assertThat(machine.host.calls).containsExactly("1000 host.3 store m 0 4");
    }

    @Test
    void should_refuse_a_signalled_fence() {
        machine.program(submit("a", "f", dispatch(10)), fence(true, "f"), submit("a", "f", dispatch(10)));

        StreamException thrown = catchThrowableOfType(StreamException.class, machine.engine::run);

        assertThat(thrown).hasMessageContaining("fence f is signalled already: resetFences");
        assertThat(thrown.where()).isEqualTo("stream.yaml:1:1");
    }

    @Test
    void should_take_a_fence_again_after_its_reset() {
        run(
                submit("a", "f", dispatch(10)),
                fence(true, "f"),
                new HostOperation.ResetFences(HERE, List.of("f")),
                submit("a", "f", dispatch(500)),
                fence(true, "f"),
                write(0, 4));

        assertThat(machine.end("submit1.0")).isGreaterThan(500);
        assertThat(machine.host.calls).containsExactly(machine.end("submit1.0") + " host.5 store m 0 4");
    }

    @Test
    void should_wait_for_a_timeline_semaphore_on_the_host() {
        machine.host.interruptCycles = 7;

        run(
                submit("a", List.of(), List.of(timeline("t", 1)), null, dispatch(100)),
                new HostOperation.WaitSemaphores(HERE, List.of(timeline("t", 1))),
                write(0, 4));

        assertThat(machine.host.calls).containsExactly("109 host.2 store m 0 4");
        assertThat(machine.run.order().before(machine.agent("submit0.0", COMPUTE), machine.agent("host.2", HOST)))
                .isTrue();
    }

    @Test
    void should_signal_a_timeline_semaphore_from_the_host() {
        run(
                submit("a", List.of(timeline("t", 1)), List.of(), null, copy(1)),
                new HostOperation.Busy(HERE, 400),
                new HostOperation.SignalSemaphore(HERE, "t", 1));

        assertThat(machine.start("submit0.0")).isEqualTo(400);
        assertThat(machine.run
                        .order()
                        .before(machine.agent("host.1", HOST), machine.agent("submit0.0", Stage.COPY.mask())))
                .isTrue();
    }

    @Test
    void should_refuse_a_queue_that_the_device_lacks() {
        machine.program(submit("z", null, dispatch(1)));

        assertThatThrownBy(machine.engine::run)
                .isInstanceOf(StreamException.class)
                .hasMessage("the device has no queue z; it has a, b");
    }

    @Test
    void should_go_on_at_once_when_nothing_was_ever_submitted() {
        run(new HostOperation.DeviceWaitIdle(HERE), write(0, 4));

        assertThat(machine.host.calls).containsExactly("0 host.1 store m 0 4");
    }

    @Test
    void should_refuse_to_map_a_memory_twice() {
        machine.program(new HostOperation.MapMemory(HERE, "m", 0, 64), new HostOperation.MapMemory(HERE, "m", 64, 64));

        assertThatThrownBy(machine.engine::run)
                .isInstanceOf(StreamException.class)
                .hasMessage("memory m is mapped already: unmapMemory first");
    }

    @Test
    void should_map_again_after_an_unmap() {
        run(
                new HostOperation.MapMemory(HERE, "m", 0, 64),
                new HostOperation.UnmapMemory(HERE, "m"),
                new HostOperation.MapMemory(HERE, "m", 64, 64),
                write(64, 64));

        assertThat(machine.host.calls).containsExactly("0 host.3 store m 64 64");
    }

    @Test
    void should_refuse_to_unmap_what_is_not_mapped() {
        machine.program(new HostOperation.UnmapMemory(HERE, "m"));

        assertThatThrownBy(machine.engine::run)
                .isInstanceOf(StreamException.class)
                .hasMessageContaining("not mapped");
    }

    @Test
    void should_take_an_unmapped_memory_for_mapped_when_the_stream_never_maps_it() {
        run(new HostOperation.MapMemory(HERE, "other", 0, 4), write(0, 4));

        assertThat(machine.host.calls).containsExactly("0 host.1 store m 0 4");
    }

    @Test
    void should_refuse_an_access_after_the_unmap() {
        machine.program(
                new HostOperation.MapMemory(HERE, "m", 0, 64), new HostOperation.UnmapMemory(HERE, "m"), write(0, 4));

        assertThatThrownBy(machine.engine::run)
                .isInstanceOf(StreamException.class)
                .hasMessageContaining("mapMemory first");
    }

    @Test
    void should_refuse_an_access_one_byte_outside_the_mapping() {
        machine.program(new HostOperation.MapMemory(HERE, "m", 16, 16), write(16, 16), write(17, 16));

        assertThatThrownBy(machine.engine::run)
                .isInstanceOf(StreamException.class)
                .hasMessage("bytes 17 to 33 of memory m are outside its mapping of 16 bytes from 16");
    }

    @Test
    void should_refuse_an_access_to_freed_memory() {
        machine.program(new HostOperation.FreeMemory(HERE, "m"), write(0, 4));

        assertThatThrownBy(machine.engine::run)
                .isInstanceOf(StreamException.class)
                .hasMessageContaining("was freed");
    }

    private void refuses(String message, HostOperation... operations) {
        machine.program(operations);

        assertThatThrownBy(machine.engine::run)
                .isInstanceOf(StreamException.class)
                .hasMessage(message);
    }

    @Test
    void a_memory_that_an_operation_allocates_is_not_mapped_before() {
        refuses(
                "memory later is not allocated here: allocateMemory first",
                new HostOperation.MapMemory(HERE, "later", 0, 64));
    }

    @Test
    void a_memory_that_an_operation_allocates_is_not_freed_before() {
        refuses(
                "memory later is not allocated here: allocateMemory first",
                new HostOperation.FreeMemory(HERE, "later"));
    }

    @Test
    void a_memory_is_allocated_once() {
        HostOperation allocate = new HostOperation.AllocateMemory(HERE, "later");
        refuses("memory later was allocated before", allocate, allocate);
    }

    @Test
    void a_memory_that_is_allocated_can_be_mapped_and_freed() {
        run(
                new HostOperation.AllocateMemory(HERE, "later"),
                new HostOperation.MapMemory(HERE, "later", 0, 64),
                new HostOperation.FreeMemory(HERE, "later"));
    }

    @Test
    void should_refuse_to_free_a_memory_twice() {
        machine.program(new HostOperation.FreeMemory(HERE, "m"), new HostOperation.FreeMemory(HERE, "m"));

        assertThatThrownBy(machine.engine::run)
                .isInstanceOf(StreamException.class)
                .hasMessageContaining("was freed");
    }

    @Test
    void should_pass_a_check_that_holds() {
        machine.host.memory[0] = 7;

        run(read(0, 4, "u32", 7, 0, 0, 0));

        assertThat(machine.checks.results())
                .containsExactly(new RunFinding.Check("host.0", true, "[0] = 7", "[0] = 7", "stream.yaml:1:1"));
    }

    @Test
    void should_show_a_mismatch_from_the_first_element_that_differs() {
        machine.host.memory[8] = 9;

        run(read(0, 12, "u32", 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0));

        assertThat(machine.checks.results())
                .containsExactly(new RunFinding.Check("host.0", false, "[2] = 9", "[2] = 257", "stream.yaml:1:1"));
    }

    @Test
    void should_show_four_elements_of_a_mismatch_and_that_there_are_more() {
        run(read(0, 6, "u8", 1, 2, 3, 4, 5, 6));

        RunFinding.Check check = machine.checks.results().get(0);
        assertThat(check.got()).isEqualTo("[0] = 0 0 0 0 ...");
        assertThat(check.expected()).isEqualTo("[0] = 1 2 3 4 ...");
    }

    @Test
    void should_show_floats_as_floats() {
        run(read(0, 4, "f32", 0, 0, 0xC0, 0x3F));

        assertThat(machine.checks.results().get(0).expected()).isEqualTo("[0] = 1.5");
    }

    @Test
    void should_show_sixty_four_bits_unsigned() {
        run(read(0, 8, "u64", 255, 255, 255, 255, 255, 255, 255, 255));

        assertThat(machine.checks.results().get(0).expected()).isEqualTo("[0] = 18446744073709551615");
    }

    @Test
    void should_check_nothing_in_a_timing_only_run() {
        machine.host.functional = false;

        run(read(0, 4, "u32", 1, 1, 1, 1));

        assertThat(machine.checks.results()).isEmpty();
    }

    @Test
    void should_restart_the_statistics_where_the_stream_says_so() {
        run(new HostOperation.ResetStatistics(HERE), new HostOperation.Label(HERE, "x"));

        assertThat(machine.statisticsResets).isEqualTo(1);
        assertThat(machine.threads.get(0).finished()).isTrue();
    }
}
