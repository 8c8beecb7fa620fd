// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.program.Command;
import dev.sluice.program.Geometry;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The vertices that an indexed draw fetches: each index but those that name one of the last {@value #REUSED} (a choice: the size of the
 * vertex reuse buffer of many devices), and but the one that restarts a primitive (all bits set) where it names no vertex.
 *
 * <p>An approximate draw goes without those that name no vertex: its indices may be what a shader should have written that was not
 * executed.
 */
final class VertexReuse implements LongUnaryOperator {
    private static final int REUSED = 32;

    private final long[] vertices;
    private int count;
    private long invocations;

    private VertexReuse(int most) {
        vertices = new long[most];
    }

    /**
     * What the indices that were read come to; null if one of them names no vertex.
     *
     * @param read the indices from the first of the ranges on
     * @param room vertices that there are
     */
    static @Nullable VertexReuse of(
            Command.Draw draw, DrawRanges ranges, ReadBytes read, long room, DrawLimits limits, int agent) {
        Geometry.IndexBuffer at = Objects.requireNonNull(draw.geometry().indices());
        int size = at.indexBytes();
        long begin = ranges.begin();
        long restart = -1L >>> Long.SIZE - Byte.SIZE * size;
        boolean restarts = restart >= room;
        boolean approximate = draw.origin().approximate();
        VertexReuse reuse = new VertexReuse(Math.toIntExact(ranges.total()));
        long[] recent = new long[REUSED];
        int next = 0;
        for (DrawRanges.Range range : ranges.ranges()) {
            int before = reuse.count;
            Arrays.fill(recent, Long.MIN_VALUE);
            for (long i = range.first(); i < range.first() + range.count(); i++) {
                int place = (int) ((i - begin) * size);
                long named = read.word(place, size);
                long vertex = named + range.vertexOffset() + at.vertexOffset();
                boolean seen = named == restart && restarts || approximate && (vertex < 0 || vertex >= room);
                if (!seen && !approximate && !limits.allows(draw, read, place, named, vertex, agent)) {
                    return null;
                }
                for (long r : recent) {
                    seen |= r == vertex;
                }
                if (!seen) {
                    recent[next] = vertex;
                    next = (next + 1) % REUSED;
                    reuse.vertices[reuse.count++] = vertex;
                }
            }
            reuse.invocations += (reuse.count - before) * range.instances();
        }
        return reuse;
    }

    /** Vertices to fetch. */
    int count() {
        return count;
    }

    /** Vertices that the kernel runs for, each as often as it has instances. */
    long invocations() {
        return invocations;
    }

    /** A vertex by its place in the order in which they are fetched. */
    @Override
    public long applyAsLong(long place) {
        return vertices[(int) place];
    }
}
