// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.usage.Gauge;
import dev.sluice.machine.usage.UsageMeter;
import dev.sluice.program.image.Rect;
import dev.sluice.program.kind.UnknownKindException;
import dev.sluice.result.Resource;
import java.util.ArrayList;
import java.util.List;

/**
 * All render output units of a device, each of which owns squares of pixels.
 *
 * <p>Squares of {@value #SQUARE} x {@value #SQUARE} pixels are dealt out diagonally: the same pixel of any image belongs to the
 * same unit. A tile, and the byte of metadata that it shares with its neighbour, never belongs to two units.
 */
public final class RenderOutputUnits {

    /** Pixels along an edge of a square. */
    public static final int SQUARE = 32;

    private static final int ROW_STEP = 3;

    private final RenderOutputUnit[] units;

    /**
     * @param units in order of their numbers, as many as {@code RopSpec.count}
     * @throws IllegalArgumentException if there are none, or they are not those
     */
    public RenderOutputUnits(List<RenderOutputUnit> units) {
        if (units.isEmpty()) {
            throw new IllegalArgumentException("a device that draws needs a render output unit");
        }
        this.units = units.toArray(new RenderOutputUnit[0]);
        for (int i = 0; i < this.units.length; i++) {
            if (!this.units[i].stands(i, this.units.length)) {
                throw new IllegalArgumentException(
                        this.units[i].name() + " is not unit " + i + " of " + this.units.length);
            }
        }
    }

    /** The unit of {@code count} that owns a pixel. */
    static int owner(int x, int y, int count) {
        return (x / SQUARE + ROW_STEP * (y / SQUARE)) % count;
    }

    /** Number of units. */
    public int count() {
        return units.length;
    }

    /** The unit that owns a pixel. */
    public int unitOf(int x, int y) {
        return owner(x, y, units.length);
    }

    /** Whether a unit takes another batch now. */
    public boolean accepts(int unit) {
        return units[unit].accepts();
    }

    /** Asks to be told once, with the given event, when a unit that accepts no batch may do so again. */
    public void await(int unit, Component waiter, int kind, int argument) {
        units[unit].await(waiter, kind, argument);
    }

    /**
     * Tests a batch against depth and stencil, and writes those of the samples that pass.
     *
     * @throws IllegalStateException if the unit that owns the block does not accept
     */
    public void test(PixelBatch batch, PixelSink sink) {
        batch.unit = unitOf(batch.x, batch.y);
        units[batch.unit].test(batch, sink);
    }

    /**
     * Writes or blends the colours of a batch.
     *
     * @throws IllegalStateException if the unit that owns the block does not accept
     */
    public void write(PixelBatch batch, PixelSink sink) {
        batch.unit = unitOf(batch.x, batch.y);
        units[batch.unit].write(batch, sink);
    }

    /** Tests a batch outside simulated time, while nothing is under way; see {@link #test}. */
    public void testAtOnce(PixelBatch batch) {
        batch.unit = unitOf(batch.x, batch.y);
        units[batch.unit].atOnce().test(batch);
    }

    /** Writes or blends the colours of a batch outside simulated time, while nothing is under way. */
    public void writeAtOnce(PixelBatch batch) {
        batch.unit = unitOf(batch.x, batch.y);
        units[batch.unit].atOnce().write(batch);
    }

    /** Whether no unit has anything to do. */
    public boolean quiet() {
        for (RenderOutputUnit unit : units) {
            if (!unit.quiet()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Clears, resolves, writes cached tiles down or forgets them; after what the units were given before, and before what they are
     * given later, which only what is written down does not hold up.
     */
    public void start(RopJob job) {
        boolean[] owners = owners(job);
        int count = 0;
        for (boolean owner : owners) {
            count += owner ? 1 : 0;
        }
        job.begin(count);
        for (int i = 0; i < owners.length; i++) {
            if (owners[i]) {
                units[i].start(job);
            }
        }
    }

    /** Does all of a job outside simulated time, while nothing is under way; whoever is to be told of its end is not. */
    public void perform(RopJob job) {
        boolean[] owners = owners(job);
        job.perform();
        for (int i = 0; i < owners.length; i++) {
            if (owners[i]) {
                units[i].perform(job);
            }
        }
    }

    /** The units that have a part of a job. */
    private boolean[] owners(RopJob job) {
        boolean[] owners = new boolean[units.length];
        if (job instanceof ClearJob clear) {
            clear.rects().forEach(rect -> mark(rect, owners));
        } else if (job instanceof ResolveJob resolve) {
            mark(resolve.rect(), owners);
        } else if (job instanceof CachedTilesJob tiles) {
            tiles.targets().forEach(target -> mark(tiles.rect().intersect(target.area()), owners));
        } else {
            throw new UnknownKindException(job);
        }
        return owners;
    }

    private void mark(Rect rect, boolean[] owners) {
        if (rect.empty()) {
            return;
        }
        for (int y = rect.y() / SQUARE; y <= (rect.y() + rect.height() - 1) / SQUARE; y++) {
            for (int x = rect.x() / SQUARE; x <= (rect.x() + rect.width() - 1) / SQUARE; x++) {
                owners[unitOf(x * SQUARE, y * SQUARE)] = true;
            }
        }
    }

    /** Requests sent so far. */
    public long requests() {
        return result().requests();
    }

    /** Sectors that they address. */
    public long sectors() {
        return result().sectors();
    }

    /** Adds how busy they are with pixels. */
    public void gauges(UsageMeter meter) {
        List<String> names = new ArrayList<>();
        for (RenderOutputUnit unit : units) {
            names.add(unit.name());
        }
        meter.add(new Gauge(Resource.PIXELS, "rop", names, (i, now) -> units[i].busyCycles(now)));
    }

    /** What all units did. */
    public RopResult result() {
        RopResult sum = RopResult.NONE;
        for (RenderOutputUnit unit : units) {
            sum = sum.plus(unit.result());
        }
        return sum;
    }

    /** What one unit did. */
    public RopResult result(int unit) {
        return units[unit].result();
    }

    /** Begins a region of interest. */
    public void resetStatistics() {
        for (RenderOutputUnit unit : units) {
            unit.resetStatistics();
        }
    }
}
