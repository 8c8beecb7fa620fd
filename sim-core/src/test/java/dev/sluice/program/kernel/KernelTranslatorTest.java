// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Waves of a translated kernel do, step by step, what those of an interpreted one do.
 *
 * <p>{@code -Dsluice.kernels.cases=N} takes N random kernels of each sort.
 */
class KernelTranslatorTest {
    private static final int PROGRAMS = Integer.getInteger("sluice.kernels.cases", 200);

    /** Two waves of one text, of which one is, at some time, run as bytecode. */
    private static final class Pair {
        private final String text;
        private final Random random;
        private final KernelProgram interpreted;
        private final KernelProgram translated;
        private final WaveInterpreter reference = new WaveInterpreter();
        private final WaveInterpreter wave = new WaveInterpreter();
        private final List<Integer> late = new ArrayList<>();
        private int steps;

        Pair(String text, LocalSize size, long seed) {
            this.text = text;
            random = new Random(seed);
            interpreted = KernelCompiler.compile(KernelTests.source(text, size, "n"));
            translated = KernelCompiler.compile(KernelTests.source(text, size, "n"));
        }

        void start(int waveIndex, int waveSize, long n) {
            for (WaveInterpreter each : List.of(reference, wave)) {
                each.bind(each == wave ? translated : interpreted);
                each.start(2, 1, 0, 3, 2, 1, waveIndex, waveSize, new long[] {n});
            }
        }

        void startFragments(long mask, int waveSize, long n) {
            int[] x = random.ints(64, 0, 5000).toArray();
            int[] y = random.ints(64, 0, 5000).toArray();
            for (WaveInterpreter each : List.of(reference, wave)) {
                each.bind(each == wave ? translated : interpreted);
                each.startFragments(x, y, mask, waveSize, new long[] {n});
            }
        }

        /** Runs both to the end; the second as bytecode from a step on, in parts of at most so many bytes. */
        void run(int translatedFrom, int longest) {
            int kind;
            do {
                if (steps++ == translatedFrom) {
                    translated.translate(longest);
                    wave.watch(null); // looks for the bytecode
                }
                kind = step();
            } while (kind != WaveInterpreter.END);
            late.forEach(register -> complete(register));
        }

        private int step() {
            int kind = reference.step();
            same(kind, wave.step());
            same(reference.instruction(), wave.instruction());
            same(reference.activeMask(), wave.activeMask());
            same(reference.issueCycles(), wave.issueCycles());
            same(reference.cycles(), wave.cycles());
            same(reference.instructionsExecuted(), wave.instructionsExecuted());
            reference.operands();
            wave.operands();
            switch (kind) {
                case WaveInterpreter.WAIT -> {
                    assertThat(wave.waitRegister()).isEqualTo(reference.waitRegister());
                    complete(late.remove(random.nextInt(late.size())));
                }
                case WaveInterpreter.LOAD,
                        WaveInterpreter.ATOMIC,
                        WaveInterpreter.STORE,
                        WaveInterpreter.SHARED_LOAD,
                        WaveInterpreter.SHARED_STORE -> access(kind);
                case WaveInterpreter.EXPORT -> compare(reference.values(), wave.values());
                default -> {
                    // nothing to bring
                }
            }
            compareRegisters();
            return kind;
        }

        private void access(int kind) {
            compare(reference.offsets(), wave.offsets());
            if (kind != WaveInterpreter.LOAD && kind != WaveInterpreter.SHARED_LOAD) {
                compare(reference.values(), wave.values());
            }
            int register = reference.destination();
            if (register >= 0) {
                boolean same = random.nextBoolean();
                long mask = reference.activeMask();
                for (long rest = mask; rest != 0; rest &= rest - 1) {
                    int lane = Long.numberOfTrailingZeros(rest);
                    long value = same ? 7 : random.nextInt(100);
                    reference.deliver(register, lane, value);
                    wave.deliver(register, lane, value);
                }
                late.add(register);
            }
        }

        private void complete(int register) {
            reference.complete(register);
            wave.complete(register);
        }

