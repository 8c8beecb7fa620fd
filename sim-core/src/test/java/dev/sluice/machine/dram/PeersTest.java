// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.DramProtocol;
import dev.sluice.device.DramSpec;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bandwidth and latency against those of DRAMsim3 and Ramulator 2 on the same sequences: {@code peers.txt}. */
final class PeersTest {

    private static final int COUNT = 200_000;
    private static final int ROWS = 8192;
    private static final int WINDOW = 64;
    private static final int SEED = 7;

    /** What a sequence may differ by from the nearer of the two, and what for. */
    private static final Map<String, Double> TOLERANCE = Map.of(
            "stream_rd", 0.01,
            // the last writes are acknowledged when queued
            "stream_wr", 0.015,
            "rand_rd", 0.01,
            // when to turn between reads and writes is each controller's choice
            "rand_mix", 0.05,
            "stream_mix", 0.09,
            "chase", 0.02);

    private record Figure(String simulator, String preset, String sequence, int count, long ticks, double latency) {}

    private record Access(boolean write, long address) {}

    @ParameterizedTest
    @ValueSource(strings = {"ddr5-5600", "gddr6-14", "hbm2", "hbm2e"})
    void sequences_take_as_long_as_on_other_simulators(String preset) throws IOException {
        DramSpec spec = asThen(Specs.preset(preset, 1));
        List<Figure> figures = figures(preset);
        Map<String, List<Access>> sequences = sequences(spec);
        List<String> off = new ArrayList<>();
        sequences.forEach((name, accesses) -> {
            Driver driver = run(spec, accesses, name.equals("chase") ? 1 : WINDOW);
            double nearest = Double.MAX_VALUE;
            double nearestLatency = Double.MAX_VALUE;
            StringBuilder line = new StringBuilder(String.format(
                    java.util.Locale.ROOT, "%s %s: %d, %.1f", preset, name, driver.lastReply, driver.meanLatency()));
            for (Figure figure : figures) {
                if (figure.sequence.equals(name)) {
                    assertThat(accesses).hasSize(figure.count);
                    line.append("; ").append(figure.simulator).append(' ').append(figure.ticks);
                    line.append(", ").append(figure.latency);
                    nearest = Math.min(nearest, Math.abs(driver.lastReply - figure.ticks) / (double) figure.ticks);
                    nearestLatency = Math.min(
                            nearestLatency,
                            figure.latency == 0 ? 0 : Math.abs(driver.meanLatency() / figure.latency - 1));
                }
            }
            double most = Objects.requireNonNull(TOLERANCE.get(name));
            if (nearest > most || nearestLatency > 2 * most) {
                off.add(line.toString());
            }
        });
        assertThat(off).isEmpty();
    }

    @Test
    void the_random_numbers_are_those_of_python() {
        PythonRandom random = new PythonRandom(SEED);
        assertThat(List.of(random.below(100), random.below(100), random.below(100), random.below(1 << 23)))
                .containsExactly(41, 19, 50, 810111);
    }

    /** The timings that the figures were made with. */
    private static DramSpec asThen(DramSpec spec) {
        DramProtocol p = spec.protocol();
        return Specs.with(
                spec,
                new DramProtocol(
                        p.stackIds(),
                        p.rankSwitch(),
                        p.commandBus(),
                        p.activateCycles(),
                        p.columnCycles(),
                        p.ccdLWrite(),
                        0,
                        0,
                        0));
    }

    private static Map<String, List<Access>> sequences(DramSpec spec) {
        int bytes = spec.transactionBytes();
        int all = ROWS * spec.ranks() * spec.bankGroups() * spec.banksPerGroup() * (spec.rowBytes() / bytes);
        PythonRandom random = new PythonRandom(SEED);
        List<Access> reads = new ArrayList<>();
        List<Access> writes = new ArrayList<>();
        List<Access> randomReads = new ArrayList<>();
        List<Access> randomMix = new ArrayList<>();
        List<Access> mix = new ArrayList<>();
        List<Access> chase = new ArrayList<>();
        for (long i = 0; i < COUNT; i++) {
            reads.add(new Access(false, i * bytes));
            writes.add(new Access(true, i * bytes));
            randomReads.add(new Access(false, (long) random.below(all) * bytes));
        }
        for (int i = 0; i < COUNT; i++) {
            boolean write = random.below(2) == 1;
            randomMix.add(new Access(write, (long) random.below(all) * bytes));
        }
        for (long i = 0; i < COUNT; i++) {
            mix.add(new Access(random.below(2) == 1, i * bytes));
        }
        for (int i = 0; i < COUNT / 20; i++) {
            chase.add(new Access(false, (long) random.below(all) * bytes));
        }
        return Map.of(
                "stream_rd", reads,
                "stream_wr", writes,
                "rand_rd", randomReads,
                "rand_mix", randomMix,
                "stream_mix", mix,
                "chase", chase);
    }

