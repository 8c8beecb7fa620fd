// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bytecode that has accesses done within its steps does what waves do that stop for each and are interpreted.
 *
 * <p>{@code -Dsluice.kernels.cases=N} runs N random kernels in each series.
 */
final class AtOnceTest {
    private static final int PROGRAMS = Integer.getInteger("sluice.kernels.cases", 125);
    private static final int SHARED_BYTES = 1024;
    private static final List<String> TYPES = List.of("u8", "u16", "u32", "i32", "u64", "f32");

    /** A wave and its memories, both at once; every access is done before the wave goes on. */
    private static final class Side {
        final KernelProgram program;
        final WaveInterpreter wave = new WaveInterpreter();
        final byte[] memory = bytes(1 << 13);
        final byte[] shared = bytes(SHARED_BYTES);
        final List<String> log = new ArrayList<>();
        private final RunOperands[] known;
        private final WaveRuns runs = wave.runs();
        /** Accesses that were done within steps. */
        int within;

        Side(String text, int localSize) {
            program = KernelCompiler.compile(KernelTests.source(text, new LocalSize(localSize, 1, 1), "n"));
            known = new RunOperands[program.size()];
        }

        private static byte[] bytes(int count) {
            byte[] made = new byte[count];
            for (int i = 0; i < count; i++) {
                made[i] = (byte) (i * 37 + (i >> 4));
            }
            return made;
        }

        boolean access(int instruction, boolean accepts) {
            RunOperands of = known[instruction];
            long index = of == null || !accepts ? WaveRuns.NONE : runs.firstIndex(of);
            if (index < 0 || of == null) {
                return false;
            }
            log.add(instruction + " of " + wave.activeMask());
            int offset = (int) (index << of.type.shift());
            if (of.register >= 0) {
                runs.load(of, memory, offset);
            } else {
                runs.store(of, memory, offset);
            }
            within++;
            return true;
        }

        /** Runs it to the end, with so many accesses of workgroup memory a turn. */
        void run(int waveIndex, int waveSize, int turn) {
            wave.bind(program);
            wave.start(0, 0, 0, 1, 1, 1, waveIndex, waveSize, new long[] {3});
            wave.workgroup(shared, SHARED_BYTES, turn);
            for (int kind = wave.step(); kind != WaveInterpreter.END; kind = wave.step()) {
                switch (kind) {
                    case WaveInterpreter.LOAD, WaveInterpreter.STORE -> {
                        known[wave.instruction()] = wave.runOperands();
                        log.add(wave.instruction() + " of " + wave.activeMask());
                        wave.operands();
                        lanes(memory);
                    }
                    case WaveInterpreter.SHARED_LOAD, WaveInterpreter.SHARED_STORE -> {
                        wave.operands();
                        lanes(shared);
                        if (wave.lastShared()) {
                            wave.workgroup(shared, SHARED_BYTES, turn);
                        }
                    }
                    default -> log.add("kind " + kind + " after " + wave.instructionsExecuted());
                }
            }
            log.add("ends after " + wave.instructionsExecuted());
            for (int register = 1; register <= program.registerCount(); register++) {
                for (long rest = wave.activeMask(); rest != 0; rest &= rest - 1) {
                    log.add(register + ": " + wave.register(register, Long.numberOfTrailingZeros(rest)));
                }
            }
        }