        private void compare(long[] expected, long[] actual) {
            for (long rest = reference.activeMask(); rest != 0; rest &= rest - 1) {
                int lane = Long.numberOfTrailingZeros(rest);
                same(expected[lane], actual[lane]);
            }
        }

        /** The library's assertions are slow, and there are millions of values: they are for what differs. */
        private void same(long expected, long actual) {
            if (actual != expected) {
                assertThat(actual).as(this::where).isEqualTo(expected);
            }
        }

        private void compareRegisters() {
            for (int register = 1; register <= interpreted.registerCount(); register++) {
                for (int lane = 0; lane < 64; lane++) {
                    if ((reference.activeMask() >>> lane & 1) != 0) {
                        same(reference.register(register, lane), wave.register(register, lane));
                    }
                }
            }
        }

        private String where() {
            return "step " + steps + " of\n" + text;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void random_kernels_run_alike(int series) {
        for (int program = 0; program < PROGRAMS; program++) {
            long seed = series * 100_000L + program;
            Random random = new Random(seed);
            LocalSize size = new LocalSize(1 + random.nextInt(20), 1 + random.nextInt(6), 1);
            int waveSize = List.of(1, 7, 8, 16, 32, 64).get(random.nextInt(6));
            Pair pair = new Pair(new RandomKernel(seed, false).text(), size, seed);
            pair.start(random.nextInt(pair.interpreted.wavesPerGroup(waveSize)), waveSize, random.nextInt(50));
            pair.run(random.nextInt(3) * random.nextInt(6), series == 1 ? 8000 : 100 + random.nextInt(600));
        }
    }

    @Test
    void random_fragment_kernels_run_alike() {
        for (int program = 0; program < PROGRAMS; program++) {
            long seed = 900_000L + program;
            Random random = new Random(seed);
            int waveSize = List.of(1, 7, 8, 16, 32, 64).get(random.nextInt(6));
            Pair pair = new Pair(new RandomKernel(seed, true).text(), new LocalSize(1, 1, 1), seed);
            pair.startFragments(random.nextLong() & -1L >>> Long.SIZE - waveSize, waveSize, random.nextInt(50));
            pair.run(0, 8000);
        }
    }

    @Test
    void counters_of_all_directions_run_alike() {
        for (String loop : List.of("0..8", "n..3", "3..n", "0..lane", "lane..40")) {
            Pair pair = new Pair("""
                s = 0
                for i in %s {
                  s = s + hash(i) %% 10
                  if i %% 3 == lane %% 3 { s = s * 2 }
                }
                store.u32 a[gid] = s
                """.formatted(loop), new LocalSize(64, 1, 1), 1);
            pair.start(0, 32, 11);
            pair.run(0, 8000);
        }
    }

    @Test
    void a_long_loop_comes_back_after_as_many_instructions() {
        Pair pair = new Pair("""
            s = 0
            for i in 0..2000 { s = s + i * n }
            while s > 10 { s = s / 2 }
            store.u32 a[gid] = s
            """, new LocalSize(64, 1, 1), 1);
        pair.start(0, 32, 3);
        pair.run(0, 8000);
    }

    @Test
    void chains_of_arithmetic_on_loaded_values_do_what_their_instructions_do() {
        int chains = 0;
        for (int program = 0; program < PROGRAMS; program++) {
            Random random = new Random(500_000L + program);
            int waveSize = 1 << random.nextInt(7);
            LocalSize size = new LocalSize(random.nextBoolean() ? waveSize : waveSize + 3, 1, 1);
            Pair pair = new Pair(arithmetic(random), size, program);
            pair.start(random.nextInt(2) * (size.x() > waveSize ? 1 : 0), waveSize, random.nextInt(5));
            pair.run(random.nextInt(4), 8000);
            KernelProgram kernel = pair.translated;
            for (int i = 0; i < kernel.size(); i++) {
                chains += LaneChain.length(kernel, i, kernel.size()) > 0 ? 1 : 0;
            }
        }
        assertThat(chains).isGreaterThan(2 * PROGRAMS);
    }

    private static String arithmetic(Random random) {
        StringBuilder text = new StringBuilder("x = lid\n");
        for (String register : List.of("p", "q", "r", "s")) {
            text.append(register + " = load." + (random.nextBoolean() ? "u64" : "i32") + " a[lid + " + random.nextInt(9)
                    + "]\n");
        }
        for (int i = 0; i < 4; i++) {
            boolean guarded = random.nextInt(4) == 0;
            text.append(guarded ? "if p % 2 == 0 {\n" : "");
            String target = List.of("p", "q", "x", "y" + i).get(random.nextInt(guarded ? 3 : 4));
            text.append(target + " = " + expression(random, 2 + random.nextInt(5)) + "\n");
            text.append(guarded ? "}\n" : "");
        }
        return text.append("store.u64 b[lid] = p + q * x\n").toString();
    }

    private static String expression(Random random, int operations) {
        String one = List.of("p", "q", "r", "s", "x", "n", "3", "lane").get(random.nextInt(8));
        if (operations == 0) {
            return one;
        }
        String rest = expression(random, operations - 1);
        String op = List.of(" + ", " - ", " * ", " & ", " | ", " ^ ", " << ", " >> ")
                .get(random.nextInt(8));
        return "(" + (random.nextBoolean() ? one + op + rest : rest + op + one) + ")";
    }

    @Test
    void a_kernel_that_many_steps_run_is_translated() {
        KernelProgram program = KernelTests.compile("for i in 0..100000 { v = load.u32 a[i]\nw = v }");
        WaveInterpreter wave = KernelTests.started(program, 32);
        for (int step = 0; program.translated() == null && step < 10_000; step++) {
            if (wave.next() == WaveInterpreter.WAIT) {
                wave.complete(wave.waitRegister());
            }
        }
        assertThat(program.translated()).isNotNull();
        long before = wave.register(KernelTests.register(program, "i"), 0);
        for (int step = 0; step < 30; step++) {
            if (wave.next() == WaveInterpreter.WAIT) {
                wave.complete(wave.waitRegister());
            }
        }
        assertThat(wave.register(KernelTests.register(program, "i"), 0)).isEqualTo(before + 15);
    }

    @Test
    void a_kernel_of_too_many_parts_stays_interpreted() {
        KernelProgram program = KernelTests.compile("s = n\n" + "s = s * 3 + lane\n".repeat(60), "n");
        program.translate(1); // a part for each of more than 100 instructions
        assertThat(program.translated()).isNull();
        WaveInterpreter wave = KernelTests.started(program, 32, 5);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.END);
    }