    private static Driver run(DramSpec spec, List<Access> accesses, int window) {
        Engine engine = new Engine();
        RequestPool pool = new RequestPool(false);
        DramSystem memory = new DramSystem(
                engine, "vram", spec, spec.clockHz(), 0, new BackingStore(), pool, SimObserver.NONE, null);
        Driver driver = engine.add(new Driver(engine, pool, memory, spec.transactionBytes(), accesses, window));
        engine.scheduleAt(driver, 0, Driver.START, 0);
        engine.run();
        return driver;
    }

    private static List<Figure> figures(String preset) throws IOException {
        List<Figure> figures = new ArrayList<>();
        try (InputStream in = Objects.requireNonNull(PeersTest.class.getResourceAsStream("peers.txt"))) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                String[] words = line.split(" ", -1);
                if (!line.startsWith("#") && words[1].equals(preset)) {
                    figures.add(new Figure(
                            words[0],
                            preset,
                            words[2],
                            Integer.parseInt(words[3]),
                            Long.parseLong(words[4]),
                            Double.parseDouble(words[5])));
                }
            }
        }
        return figures;
    }

    /** Sends accesses in order, two a tick at most, with a number of reads in flight. */
    private static final class Driver extends Component {

        static final int START = 0;
        private static final int REPLY = 1;
        private static final int CREDIT = 2;

        private final RequestPool pool;
        private final DramSystem memory;
        private final int sectors;
        private final List<Access> accesses;
        private final int window;
        private int sent;
        private int reading;
        private long tick = -1;
        private int inTick;
        private boolean waiting;
        private long latencies;
        private int answered;
        long lastReply;

        Driver(Engine engine, RequestPool pool, DramSystem memory, int bytes, List<Access> accesses, int window) {
            super(engine, "driver");
            this.pool = pool;
            this.memory = memory;
            this.sectors = (1 << bytes / 32) - 1;
            this.accesses = accesses;
            this.window = window;
        }

        double meanLatency() {
            return answered == 0 ? 0 : latencies / (double) answered;
        }

        @Override
        public void onEvent(int kind, int argument) {
            if (kind == REPLY) {
                Request request = pool.get(argument);
                if (request.kind == Request.READ) {
                    reading--;
                    answered++;
                    latencies += now() - request.stamp();
                }
                pool.release(request);
                lastReply = now();
            } else if (kind == CREDIT) {
                waiting = false;
                memory.sendAwaited(pool.get(argument));
            } else {
                tick = -1;
            }
            send();
        }

        private void send() {
            while (!waiting && sent < accesses.size()) {
                if (tick == now() && inTick == 2) {
                    if (tick >= 0) {
                        tick = Long.MAX_VALUE;
                        wake(1, START, 0);
                    }
                    return;
                }
                if (tick == Long.MAX_VALUE) {
                    return;
                }
                Access access = accesses.get(sent);
                if (!access.write && reading == window) {
                    return;
                }
                inTick = tick == now() ? inTick + 1 : 1;
                tick = now();
                submit(access);
            }
        }

        private void submit(Access access) {
            Request request = pool.acquire();
            request.start(access.write ? Request.WRITE : Request.READ, access.address, sectors, 0, -1, 1);
            if (access.write) {
                request.coverSectors();
            } else {
                reading++;
            }
            request.replyTo(this, REPLY, request.index);
            sent++;
            if (!memory.trySend(request)) {
                waiting = true;
                memory.await(request, this, CREDIT, request.index);
            }
        }
    }
}
