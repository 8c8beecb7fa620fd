// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.rop.PixelBatch;
import dev.sluice.machine.rop.PixelSink;
import dev.sluice.machine.rop.RenderState;
import dev.sluice.program.image.Rect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/**
 * Render output units with a frame of colours and depths: work is done in the order in which it is given, and answered after a
 * random time, or when the test says.
 */
final class FakePixels extends Component implements PixelUnits {

    private static final int FLUSH = 100;

    final int[] frame = new int[PipelineBench.WIDTH * PipelineBench.HEIGHT];
    final float[] depths = new float[PipelineBench.WIDTH * PipelineBench.HEIGHT];
    /** "test 3: 8 16" and "write 3: 8 16", by command and block, and "flush 32 0". */
    final List<String> log = new ArrayList<>();

    /** Batches that a unit holds at most. */
    int capacity = 16;

    boolean pausedTests;
    boolean pausedWrites;
    boolean pausedFlushes;
    /** Where batches to write are held back until {@link #resume}. */
    Rect stuck = new Rect(0, 0, 0, 0);

    int mostHeld;
    private final Random random = new Random(9);
    private final int[] held;
    private final List<Runnable> answers = new ArrayList<>();
    private final List<Runnable> paused = new ArrayList<>();
    private final List<Runnable> waiters = new ArrayList<>();

    FakePixels(Engine engine, int units) {
        super(engine, "rops");
        held = new int[units];
        Arrays.fill(depths, 1);
    }

    @Override
    public int count() {
        return held.length;
    }

    @Override
    public int unitOf(int x, int y) {
        return (x / 32 + 3 * (y / 32)) % held.length;
    }

    @Override
    public boolean accepts(int unit) {
        return held[unit] < capacity;
    }

    @Override
    public void await(int unit, Component waiter, int kind, int argument) {
        waiters.add(() -> engine().schedule(waiter, 0, kind, argument));
    }

    @Override
    public void test(PixelBatch batch, PixelSink sink) {
        take(batch, "test " + Objects.requireNonNull(batch.state).command());
        testAtOnce(batch);
        answer(pausedTests, batch, () -> sink.tested(batch));
    }

    @Override
    public void testAtOnce(PixelBatch batch) {
        RenderState state = Objects.requireNonNull(batch.state);
        for (int p = 0; p < PixelBatch.PIXELS; p++) {
            float depth = batch.pixelDepth
                    ? Float.intBitsToFloat(batch.depth[p])
                    : (float) state.state().depth();
            if ((batch.coverage[0] >> p & 1) != 0) {
                if (depth < depths[at(batch, p)]) {
                    depths[at(batch, p)] = depth;
                } else {
                    batch.coverage[0] &= ~(1L << p);
                }
            }
        }
    }

    @Override
    public void write(PixelBatch batch, PixelSink sink) {
        take(batch, "write " + Objects.requireNonNull(batch.state).command());
        writeAtOnce(batch);
        Rect block = new Rect(batch.x, batch.y, PixelBatch.EDGE, PixelBatch.EDGE);
        answer(pausedWrites || !stuck.intersect(block).empty(), batch, () -> sink.written(batch));
    }

    @Override
    public void writeAtOnce(PixelBatch batch) {
        for (int p = 0; p < PixelBatch.PIXELS; p++) {
            if ((batch.pixels() >> p & 1) != 0) {
                frame[at(batch, p)] = (int) batch.color[0][p];
            }
        }
    }

    @Override
    public void flush(RegionBarrier barrier, int x, int y, Component replyTo, int replyKind, int replyArgument) {
        log.add("flush " + x + " " + y);
        Runnable reply = () -> engine().schedule(replyTo, 0, replyKind, replyArgument);
        if (pausedFlushes) {
            paused.add(reply);
        } else {
            later(FLUSH, reply);
        }
    }

    /** Answers what was held back, the latest first. */
    void resume() {
        pausedTests = false;
        pausedWrites = false;
        pausedFlushes = false;
        stuck = new Rect(0, 0, 0, 0);
        for (int i = paused.size() - 1; i >= 0; i--) {
            later(FLUSH, paused.get(i));
        }
        paused.clear();
    }

    long count(String prefix) {
        return log.stream().filter(line -> line.startsWith(prefix)).count();
    }

    private void take(PixelBatch batch, String what) {
        int unit = unitOf(batch.x, batch.y);
        if (held[unit]++ == capacity) {
            throw new IllegalStateException("unit " + unit + " is full");
        }
        mostHeld = Math.max(mostHeld, held[unit]);
        log.add(what + ": " + batch.x + " " + batch.y);
    }

    private void answer(boolean pause, PixelBatch batch, Runnable sink) {
        int unit = unitOf(batch.x, batch.y);
        Runnable run = () -> {
            held[unit]--;
            waiters.forEach(Runnable::run);
            waiters.clear();
            sink.run();
        };
        if (pause) {
            paused.add(run);
        } else {
            later(unit, run);
        }
    }

    private void later(int unit, Runnable run) {
        answers.add(run);
        wake(1 + random.nextInt(20), unit, answers.size() - 1);
    }

    private static int at(PixelBatch batch, int pixel) {
        return (batch.y + pixel / 8) * PipelineBench.WIDTH + batch.x + pixel % 8;
    }

    @Override
    public void onEvent(int kind, int argument) {
        answers.get(argument).run();
    }
}
