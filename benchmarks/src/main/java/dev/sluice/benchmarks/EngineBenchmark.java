// SPDX-License-Identifier: Apache-2.0
package dev.sluice.benchmarks;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Events scheduled and executed per second; run with {@code -prof gc} to see that none is allocated. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EngineBenchmark {

    private static final int EVENTS = 1 << 20;

    /** Events in flight. */
    @Param({"64", "4096"})
    public int inFlight;

    /** The longest delay; beyond 4096 cycles events go through the heap. */
    @Param({"200", "20000"})
    public int longestDelay;

    private Engine engine;
    private Ticker ticker;

    private static final class Ticker extends Component {
        private final int longest;
        private int left;
        private int state = 1;

        Ticker(Engine engine, int longest) {
            super(engine, "ticker");
            this.longest = longest;
        }

        @Override
        public void onEvent(int kind, int argument) {
            if (left-- > 0) {
                state = state * 1664525 + 1013904223;
                wake(1 + (state >>> 8) % longest, kind, argument);
            }
        }

        void start(int count, int events) {
            left = events;
            for (int i = 0; i < count; i++) {
                wake(1 + i % longest, 0, i);
            }
        }
    }

    @Setup
    public void setUp() {
        engine = new Engine();
        ticker = engine.add(new Ticker(engine, longestDelay));
    }

    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long events() {
        ticker.start(inFlight, EVENTS - inFlight);
        engine.run();
        return engine.executedEvents();
    }
}
