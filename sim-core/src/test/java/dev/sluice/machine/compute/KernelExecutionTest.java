// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.machine.fault.MisalignedAtomicException;
import dev.sluice.machine.fault.OutOfRangeAccessException;
import dev.sluice.machine.observe.ObservedRequest;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.program.image.MeantTexels;
import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.kernel.KernelProgram;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class KernelExecutionTest {

    private static final long A = 0;
    private static final long B = 1 << 20;
    private static final long C = 2 << 20;
    private static final long D = 3 << 20;

    private final Machine.Builder with = new Machine.Builder();

    private Machine machine() {
        with.units = 3;
        with.waveSize = 32;
        return with.build();
    }

    @Test
    void scaling_a_buffer_writes_every_element_also_of_a_partial_wave() {
        Machine machine = machine();
        for (int i = 0; i < 200; i++) {
            machine.poke(A + 4L * i, 4, i);
        }
        DispatchJob job =
                machine.start(Machine.kernel("v = load.u32 a[gid]\nstore.u32 b[gid] = v * 2", 40, "a", "b"), 5);
        machine.finish();
        for (int i = 0; i < 200; i++) {
            assertThat(machine.peek(B + 4L * i, 4)).isEqualTo(2 * i);
        }
        assertThat(machine.memory.store.version(B + 799)).isEqualTo(7);
        assertThat(machine.memory.store.version(B + 800)).isZero();
        assertThat(job.bytesRead()).isEqualTo(800);
        assertThat(job.bytesWritten()).isEqualTo(800);
        assertThat(job.waves()).isEqualTo(10);
        assertThat(job.done()).isTrue();
    }

    @Test
    void chasing_pointers_follows_what_was_loaded() {
        Machine machine = machine();
        int n = 512;
        Random random = new Random(1);
        int[] next = new int[n];
        for (int i = 0; i < n; i++) {
            next[i] = random.nextInt(n);
            machine.poke(A + 4L * i, 4, next[i]);
        }
        machine.start(
                Machine.kernel("p = gid\nfor i in 0..10 { p = load.u32 a[p] }\nstore.u32 b[gid] = p", 64, "a", "b"), 8);
        machine.finish();
        for (int i = 0; i < n; i++) {
            int p = i;
            for (int hop = 0; hop < 10; hop++) {
                p = next[p];
            }
            assertThat(machine.peek(B + 4L * i, 4)).isEqualTo(p);
        }
    }

    @Test
    void gathering_elements_of_every_size_gives_the_bytes_of_a_reference() {
        String[] types = {"u8", "u16", "u32", "u64", "i32"};
        int[] sizes = {1, 2, 4, 8, 4};
        for (int t = 0; t < types.length; t++) {
            Machine machine = machine();
            Random random = new Random(t);
            for (int i = 0; i < 1024; i++) {
                machine.poke(A + i, 1, random.nextInt(256));
            }
            machine.start(
                    Machine.kernel(
                            "v = load." + types[t]
                                    + " a[hash(gid) & 127]\nstore.u64 b[gid] = v\nstore.u16 c[gid * 3] = v",
                            50,
                            "a",
                            "b",
                            "c"),
                    3);
            machine.finish();
            Machine reference = with.build();
            reference.start(Machine.kernel("store.u64 a[gid] = hash(gid) & 127", 50, "a"), 3);
            reference.finish();
            for (int i = 0; i < 150; i++) {
                long raw = machine.peek(A + reference.peek(8L * i, 8) * sizes[t], sizes[t]);
                long expected = types[t].equals("i32") ? (int) raw : raw;
                assertThat(machine.peek(B + 8L * i, 8)).isEqualTo(expected);
                assertThat(machine.peek(C + 6L * i, 2)).isEqualTo(expected & 0xFFFF);
            }
        }
    }

    @Test
    void sparse_matrix_times_vector_equals_the_product_in_java() {
        Machine machine = machine();
        Random random = new Random(3);
        int rows = 100;
        int columns = 300;
        int[] start = new int[rows + 1];
        List<Integer> column = new ArrayList<>();
        List<Integer> value = new ArrayList<>();
        int[] x = random.ints(columns, 0, 1000).toArray();
        long[] expected = new long[rows];
        for (int r = 0; r < rows; r++) {
            for (int k = random.nextInt(12); k > 0; k--) {
                column.add(random.nextInt(columns));
                value.add(random.nextInt(1000));
                expected[r] += (long) value.get(value.size() - 1) * x[column.get(column.size() - 1)];
            }
            start[r + 1] = column.size();
        }
        poke(machine, A, start);
        poke(machine, B, column.stream().mapToInt(Integer::intValue).toArray());
        poke(machine, C, value.stream().mapToInt(Integer::intValue).toArray());
        poke(machine, D, x);
        machine.start(Machine.kernel("""
                if gid < 100 {
                  from = load.u32 start[gid]
                  to = load.u32 start[gid + 1]
                  s = 0
                  for k in from..to {
                    c = load.u32 column[k]
                    v = load.u32 value[k]
                    e = load.u32 x[c]
                    s = s + v * e
                  }
                  store.u64 y[gid] = s
                }
                """, 64, "start", "column", "value", "x", "y"), 2);
        machine.finish();
        for (int r = 0; r < rows; r++) {
            assertThat(machine.peek((4L << 20) + 8L * r, 8)).isEqualTo(expected[r]);
        }
    }

    private static void poke(Machine machine, long address, int[] words) {
        for (int i = 0; i < words.length; i++) {
            machine.poke(address + 4L * i, 4, words[i]);
        }
    }

    @Test
    void elements_that_cross_lines_are_put_together_from_two_requests() {
        Machine machine = machine();
        for (int i = 0; i < 600; i++) {
            machine.poke(A + i, 1, i * 37);
        }
        KernelProgram program = Machine.kernel("v = load.u64 a[gid]\nstore.u64 b[gid] = v", 40, "a", "b");
        machine.start(program, 1, new long[] {A + 5, B + 3}, new long[] {512, 512});
        machine.finish();
        for (int i = 0; i < 320; i++) {
            assertThat(machine.peek(B + 3 + i, 1)).isEqualTo((i + 5) * 37 & 0xFF);
        }
        assertThat(machine.memory.store.version(B + 2)).isZero();
        assertThat(machine.memory.store.version(B + 323)).isZero();
    }

    @Test
    void of_lanes_that_store_to_one_byte_the_last_wins() {
        Machine machine = machine();
        machine.start(Machine.kernel("store.u32 a[lane / 4] = lane", 32, "a"), 1);
        machine.finish();
        for (int i = 0; i < 8; i++) {
            assertThat(machine.peek(A + 4L * i, 4)).isEqualTo(4 * i + 3);
        }
    }

    @Test
    void a_histogram_by_atomics_counts_every_invocation_once_and_returns_old_values() {
        Machine machine = machine();
        poke(machine, A, new int[16]);
        DispatchJob job = machine.start(
                Machine.kernel(
                        "o = atomic.add.u32 a[gid & 15], 1\nstore.u32 b[(gid & 15) * 32 + o] = gid + 1", 64, "a", "b"),
                8);
        machine.finish();
        for (int bin = 0; bin < 16; bin++) {
            assertThat(machine.peek(A + 4L * bin, 4)).isEqualTo(32);
            for (int i = 0; i < 32; i++) {
                assertThat((machine.peek(B + 4L * (bin * 32 + i), 4) - 1) % 16).isEqualTo(bin);
            }
        }
        assertThat(machine.memory.seen)
                .filteredOn(s -> s.kind() == Request.ATOMIC)
                .hasSize(16)
                .allMatch(s -> s.flags() == Request.COHERENT && s.bytes() == 64);
        assertThat(job.bytesRead()).isEqualTo(16 * 64);
    }

    @Test
    void every_atomic_operation_does_what_java_does() {
        Map<String, Long> results = new LinkedHashMap<>();
        results.put("atomic.add.u32 a[0], 5", 105L);
        results.put("atomic.min.i32 a[0], 0 - 3", 0xFFFF_FFFDL);
        results.put("atomic.min.u32 a[0], 0 - 3", 100L);
        results.put("atomic.max.u32 a[0], 0 - 3", 0xFFFF_FFFDL);
        results.put("atomic.and.u32 a[0], 6", 4L);
        results.put("atomic.or.u32 a[0], 3", 103L);
        results.put("atomic.xor.u32 a[0], 1", 101L);
        results.put("atomic.exchange.u64 a[0], 1 << 40", 0L);
        results.put("atomic.compareExchange.u32 a[0], 100, 9", 9L);
        results.put("atomic.compareExchange.u32 a[0], 99, 9", 100L);
        for (Map.Entry<String, Long> entry : results.entrySet()) {
            Machine machine = machine();
            machine.poke(A, 8, 100);
            machine.start(Machine.kernel("o = " + entry.getKey() + "\nstore.u32 a[4] = o", 1, "a"), 1);
            machine.finish();
            assertThat(machine.peek(A, 4)).as(entry.getKey()).isEqualTo(entry.getValue());
            assertThat(machine.peek(A + 16, 4)).as(entry.getKey()).isEqualTo(100);
        }
    }

    @Test
    void atomics_on_floats_add_numbers_and_not_bits() {
        Machine machine = machine();
        machine.poke(A, 4, Float.floatToIntBits(1.5f));
        machine.start(Machine.kernel("o = atomic.add.f32 a[0], f32fromInt(2)", 1, "a"), 3);
        machine.finish();
        assertThat(Float.intBitsToFloat((int) machine.peek(A, 4))).isEqualTo(7.5f);
    }

    @Test
    void each_kind_of_binding_takes_its_clients_path() {
        Map<String, BindingKind> kinds = new LinkedHashMap<>();
        kinds.put("a", BindingKind.STORAGE);
        kinds.put("u", BindingKind.UNIFORM);
        kinds.put("t", BindingKind.SAMPLED);
        kinds.put("i", BindingKind.STORAGE_IMAGE);
        kinds.put("s", BindingKind.INPUT_ATTACHMENT);
        Machine machine = machine();
        machine.start(
                Machine.kernel(
                        "b = load.u32 a[gid]\nc = load.u32 u[gid]\nd = load.u32 t[gid]\ne = load.u32 s[gid]\n"
                                + "store.u32 i[gid] = 1",
                        32,
                        0,
                        0,
                        kinds),
                1);
        machine.finish();
        assertThat(machine.addresses()).containsExactly(0, 3 << 20);
        // the uniform cache's lines are of 64 bytes, so the same 32 words are two requests
        assertThat(machine.uniform.seen).extracting(s -> s.address()).containsExactly(1L << 20, (1L << 20) + 64);
        assertThat(machine.sampled.seen).hasSize(1);
        assertThat(machine.attachment.seen).hasSize(1);
    }

    @Test
    void qualifiers_become_flags_of_the_request() {
        Machine machine = machine();
        machine.start(Machine.kernel("""
                a1 = load.u32 a[0]
                a2 = load.u32 a[0] @ coherent
                a3 = load.u32 a[0] @ streaming bypass
                a4 = load.u32 a[0] @ visible device
                a5 = load.u32 a[0] @ visible workgroup
                store.u32 a[0] = 1 @ available queueFamily
                store.u32 a[0] = 1 @ available subgroup
                store.u32 a[0] = 1 @ nonprivate
                """, 1, "a"), 1);
        machine.finish();
        assertThat(machine.memory.seen)
                .extracting(s -> s.flags())
                .containsExactly(
                        0,
                        Request.COHERENT,
                        Request.STREAMING | Request.BYPASS,
                        Request.COHERENT,
                        0,
                        Request.COHERENT,
                        0,
                        0);
    }

    @Test
    void an_access_beyond_the_bound_range_names_kernel_line_lane_index_binding_and_size() {
        Machine machine = machine();
        KernelProgram program = Machine.kernel("v = load.u32 a[gid]\n\nstore.u32 b[gid + 90] = v", 32, "a", "b");
        machine.start(program, 4, new long[] {A, B}, new long[] {4096, 400});
        OutOfRangeAccessException fault =
                catchThrowableOfType(OutOfRangeAccessException.class, () -> machine.engine.run());
        assertThat(fault.kernel()).isEqualTo("k");
        assertThat(fault.line()).isEqualTo(3);
        assertThat(fault.lane()).isEqualTo(10);
        assertThat(fault.invocation()).isEqualTo(10);
        assertThat(fault.index()).isEqualTo(100);
        assertThat(fault.binding()).isEqualTo("b");
        assertThat(fault.size()).isEqualTo(400);
        assertThat(fault)
                .hasMessage("dispatch 0: kernel k, line 3: lane 10 (gid 10) accesses element 100 of 'b', "
                        + "which is bound to 400 bytes (100 elements of 4)");
    }

    @Test
    void a_negative_index_is_out_of_range() {
        Machine machine = machine();
        machine.start(Machine.kernel("v = load.u32 a[gid - 5]", 32, "a"), 1);
        OutOfRangeAccessException fault =
                catchThrowableOfType(OutOfRangeAccessException.class, () -> machine.engine.run());
        assertThat(fault.index()).isEqualTo(-5);
        assertThat(fault.lane()).isZero();
    }

    @Test
    void a_shared_access_beyond_the_kernels_memory_is_out_of_range() {
        Machine machine = machine();
        machine.start(Machine.kernel("shared.store.u32 [lid] = 1", 64, 128, 0), 1);
        OutOfRangeAccessException fault =
                catchThrowableOfType(OutOfRangeAccessException.class, () -> machine.engine.run());
        assertThat(fault.binding()).isEqualTo("shared");
        assertThat(fault.invocation()).isEqualTo(32);
        assertThat(fault.size()).isEqualTo(128);
    }

    @Test
    void an_atomic_on_a_misaligned_address_is_refused() {
        Machine machine = machine();
        machine.start(Machine.kernel("o = atomic.add.u32 a[gid], 1", 4, "a"), 1, new long[] {A + 2}, new long[] {4096});
        MisalignedAtomicException fault =
                catchThrowableOfType(MisalignedAtomicException.class, () -> machine.engine.run());
        assertThat(fault).hasMessageContaining("kernel k, line 1").hasMessageContaining("'a' at byte 2");
    }

    @Test
    void the_checker_sees_stores_when_issued_and_loads_when_answered() {
        List<String> calls = new ArrayList<>();
        long[] clock = new long[1];
        Machine[] built = new Machine[1];
        with.checker = new AccessChecker() {
            @Override
            public boolean isMeant(long address, int sectors, SectorStore store, int slot) {
                return false;
            }

            @Override
            public void wrote(Request request) {
                calls.add("wrote " + built[0].engine.now() + " " + request.byteCount() + " by " + request.agent);
                clock[0]++;
            }

            @Override
            public void read(Request request, MeantTexels meant) {
                calls.add("read " + built[0].engine.now() + " " + request.byteCount());
            }

            @Override
            public void overwrites(Request request, int sector, int mask, SectorStore store, int slot) {
                throw new IllegalStateException("a compute unit never writes back");
            }
        };
        built[0] = machine();
        built[0].start(
                Machine.kernel("v = load.u32 a[gid]\nstore.u32 b[gid] = v\no = atomic.add.u32 a[0], 1", 8, "a", "b"),
                1);
        built[0].finish();
        assertThat(calls).containsExactly("read 20 32", "wrote 20 32 by 7", "wrote 21 4 by 7");
        assertThat(clock[0]).isEqualTo(2);
    }

    @Test
    void the_observer_sees_every_request_issued_and_completed() {
        List<String> events = new ArrayList<>();
        with.observer = new SimObserver() {
            @Override
            public void issue(long cycle, String client, ObservedRequest request) {
                events.add("issue " + cycle + " " + client + " "
                        + request.operation().ordinal() + " " + request.command());
            }

            @Override
            public void complete(long cycle, String client, ObservedRequest request) {
                events.add("complete " + cycle + " " + client + " "
                        + request.operation().ordinal());
            }
        };
        Machine machine = machine();
        machine.start(Machine.kernel("v = load.u32 a[gid]\nstore.u32 b[gid] = v", 8, "a", "b"), 1);
        machine.finish();
        assertThat(events)
                .containsExactly(
                        "issue 0 cu[0] 0 3", "complete 20 cu[0] 0", "issue 20 cu[0] 1 3", "complete 40 cu[0] 1");
    }

    @Test
    void requests_carry_their_unit_and_the_line_of_their_instruction_where_that_is_kept() {
        List<String> origins = new ArrayList<>();
        with.observer = new SimObserver() {
            @Override
            public void issue(long cycle, String client, ObservedRequest request) {
                Request issued = (Request) request;
                origins.add(issued.unit() + " line " + (issued.site() & 0xFFFF));
            }
        };
        KernelProgram kernel = Machine.kernel("v = load.u32 a[gid]\n\nstore.u32 b[gid] = v", 8, "a", "b");
        Machine machine = machine();
        machine.pool.keepOrigins();
        machine.start(kernel, 2);
        machine.finish();
        assertThat(origins).containsExactlyInAnyOrder("0 line 1", "0 line 3", "1 line 1", "1 line 3");

        origins.clear();
        Machine without = machine();
        without.start(kernel, 1);
        without.finish();
        assertThat(origins).containsExactly("-1 line 0", "-1 line 0");
    }
}
