// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random kernels on the wave interpreter, loads completing late and out of order, against one invocation at a time. */
class KernelDivergenceTest {
    private static final int PROGRAMS = 100;

    private final WaveInterpreter wave = new WaveInterpreter();
    /** Low and high bits by lane and name of the output. */
    private final Map<Integer, Map<String, List<Long>>> outputs = new HashMap<>();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void waves_do_what_their_invocations_would_do_alone(int series) {
        for (int program = 0; program < PROGRAMS; program++) {
            compare(series * 10_000L + program);
        }
    }

    private void compare(long seed) {
        RandomKernel kernel = new RandomKernel(seed, false);
        Random random = new Random(seed);
        LocalSize size = new LocalSize(1 + random.nextInt(20), 1 + random.nextInt(6), 1);
        int waveSize = List.of(1, 7, 8, 16, 32, 64).get(random.nextInt(6));
        long n = random.nextInt(50);
        KernelProgram program = KernelCompiler.compile(KernelTests.source(kernel.text(), size, "n"));
        int waveIndex = random.nextInt(program.wavesPerGroup(waveSize));
        long groupX = random.nextInt(3);
        wave.bind(program);
        wave.start(groupX, 1, 0, 3, 2, 1, waveIndex, waveSize, new long[] {n});
        List<List<String>> logs = run(program, waveSize, random);
        for (int lane = 0; lane < waveSize; lane++) {
            long local = (long) waveIndex * waveSize + lane;
            if (local >= size.count()) {
                assertThat(logs.get(lane)).isEmpty();
                continue;
            }
            RandomKernel.Invocation alone = invocation(size, local, lane, groupX, n);
            kernel.run(alone);
            String which = "seed " + seed + ", lane " + lane + " of\n" + kernel.text();
            assertThat(logs.get(lane)).as(which).isEqualTo(alone.log);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6, 7, 8})
    void fragments_write_what_they_would_write_alone(int series) {
        for (int program = 0; program < PROGRAMS; program++) {
            compareFragments(series * 10_000L + program);
        }
    }

    private void compareFragments(long seed) {
        RandomKernel kernel = new RandomKernel(seed, true);
        Random random = new Random(seed);
        int waveSize = List.of(1, 7, 8, 16, 32, 64).get(random.nextInt(6));
        long mask = (random.nextInt(3) == 0 ? -1L : random.nextLong()) & -1L >>> Long.SIZE - waveSize;
        int[] x = random.ints(64, 0, 5000).toArray();
        int[] y = random.ints(64, 0, 5000).toArray();
        long n = random.nextInt(50);
        KernelProgram program = KernelCompiler.compile(KernelTests.source(kernel.text(), new LocalSize(1, 1, 1), "n"));
        wave.bind(program);
        wave.startFragments(x, y, mask, waveSize, new long[] {n});
        outputs.clear();
        List<List<String>> logs = run(program, waveSize, random);
        for (int lane = 0; lane < waveSize; lane++) {
            if ((mask >>> lane & 1) == 0) {
                assertThat(logs.get(lane)).isEmpty();
                assertThat(outputs).doesNotContainKey(lane);
                continue;
            }
            RandomKernel.Invocation alone = new RandomKernel.Invocation();
            alone.values.put("x", (long) x[lane]);
            alone.values.put("y", (long) y[lane]);
            alone.values.put("lane", (long) lane);
            alone.values.put("n", n);
            kernel.run(alone);
            String which = "seed " + seed + ", lane " + lane + " of\n" + kernel.text();
            assertThat(logs.get(lane)).as(which).isEqualTo(alone.log);
            assertThat(outputs.getOrDefault(lane, Map.of())).as(which).isEqualTo(alone.outputs);
        }
    }

    private void export() {
        String name = wave.output() == 8 ? "depth" : "color" + wave.output();
        for (int lane = 0; lane < 64; lane++) {
            if ((wave.activeMask() >>> lane & 1) != 0) {
                outputs.computeIfAbsent(lane, unused -> new HashMap<>())
                        .put(name, List.of(wave.values()[lane], wave.compares()[lane]));
            }
        }
    }

    private static RandomKernel.Invocation invocation(LocalSize size, long local, int lane, long groupX, long n) {
        RandomKernel.Invocation alone = new RandomKernel.Invocation();
        long group = groupX + 3;
        alone.values.put("gid", group * size.count() + local);
        alone.values.put("lid", local);
        alone.values.put("lane", (long) lane);
        alone.values.put("wg", group);
        alone.values.put("lidX", local % size.x());
        alone.values.put("lidY", local / size.x());
        alone.values.put("gidX", groupX * size.x() + local % size.x());
        alone.values.put("n", n);
        return alone;
    }

    private List<List<String>> run(KernelProgram program, int waveSize, Random random) {
        List<List<String>> logs = new ArrayList<>();
        for (int lane = 0; lane < waveSize; lane++) {
            logs.add(new ArrayList<>());
        }
        List<Integer> late = new ArrayList<>();
        while (true) {
            int kind = wave.next();
            switch (kind) {
                case WaveInterpreter.END -> {
                    late.forEach(wave::complete);
                    return logs;
                }
                case WaveInterpreter.WAIT -> {
                    assertThat(late).contains(wave.waitRegister());
                    int register = late.remove(random.nextInt(late.size()));
                    wave.complete(register);
                }
                case WaveInterpreter.LOAD, WaveInterpreter.ATOMIC, WaveInterpreter.STORE -> {
                    for (int lane = 0; lane < waveSize; lane++) {
                        if ((wave.activeMask() >>> lane & 1) != 0) {
                            logs.get(lane).add(access(kind, program, lane));
                        }
                    }
                    if (wave.destination() >= 0) {
                        late.add(wave.destination());
                    }
                }
                case WaveInterpreter.EXPORT -> export();
                default -> assertThat(kind).isEqualTo(WaveInterpreter.ALU);
            }
        }
    }

    private String access(int kind, KernelProgram program, int lane) {
        String type = wave.elementType().text();
        long index = wave.index(lane);
        assertThat(wave.offsets()[lane]).isEqualTo(wave.elementType().offset(index));
        assertThat(program.bindings().get(wave.binding()).name()).isEqualTo(kind == WaveInterpreter.LOAD ? "a" : "b");
        if (wave.destination() >= 0) {
            wave.deliver(wave.destination(), lane, RandomKernel.memory(type, index));
        }
        return switch (kind) {
            case WaveInterpreter.LOAD -> "load " + type + " " + index;
            case WaveInterpreter.STORE -> "store " + type + " " + index + " " + wave.values()[lane];
            default -> "atomic " + type + " " + index + " " + wave.compares()[lane] + " " + wave.values()[lane];
        };
    }
}
