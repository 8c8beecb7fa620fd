// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.kernel.ElementType;
import dev.sluice.program.kernel.KernelCompiler;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kernel.KernelSource;
import dev.sluice.program.kernel.LocalSize;
import dev.sluice.program.kernel.WaveInterpreter;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What lanes load and store is compared with a plain loop over the lanes. */
final class WorkgroupMemoryAccessTest {
    private static final int BYTES = 1024;

    private static final List<String> INDICES = List.of(
            "lid",
            "lid + 3",
            "lid * 2",
            "40 - lid",
            "7",
            "hash(lid) % 100",
            "lid / 4",
            "lid & 12",
            "lid + 100000",
            "lid - 5");

    private static final List<String> CONDITIONS =
            List.of("lid >= 0", "lid % 3 == 0", "lid > 5", "lid < 9", "lid == 7", "lid > 4 && lid < 20");

    private final Random random = new Random(11);

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void lanes_store_as_one_after_the_other(ElementType type) {
        forEachAccess(type, "shared.store.%s [%s] = hash(lid)", (program, waveSize) -> {
            byte[] memory = memory();
            byte[] expected = memory.clone();
            WaveInterpreter reference = at(program, waveSize);
            int outside = store(reference, expected, type.size());
            int reported = new WorkgroupMemoryAccess(true).perform(at(program, waveSize), memory, BYTES);
            assertThat(reported).isEqualTo(outside);
            if (outside < 0) {
                assertThat(memory).isEqualTo(expected);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void lanes_load_each_its_own_element(ElementType type) {
        forEachAccess(type, "v = shared.load.%s [%s]", (program, waveSize) -> {
            byte[] memory = memory();
            WaveInterpreter wave = at(program, waveSize);
            int register = wave.destination();
            long mask = wave.activeMask();
            long[] offsets = at(program, waveSize).offsets();
            int outside = firstOutside(offsets, mask, type.size());
            assertThat(new WorkgroupMemoryAccess(true).perform(wave, memory, BYTES))
                    .isEqualTo(outside);
            if (outside >= 0) {
                return;
            }
            wave.complete(register);
            for (int lane = 0; lane < waveSize; lane++) {
                boolean takes = (mask >>> lane & 1) != 0;
                long value = takes ? LittleEndian.read(memory, (int) offsets[lane], type.size()) : 0;
                assertThat(wave.register(register, lane)).isEqualTo(type.extend(value));
            }
        });
    }

    @Test
    void without_bytes_a_load_still_finds_the_lane_that_leaves_the_memory() {
        KernelProgram program = compile("v = shared.load.u32 [lid + 250]");
        assertThat(new WorkgroupMemoryAccess(false).perform(at(program, 16), memory(), BYTES))
                .isEqualTo(6);
    }

    private interface Access {
        void tryIt(KernelProgram program, int waveSize);
    }

    private void forEachAccess(ElementType type, String statement, Access access) {
        for (String condition : CONDITIONS) {
            for (String index : INDICES) {
                String body = String.format(statement, type.text(), index);
                KernelProgram program = compile("if " + condition + " { " + body + " }");
                for (int waveSize : new int[] {1, 7, 32, 64}) {
                    if (started(program, waveSize).next() != WaveInterpreter.END) {
                        access.tryIt(program, waveSize);
                    }
                }
            }
        }
    }

    private static KernelProgram compile(String code) {
        return KernelCompiler.compile(
                new KernelSource("test", code, new LocalSize(64, 1, 1), Map.of(), Set.of(), BYTES, 0));
    }

    /** A wave that came to its access. */
    private static WaveInterpreter at(KernelProgram program, int waveSize) {
        WaveInterpreter wave = started(program, waveSize);
        assertThat(wave.next()).isIn(WaveInterpreter.SHARED_LOAD, WaveInterpreter.SHARED_STORE);
        return wave;
    }

    private static WaveInterpreter started(KernelProgram program, int waveSize) {
        WaveInterpreter wave = new WaveInterpreter();
        wave.bind(program);
        wave.start(0, 0, 0, 1, 1, 1, 0, waveSize, new long[0]);
        return wave;
    }

    private byte[] memory() {
        byte[] memory = new byte[BYTES];
        random.nextBytes(memory);
        return memory;
    }

    private static int firstOutside(long[] offsets, long mask, int size) {
        for (int lane = 0; lane < Long.SIZE; lane++) {
            if ((mask >>> lane & 1) != 0 && (offsets[lane] < 0 || offsets[lane] > BYTES - size)) {
                return lane;
            }
        }
        return -1;
    }

    private static int store(WaveInterpreter wave, byte[] memory, int size) {
        long[] offsets = wave.offsets();
        long[] values = wave.values();
        int outside = firstOutside(offsets, wave.activeMask(), size);
        for (int lane = 0; outside < 0 && lane < Long.SIZE; lane++) {
            for (int i = 0; i < size && (wave.activeMask() >>> lane & 1) != 0; i++) {
                memory[(int) offsets[lane] + i] = (byte) (values[lane] >>> 8 * i);
            }
        }
        return outside;
    }
}
