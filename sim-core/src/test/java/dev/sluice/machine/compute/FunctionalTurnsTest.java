// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.truth.AccessChecker;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose accesses follow whose at once: two workgroups of a wave each, on a unit each. */
final class FunctionalTurnsTest {

    private static final int WAVE = 32;
    private static final int STORES = 600;

    @Test
    void units_take_sixteen_turns_of_sixteen_accesses_while_they_wait_for_nobody() {
        List<Integer> runs = runs("for i in 0..600 { store.u32 b[gid] = i }");

        assertThat(runs).containsExactly(16, 16, 256, 256, 256, 256, STORES - 528, STORES - 528);
    }

    @Test
    void units_take_single_turns_where_waves_may_wait_for_those_of_others() {
        List<Integer> runs = runs("i = 0\nwhile i < 600 { store.u32 b[gid] = i\ni = i + 1 }");

        assertThat(runs.subList(0, runs.size() - 2)).containsOnly(16);
    }

    /** Numbers of stores of one workgroup without one of the other in between. */
    private static List<Integer> runs(String code) {
        List<Integer> runs = new ArrayList<>();
        Machine.Builder with = new Machine.Builder();
        with.units = 2;
        with.waveSize = WAVE;
        with.functional = true;
        with.checker = new Runs(runs);
        Machine machine = with.build();
        DispatchJob job = new DispatchJob(
                Machine.kernel(code, WAVE, "b"),
                2,
                1,
                1,
                new long[] {0},
                new long[] {1 << 20},
                new long[] {0},
                3,
                7,
                "dispatch",
                machine.sink,
                0,
                0);

        new FunctionalDispatcher(machine.array, machine.units, new Uncached(), () -> false).run(job);

        return runs;
    }

    private static final class Uncached implements FunctionalCaches {
        @Override
        public void flush(int unit) {}

        @Override
        public void invalidate(int unit) {}
    }

    private static final class Runs implements AccessChecker {

        private final List<Integer> runs;
        private long last = -1;

        Runs(List<Integer> runs) {
            this.runs = runs;
        }

        @Override
        public void wrote(Request request) {
            if (request.address == last) {
                runs.set(runs.size() - 1, runs.get(runs.size() - 1) + 1);
            } else {
                runs.add(1);
            }
            last = request.address;
        }

        @Override
        public void read(Request request) {}

        @Override
        public boolean isMeant(long address, int sectors, SectorStore store, int slot) {
            return false;
        }

        @Override
        public void overwrites(Request request, int sector, int mask, SectorStore store, int slot) {}
    }
}
