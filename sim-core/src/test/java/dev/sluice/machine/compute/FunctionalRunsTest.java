// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.program.image.MeantTexels;
import dev.sluice.program.kernel.KernelProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random kernels at once, with the short way of whole waves and without it: both do the same, request by request. */
final class FunctionalRunsTest {

    private static final int KERNELS = 150;
    private static final int GROUPS = 5;
    private static final int BYTES = 1 << 14;
    private static final String[] TYPES = {"u8", "u16", "u32", "i32", "u64", "f32"};

    /** What one way came to, and whether the short way took an access. */
    private record Outcome(List<String> log, long shortWays) {}

    @Test
    void short_way_does_what_the_long_way_does() {
        long taken = 0;
        for (int seed = 0; seed < KERNELS; seed++) {
            Random random = new Random(seed);
            String code = kernel(random);
            int waveSize = 4 << random.nextInt(5);
            int localSize = random.nextBoolean() ? 2 * waveSize : 2 * waveSize + 3;
            boolean functional = random.nextInt(5) > 0;
            Outcome with = run(code, waveSize, localSize, functional, true);
            Outcome without = run(code, waveSize, localSize, functional, false);
            assertThat(with.log()).as("seed " + seed + "\n" + code).isEqualTo(without.log());
            assertThat(without.shortWays()).isZero();
            taken += with.shortWays();
        }
        assertThat(taken).isGreaterThan(KERNELS * 2L * GROUPS);
    }

    private static String kernel(Random random) {
        StringBuilder code = new StringBuilder("v0 = gid\nv1 = hash(gid)\nv2 = 7\n");
        for (int i = 0; i < 8; i++) {
            boolean guarded = random.nextInt(4) == 0;
            if (guarded) {
                code.append(random.nextBoolean() ? "if (gid % 3 == 1) {\n" : "if (n > 2) {\n");
            }
            statement(code, random);
            if (guarded) {
                code.append("}\n");
            }
        }
        return code.append("store.u64 b[gid] = v0 + v1 * v2\n").toString();
    }

    private static void statement(StringBuilder code, Random random) {
        String type = TYPES[random.nextInt(TYPES.length)];
        String register = "v" + random.nextInt(3);
        switch (random.nextInt(4)) {
            case 0 -> code.append("store." + type + " b[" + index(random) + "] = " + register + "\n");
            case 1 ->
                code.append(register + " = v" + random.nextInt(3) + (random.nextBoolean() ? " + " : " * ") + "v"
                        + random.nextInt(3) + "\n");
            default ->
                code.append(register + " = load." + type + " " + (random.nextBoolean() ? "a[" : "b[") + index(random)
                        + "]\n");
        }
    }

    private static String index(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> "gid * 2";
            case 1 -> "hash(gid) % 500";
            case 2 -> "" + random.nextInt(40);
            case 3 -> "gid + " + random.nextInt(40);
            case 4 -> "900 - gid";
            case 5 -> "(gid + 64) % 256";
            default -> "gid";
        };
    }

    private static Outcome run(String code, int waveSize, int localSize, boolean functional, boolean shortWay) {
        List<String> log = new ArrayList<>();
        Machine.Builder with = new Machine.Builder();
        with.units = 2;
        with.waveSize = waveSize;
        with.functional = functional;
        with.checker = new Log(log);
        Machine machine = with.build();
        for (int i = 0; i < BYTES; i++) {
            machine.memory.store.set(i, (byte) (i * 37 + (i >> 5)), 1 + i % 5 / 4);
        }
        KernelProgram program = Machine.kernel(code, localSize, "a", "b");
        DispatchJob job = new DispatchJob(
                program,
                GROUPS,
                1,
                1,
                new long[] {0, 1 << 20},
                new long[] {1 << 20, 1 << 20},
                new long[] {GROUPS},
                3,
                7,
                "dispatch",
                machine.sink,
                0,
                0);
        FunctionalDispatcher dispatcher = new FunctionalDispatcher(
                machine.array,
                machine.units,
                new FunctionalCaches() {
                    @Override
                    public void flush(int unit) {
                        log.add("flush " + unit);
                    }

                    @Override
                    public void invalidate(int unit) {
                        log.add("invalidate " + unit);
                    }
                },
                () -> false,
                shortWay);
        assertThat(dispatcher.run(job)).isEqualTo(FunctionalDispatcher.End.DONE);
        log.add(dispatcher.requests() + " requests, " + dispatcher.sectors() + " sectors");
        log.add(job.requests() + " and " + job.sectors() + " of the dispatch");
        log.add(job.bytesRead() + " bytes read, " + job.bytesWritten() + " written, " + job.waves() + " waves");
        log.add(machine.memory.readSectors + " sectors in memory, " + machine.memory.writtenBytes + " bytes");
        for (int i = 0; i < BYTES; i++) {
            long address = (1 << 20) + i;
            log.add(machine.memory.store.data(address) + " of " + machine.memory.store.version(address));
        }
        assertThat(machine.pool.inUse()).isZero();
        return new Outcome(log, dispatcher.shortWays());
    }

    /** Notes every request with its bytes and their versions. */
    private record Log(List<String> log) implements AccessChecker {

        @Override
        public boolean isMeant(long address, int sectors, SectorStore store, int slot) {
            return false;
        }

        @Override
        public void wrote(Request request) {
            note("wrote", request);
        }

        @Override
        public void read(Request request, MeantTexels meant) {
            note("read", request);
        }

        @Override
        public void overwrites(Request request, int sector, int mask, SectorStore store, int slot) {
            note("overwrites", request);
        }

        private void note(String what, Request request) {
            StringBuilder line = new StringBuilder(what + " " + request.address + " " + request.sectors + " "
                    + request.client + " " + request.command + " " + request.agent + " " + request.flags);
            Payload payload = request.payload;
            for (int i = 0; payload != null && i < Request.MAX_BYTES; i++) {
                if (request.takesByte(i)) {
                    line.append(' ').append(payload.value(i)).append('/').append(payload.byteVersion(i));
                }
            }
            log.add(line.toString());
        }
    }
}
