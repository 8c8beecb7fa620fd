// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.calls.Change;
import dev.sluice.config.data.DataFile;
import dev.sluice.config.data.DataType;
import dev.sluice.config.stream.CommandStep.CopyBuffer;
import dev.sluice.config.stream.CommandStep.Region;
import dev.sluice.config.units.RangeSize;
import dev.sluice.config.units.Size;
import dev.sluice.device.MemoryProperty;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Query pools, as far as their results are copied to buffers: a buffer of zeros stands for each pool of which some are. */
final class QueryCalls {
    private static final long RESULT_64 = 1;
    private static final long WITH_AVAILABILITY = 4;
    /** Bytes of one value and its availability at most. */
    private static final int VALUE_BYTES = 8;

    private static final long MAX_QUERIES = 1 << 24;

    private final CaptureSession session;
    private final CommandCalls commands;
    private final Map<Long, Pool> pools = new HashMap<>();

    /**
     * A query pool.
     *
     * @param values how many values a query has; 0 if that is not known
     */
    private record Pool(long handle, long queries, int values) {}

    QueryCalls(CaptureSession session, CommandCalls commands) {
        this.session = session;
        this.commands = commands;
    }

    void register(Map<String, Handler> handlers) {
        handlers.put("vkCreateQueryPool", this::create);
        handlers.put("vkCmdCopyQueryPoolResults", this::copy);
    }

    private void create(Struct args) {
        Struct info = args.struct("pCreateInfo");
        int values = switch (info.text("queryType")) {
            case "VK_QUERY_TYPE_OCCLUSION",
                    "VK_QUERY_TYPE_TIMESTAMP",
                    "VK_QUERY_TYPE_PRIMITIVES_GENERATED_EXT",
                    "VK_QUERY_TYPE_MESH_PRIMITIVES_GENERATED_EXT" -> 1;
            case "VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT" -> 2;
            case "VK_QUERY_TYPE_PIPELINE_STATISTICS" -> statistics(info);
            default -> 0;
        };
        long handle = args.handle("pQueryPool");
        pools.put(handle, new Pool(handle, info.number("queryCount"), values));
    }

    private static int statistics(Struct info) {
        String named = info.text("pipelineStatistics");
        return named.startsWith("VK_")
                ? named.split("\\|", -1).length
                : Long.bitCount(info.number("pipelineStatistics", 0));
    }

    private void copy(Struct args) {
        Pool pool = pools.get(args.handle("queryPool"));
        long count = args.number("queryCount");
        if (pool == null || pool.values() == 0 || pool.queries() <= 0 || pool.queries() > MAX_QUERIES) {
            session.dropped.call(args.call(), Change.WORK, "how much such queries write is not known");
            return;
        }
        Buffer dst = session.buffer(args, "dstBuffer");
        long flags = args.number("flags", 0);
        int values = pool.values() + ((flags & WITH_AVAILABILITY) != 0 ? 1 : 0);
        long bytes = (long) values * ((flags & RESULT_64) != 0 ? VALUE_BYTES : VALUE_BYTES / 2);
        long to = args.size("dstOffset");
        long stride = args.number("stride");
        long first = args.number("firstQuery");
        if (count <= 0 || first < 0 || first + count > pool.queries() || count > 1 && stride < bytes) {
            session.dropped.call(args.call(), Change.WORK, "its queries are not those of the pool, or overlap");
            return;
        }
        CaptureSession.check(args, "dstOffset", dst, to, (count - 1) * stride + bytes);
        Buffer src = results(pool);
        long slot = (long) (pool.values() + 1) * VALUE_BYTES;
        List<Region> regions = new ArrayList<>();
        if (stride == bytes) {
            regions.add(new Region(new Size(0), new Size(to), new RangeSize(count * bytes)));
        } else {
            for (long i = 0; i < count; i++) {
                regions.add(new Region(new Size((first + i) * slot), new Size(to + i * stride), new RangeSize(bytes)));
            }
        }
        session.notes.count("results of queries that are copied to buffers are zeros here");
        commands.record(args, submission -> {
            submission.add(args.call(), () -> new CopyBuffer(src.name.toString(), dst.name.toString(), regions));
            dst.deviceWrote(to, (count - 1) * stride + bytes);
        });
    }

    /** The buffer that stands for a pool; a query has room for all its values and their availability. */
    private Buffer results(Pool pool) {
        // no handle of the capture is negative
        return session.buffers().computeIfAbsent(-pool.handle(), key -> {
            long size = pool.queries() * (pool.values() + 1) * VALUE_BYTES;
            Memory memory = new Memory(
                    session.extra("queryMemory", pool.handle()),
                    size,
                    MemoryMatch.nearest(EnumSet.of(MemoryProperty.DEVICE_LOCAL), session.target.memoryTypes()),
                    session.target.bufferImageGranularity());
            session.memories().put(key, memory);
            Buffer buffer = new Buffer(session.extra("queryPool", pool.handle()), size, List.of("TRANSFER_SRC"), false);
            buffer.bind(memory, 0);
            buffer.holds(DataFile.constant(DataType.U8, 0, size));
            return buffer;
        });
    }
}