        private void lanes(byte[] of) {
            int register = wave.destination();
            ElementType type = wave.elementType();
            long[] offsets = wave.offsets();
            for (long rest = wave.activeMask(); rest != 0; rest &= rest - 1) {
                int lane = Long.numberOfTrailingZeros(rest);
                for (int i = 0; i < wave.width(); i++) {
                    int offset = (int) offsets[lane] + i * type.size();
                    if (register >= 0) {
                        wave.deliver(register, i, lane, MemoryBytes.read(of, offset, type));
                    } else {
                        MemoryBytes.write(of, offset, type, wave.values(i)[lane]);
                    }
                }
            }
            wave.complete(register);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void random_kernels_run_alike(int series) {
        int within = 0;
        for (int i = 0; i < PROGRAMS; i++) {
            Random random = new Random(series * 10_000L + i);
            String text = text(random);
            int waveSize = 1 << random.nextInt(7);
            int localSize = random.nextInt(3) > 0 ? waveSize : waveSize + 3;
            int waveIndex = random.nextInt(localSize > waveSize ? 2 : 1);
            int turn = 1 + random.nextInt(40);
            Side reference = new Side(text, localSize);
            reference.run(waveIndex, waveSize, turn);
            Side other = new Side(text, localSize);
            other.program.translate(series == 1 ? 8000 : 200 + random.nextInt(500));
            Random accepts = new Random(i);
            other.wave.atOnce(at -> other.access(at, accepts.nextInt(4) > 0), true);
            other.run(waveIndex, waveSize, turn);
            assertThat(other.log).as(text).isEqualTo(reference.log);
            assertThat(Arrays.equals(other.memory, reference.memory)).as(text).isTrue();
            assertThat(Arrays.equals(other.shared, reference.shared)).as(text).isTrue();
            within += other.within;
        }
        assertThat(within).isGreaterThan(PROGRAMS);
    }

    private static String text(Random random) {
        StringBuilder text =
                new StringBuilder("i = 0\nr0 = load.u32 a[lid]\nr1 = load.f32 a[lid + 64]\nr2 = n\nr3 = lid\n"
                        + "q = load.u32x4 a[lid]\n");
        for (int loop = 0; loop < 2; loop++) {
            text.append("for i in 0..")
                    .append(random.nextInt(12) == 0 ? 900 : 1 + random.nextInt(9))
                    .append(" {\n");
            for (int s = 0; s < 6; s++) {
                boolean guarded = random.nextInt(5) == 0;
                text.append(guarded ? random.nextBoolean() ? "if lid % 3 == 1 {\n" : "if n > 2 {\n" : "");
                statement(text, random);
                text.append(guarded ? "}\n" : "");
            }
            text.append("}\n");
        }
        return text.append("store.u64 a[lid] = r0 + r1 * r2 + r3 + q.z\n").toString();
    }

    private static void statement(StringBuilder text, Random random) {
        String type = TYPES.get(random.nextInt(TYPES.size()));
        String register = "r" + random.nextInt(4);
        String other = "r" + random.nextInt(4);
        switch (random.nextInt(12)) {
            case 0, 1 -> text.append(register + " = shared.load." + type + " [" + index(random) + "]\n");
            case 2, 3 -> text.append("shared.store." + type + " [" + index(random) + "] = " + other + "\n");
            case 4 -> text.append(register + " = load." + type + " a[" + index(random) + "]\n");
            case 5 -> text.append("store." + type + " a[" + index(random) + "] = " + other + "\n");
            case 6 ->
                text.append(
                        register + " = f32fma(" + other + ", " + number(random) + ", r" + random.nextInt(4) + ")\n");
            case 7 ->
                text.append(register + " = f32" + List.of("add", "mul", "sub").get(random.nextInt(3)) + "(" + other
                        + ", " + number(random) + ")\n");
            case 8 -> text.append("q." + component(random) + " = " + other + " + q." + component(random) + "\n");
            case 9 -> {
                String vector = random.nextBoolean() ? "u16x4" : random.nextBoolean() ? "u64x2" : "i32x4";
                text.append(
                        random.nextBoolean()
                                ? "q = shared.load." + vector + " [(" + index(random) + ") % 60]\n"
                                : "q = load." + vector + " a[" + index(random) + "]\n");
            }
            case 10 ->
                text.append(
                        random.nextBoolean()
                                ? "shared.store.u32x4 [(" + index(random) + ") % 60] = q\n"
                                : "store.f32x2 a[" + index(random) + "] = q\n");
            default -> text.append(register + " = " + other + " + i * " + random.nextInt(5) + "\n");
        }
    }

    private static char component(Random random) {
        return "xyzw".charAt(random.nextInt(4));
    }

    private static String number(Random random) {
        return List.of("0.5f", "r0", "r1", "r2", "r3", "n", "3e38f").get(random.nextInt(7));
    }

    private static String index(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> "" + random.nextInt(60);
            case 1 -> "(lid * 5) % 37";
            case 2 -> "hash(lid + i) % 60";
            case 3 -> "(i % 7) * 8 + n";
            case 4 -> "lid + " + random.nextInt(40);
            case 5 -> "70 - lid";
            case 6 -> "lid + i % 3";
            default -> "lid";
        };
    }
}