    @Test
    void who_watches_loops_has_kernels_interpreted_that_may_spin() {
        assertThat(stepsUntilTranslated("for i in 0..100000 { v = load.u32 a[i]\nw = v }"))
                .isLessThan(10_000);
        assertThat(stepsUntilTranslated("i = 0\nwhile i < 100000 { v = load.u32 a[i]\ni = i + 1 + v }"))
                .isEqualTo(10_000);
    }

    /** Steps of a wave whose loops are watched, at most 10,000. */
    private static int stepsUntilTranslated(String text) {
        KernelProgram program = KernelTests.compile(text);
        WaveInterpreter wave = KernelTests.started(program, 32);
        wave.watch(new LoopWatch());
        int steps = 0;
        while (program.translated() == null && steps < 10_000) {
            steps++;
            if (wave.next() == WaveInterpreter.WAIT) {
                wave.complete(wave.waitRegister());
            }
        }
        return steps;
    }

    @Test
    void a_kernel_of_many_instructions_is_translated_in_parts() {
        StringBuilder text = new StringBuilder("s = n\n");
        for (int i = 0; i < 400; i++) {
            text.append("s = s * 3 + lane\n");
        }
        KernelProgram program = KernelTests.compile(text + "store.u32 a[gid] = s", "n");
        program.translate(8000);
        TranslatedKernel translated = program.translated();
        assertThat(translated).isNotNull();
        assertThat(translated.parts()).isGreaterThan(1);
    }
}
