// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.DeviceLimits;
import dev.sluice.machine.truth.LimitLog;
import dev.sluice.program.Command;
import dev.sluice.program.Geometry;
import java.util.ArrayList;
import java.util.List;

/** Holds what draws read from buffers, arguments and indices, to what the device, their buffers and the machine have. */
final class DrawLimits {

    /** Bytes of the arguments that say how much to draw: counts of vertices and instances, and the first one. */
    private static final int COUNTS = 3 * Integer.BYTES;
    /** The same of indexed draws, which add an offset to each index. */
    private static final int INDEXED_COUNTS = 4 * Integer.BYTES;

    private final DeviceLimits limits;
    private final LimitLog log;
    private final Bindings bindings;

    DrawLimits(DeviceLimits limits, LimitLog log, Bindings bindings) {
        this.limits = limits;
        this.log = log;
        this.bindings = bindings;
    }

    /** Whether the draws of a command can be carried out; if not, the first that cannot is a finding. */
    boolean allows(Command.Draw draw, ReadBytes read, int stride, DrawRanges ranges, int agent) {
        long instanced = 0;
        long elements = 0;
        for (int i = 0; i < ranges.ranges().size(); i++) {
            DrawRanges.Range range = ranges.ranges().get(i);
            instanced += Math.min(
                    DeviceLimits.product(range.count(), range.instances()), DeviceLimits.SIMULATED_VERTICES + 1);
            elements += range.count();
            if (!allows(draw, read, i * stride, range, instanced, elements, agent)) {
                return false;
            }
        }
        return true;
    }

    private boolean allows(
            Command.Draw draw,
            ReadBytes read,
            int at,
            DrawRanges.Range range,
            long instanced,
            long elements,
            int agent) {
        Geometry geometry = draw.geometry();
        Geometry.IndexBuffer indices = geometry.indices();
        boolean perInstance = geometry.attributes().stream().anyMatch(Geometry.VertexBuffer::perInstance);
        // the first instance, the last argument, decides only where there is something of instances
        int bytes = (indices == null ? COUNTS : INDEXED_COUNTS) + (perInstance ? Integer.BYTES : 0);
        long end = range.first() + range.count();
        String limit = null;
        List<Long> allowed = List.of();
        if (!log.written(read.address(at), bytes)) {
            limit = LimitLog.UNWRITTEN;
        } else if (indices != null && range.count() > 0 && end > indices(indices)) {
            limit = "indices in buffer " + indices.buffer();
            allowed = List.of(indices(indices));
        } else if (indices == null && range.count() > 0) {
            for (Geometry.VertexBuffer buffer : geometry.attributes()) {
                if (limit == null && !buffer.perInstance() && end > vertices(buffer)) {
                    limit = "vertices in buffer " + buffer.buffer();
                    allowed = List.of(vertices(buffer));
                }
            }
        }
        long endInstance = range.firstInstance() + range.instances();
        for (Geometry.VertexBuffer buffer : geometry.attributes()) {
            if (limit == null && buffer.perInstance() && range.instances() > 0 && endInstance > vertices(buffer)) {
                limit = "instances in buffer " + buffer.buffer();
                allowed = List.of(vertices(buffer));
            }
        }
        if (limit == null && instanced > DeviceLimits.SIMULATED_VERTICES) {
            limit = (geometry.meshTasks() ? "workgroups" : "vertices") + " that can be simulated";
            allowed = List.of(DeviceLimits.SIMULATED_VERTICES);
        } else if (limit == null && indices != null && elements > DeviceLimits.SIMULATED_INDICES) {
            limit = "indices that can be simulated";
            allowed = List.of(DeviceLimits.SIMULATED_INDICES);
        }
        if (limit == null) {
            return true;
        }
        List<Long> values = new ArrayList<>();
        for (int word = 0; word < bytes; word += Integer.BYTES) {
            values.add(read.word(at + word, Integer.BYTES));
        }
        log.add(agent, draw.kind(), read.address(at), bytes, values, limit, allowed);
        return false;
    }

    /** Whether an index names a vertex of all of a draw's buffers; if not, that is a finding. */
    boolean allows(Command.Draw draw, ReadBytes read, int at, long index, long vertex, int agent) {
        Geometry.IndexBuffer indices = draw.geometry().indices();
        int width = indices == null ? Integer.BYTES : indices.indexBytes();
        if (index > limits.maxDrawIndexedIndexValue()) {
            log.add(
                    agent,
                    draw.kind(),
                    read.address(at),
                    width,
                    List.of(index),
                    "maxDrawIndexedIndexValue",
                    List.of(limits.maxDrawIndexedIndexValue()));
            return false;
        }
        for (Geometry.VertexBuffer buffer : draw.geometry().attributes()) {
            long room = vertices(buffer);
            if (!buffer.perInstance() && (vertex < 0 || vertex >= room)) {
                log.add(
                        agent,
                        draw.kind(),
                        read.address(at),
                        width,
                        List.of(index),
                        "vertices in buffer " + buffer.buffer(),
                        List.of(room));
                return false;
            }
        }
        return true;
    }

    /** Indices that lie in an index buffer. */
    private long indices(Geometry.IndexBuffer indices) {
        return Math.max(0, bindings.bufferSize(indices.buffer()) - indices.offset()) / indices.indexBytes();
    }

    private long vertices(Geometry.VertexBuffer buffer) {
        return vertices(bindings, buffer);
    }

    /** Vertices that lie in a vertex buffer. */
    static long vertices(Bindings bindings, Geometry.VertexBuffer buffer) {
        return buffer.elements(bindings.bufferSize(buffer.buffer()));
    }
}
