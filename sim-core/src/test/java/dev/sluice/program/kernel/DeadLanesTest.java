// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which lines of a kernel may write lanes that do not execute. */
class DeadLanesTest {

    @Test
    void a_register_read_only_in_its_branch_may_be_written_in_all_lanes() {
        assertThat(lines("""
                if lane == 0 {
                  r = hash(gid)
                  store.u32 b[r] = 1
                }
                """)).containsExactly(2);
    }

    @Test
    void a_register_read_behind_the_branch_may_not() {
        assertThat(lines("""
                r = 7
                if lane == 0 {
                  r = hash(gid)
                }
                store.u32 b[r] = 1
                """)).isEmpty();
    }

    @Test
    void a_register_read_in_the_other_branch_may_not() {
        assertThat(lines("""
                r = 7
                if lane == 0 {
                  r = hash(gid)
                  store.u32 b[r] = 1
                } else {
                  store.u32 b[r] = 2
                }
                """)).isEmpty();
    }

    @Test
    void a_register_of_the_second_branch_is_not_kept_for_the_first() {
        assertThat(lines("""
                r = 7
                if lane == r {
                  store.u32 b[r] = 2
                } else {
                  r = hash(gid)
                  store.u32 b[r] = 1
                }
                """)).containsExactly(5);
    }

    @Test
    void a_register_written_again_before_it_is_read_may_be_written_in_all_lanes() {
        assertThat(lines("""
                if lane == 0 {
                  r = hash(gid)
                  store.u32 b[r] = 1
                }
                r = 3
                store.u32 b[r] = 2
                """)).containsExactly(2);
    }

    @Test
    void a_register_read_behind_an_outer_branch_may_not() {
        assertThat(lines("""
                r = 7
                if lane < 4 {
                  if lane == 0 {
                    r = hash(gid)
                  }
                }
                store.u32 b[r] = 1
                """)).isEmpty();
    }

    @Test
    void a_register_read_behind_a_loop_that_lanes_leave_may_not() {
        assertThat(lines("""
                r = 7
                for i in 0..lane {
                  r = hash(i)
                }
                store.u32 b[r] = 1
                """)).doesNotContain(3);
    }

    @Test
    void a_register_read_in_the_next_turn_by_lanes_that_skip_a_branch_may_not() {
        assertThat(lines("""
                r = 7
                for i in 0..4 {
                  store.u32 b[r] = 1
                  if lane == i {
                    r = hash(i)
                  }
                }
                """)).doesNotContain(5);
    }

    @Test
    void a_counter_that_nobody_reads_behind_its_loop_may_be_written_in_all_lanes() {
        assertThat(lines("""
                for i in 0..lane {
                  store.u32 b[i] = 1
                }
                """)).contains(1);
    }

    private static List<Integer> lines(String text) {
        KernelProgram program = KernelCompiler.compile(KernelTests.source(text, new LocalSize(32, 1, 1)));
        BitSet found = DeadLanes.of(program);
        return IntStream.range(0, program.size())
                .filter(i -> found.get(i) && program.depths[i] > 0)
                .mapToObj(i -> program.lines[i])
                .distinct()
                .toList();
    }
}
