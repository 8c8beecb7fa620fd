// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.DeviceLimits;
import dev.sluice.machine.fault.StreamException;
import dev.sluice.machine.queue.CommandExecutor;
import dev.sluice.machine.queue.GraphicsExecutor;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.Geometry;
import dev.sluice.program.Origin;
import dev.sluice.program.PrimitiveShader;
import dev.sluice.program.sync.AddressRange;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Fetches what draws need before rasterisation: arguments, then indices, then the attributes of the vertices that the indices
 * name.
 *
 * <p>Of indices, vertices that were fetched shortly before are not fetched again ({@link VertexReuse}). Without bytes (timing
 * only) an indexed draw fetches each vertex of its buffers once. A draw whose arguments or indices are out of limits, or whose
 * arguments have no vertex or instance, is not carried out: nothing more is fetched for it.
 */
final class GeometryUnit {
    /** The most bytes of the arguments of one command. */
    private static final int MOST_ARGUMENT_BYTES = 1 << 30;
    /** The most bytes from the first index of one command's draws to the last: those of the most indices that are simulated. */
    private static final long MOST_INDEX_BYTES = Integer.BYTES * DeviceLimits.SIMULATED_INDICES;

    private static final List<Long> NO_WORKGROUP = List.of(0L, 1L, 1L);

    /** Has something carried out as soon as it can take no time, or something else where that cannot be. */
    @FunctionalInterface
    interface AtOnce {
        void carryOut(String name, Origin command, Runnable atOnce, Runnable otherwise);
    }

    private final Bindings bindings;
    private final @Nullable DrawLimits limits;
    private final GeometryFetcher indirect;
    private final GeometryFetcher index;
    private final GeometryFetcher attribute;
    private final AtOnce functional;
    /** By the index of the executed command, until its last step; never walked. */
    private final Map<Integer, LearnedDraw> learned = new HashMap<>();
    /** The executed commands that are not carried out, or draw nothing, until their pixels are asked for. */
    private final Set<Integer> skipped = new HashSet<>();

    /**
     * @param limits null where bytes are not followed
     * @param functional carries fetches out at once
     */
    GeometryUnit(
            Bindings bindings,
            @Nullable DrawLimits limits,
            GeometryFetcher indirect,
            GeometryFetcher index,
            GeometryFetcher attribute,
            AtOnce functional) {
        this.bindings = bindings;
        this.limits = limits;
        this.indirect = indirect;
        this.index = index;
        this.attribute = attribute;
        this.functional = functional;
    }

    /**
     * The workgroups of one of an execution's shaders, three numbers, all fetches done; that of its last shader is its last question.
     *
     * @param size invocations of a workgroup
     * @throws StreamException if there are more than can be simulated
     */
    List<Long> workgroups(Command.Draw draw, PrimitiveShader shader, int size, GraphicsExecutor.Who who) {
        LearnedDraw known = known(draw, shader, who);
        if (skipped.contains(who.attribution())) {
            return NO_WORKGROUP;
        }
        if (known.runs(draw.geometry(), shader) > DeviceLimits.SIMULATED_VERTICES) {
            throw tooMany(draw, shader);
        }
        return known.workgroups(draw.geometry(), shader, size);
    }

    /** What an execution has learned when a shader asks; nobody asks after the last one. */
    private LearnedDraw known(Command.Draw draw, PrimitiveShader shader, GraphicsExecutor.Who who) {
        List<PrimitiveShader> shaders = draw.geometry().shaders();
        boolean last = shader.equals(shaders.get(shaders.size() - 1));
        LearnedDraw known = last ? learned.remove(who.attribution()) : learned.get(who.attribution());
        return known == null ? new LearnedDraw() : known;
    }

    private static StreamException tooMany(Command.Draw draw, PrimitiveShader shader) {
        String what = shader.ofVertices()
                ? "vertices, instances counted,"
                : (shader.kind().workgroups() ? "workgroups of " : "invocations of ")
                        + shader.kind().stage();
        return new StreamException(
                draw.origin(),
                draw.kind() + ": more than the " + DeviceLimits.SIMULATED_VERTICES + " " + what
                        + " that can be simulated");
    }

    /** An execution draws nothing, because its condition says so. */
    void discard(int attribution) {
        skipped.add(attribution);
    }

    /**
     * Whether an execution draws nothing: its condition discards it, its arguments are of no vertex or instance, or they or its
     * indices are out of limits; asked once, at its end.
     */
    boolean takeSkipped(int attribution) {
        return skipped.remove(attribution);
    }

    /**
     * Fetches one of the things that a draw needs.
     *
     * @throws StreamException if a draw without arguments in memory has more vertices or indices than there are
     */
    void fetch(
            Command.Draw draw,
            GraphicsExecutor.Fetch what,
            GraphicsExecutor.Who who,
            GraphicsExecutor.How how,
            CommandExecutor.Completion completion) {
        LearnedDraw known = learned.computeIfAbsent(who.attribution(), command -> new LearnedDraw());
        if (skipped.contains(who.attribution())) {
            begin(
                    fetcher(what),
                    how,
                    new GeometryFetcher.Job(
                            new GeometryFetcher.Elements[0],
                            0,
                            null,
                            null,
                            who.attribution(),
                            who.agent(),
                            completion));
        } else {
            switch (what) {
                case ARGUMENTS -> fetchArguments(draw, known, who, how, completion);
                case INDICES -> fetchIndices(draw, known, who, how, completion);
                case ATTRIBUTES -> fetchAttributes(draw, known, who, how, completion);
            }
        }
        if (last(draw.geometry()) == what) {
            learned.remove(who.attribution());
        }
    }

    private void begin(GeometryFetcher fetcher, GraphicsExecutor.How how, GeometryFetcher.Job job) {
        if (how.atOnce()) {
            functional.carryOut(how.name(), how.origin(), () -> fetcher.perform(job), () -> fetcher.start(job));
        } else {
            fetcher.start(job);
        }
    }

    private GeometryFetcher fetcher(GraphicsExecutor.Fetch what) {
        return switch (what) {
            case ARGUMENTS -> indirect;
            case INDICES -> index;
            case ATTRIBUTES -> attribute;
        };
    }

    /** The step after which nobody asks for what was learned; null if that is a shader. */
    private static GraphicsExecutor.@Nullable Fetch last(Geometry geometry) {
        if (!geometry.shaders().isEmpty()) {
            return null;
        }
        if (!geometry.attributes().isEmpty()) {
            return GraphicsExecutor.Fetch.ATTRIBUTES;
        }
        return geometry.indices() != null ? GraphicsExecutor.Fetch.INDICES : GraphicsExecutor.Fetch.ARGUMENTS;
    }

    private void fetchArguments(
            Command.Draw draw,
            LearnedDraw known,
            GraphicsExecutor.Who who,
            GraphicsExecutor.How how,
            CommandExecutor.Completion completion) {
        Geometry.Indirect at = draw.geometry().indirect();
        if (at == null) {
            throw new IllegalStateException("a draw without arguments in memory");
        }
        long size = (long) at.stride() * at.count();
        if (size > MOST_ARGUMENT_BYTES) {
            throw new StreamException(
                    draw.origin(),
                    draw.kind() + ": " + size + " bytes of arguments are more than the " + MOST_ARGUMENT_BYTES
                            + " that can be simulated");
        }
        Geometry.DrawCount counted = at.drawCount();
        if (counted == null) {
            fetchArguments(draw, at, at.count(), known, who, how, completion);
            return;
        }
        long where = address(counted.buffer(), counted.offset(), Geometry.DrawCount.BYTES);
        ReadBytes number = new ReadBytes(where, Geometry.DrawCount.BYTES);
        begin(
                indirect,
                how,
                new GeometryFetcher.Job(
                        new GeometryFetcher.Elements[] {
                            new GeometryFetcher.Elements(where, Geometry.DrawCount.BYTES, Geometry.DrawCount.BYTES)
                        },
                        1,
                        null,
                        number.array(),
                        who.attribution(),
                        who.agent(),
                        first -> fetchArguments(
                                draw,
                                at,
                                drawn(draw, at, number),
                                known,
                                who,
                                how,
                                rest -> completion.done(new CommandExecutor.Work(
                                        first.bytesRead() + rest.bytesRead(), 0, 0, rest.atOnce())))));
    }

    /** How many draws run; of an approximate draw as many as can, since a shader that was not executed may have counted them. */
    private int drawn(Command.Draw draw, Geometry.Indirect at, ReadBytes number) {
        return limits == null || draw.origin().approximate() || at.assumed()
                ? at.count()
                : (int) Math.min(number.word(0, Geometry.DrawCount.BYTES), at.count());
    }

    /** Fetches the first {@code count} of a draw's argument structures. */
    private void fetchArguments(
            Command.Draw draw,
            Geometry.Indirect at,
            int count,
            LearnedDraw known,
            GraphicsExecutor.Who who,
            GraphicsExecutor.How how,
            CommandExecutor.Completion completion) {
        long size = (long) at.stride() * at.count();
        long base = address(at.buffer(), at.offset(), size);
        ReadBytes read = new ReadBytes(base, (int) size);
        begin(
                indirect,
                how,
                new GeometryFetcher.Job(
                        new GeometryFetcher.Elements[] {new GeometryFetcher.Elements(base, at.stride(), at.stride())},
                        count,
                        null,
                        read.array(),
                        who.attribution(),
                        who.agent(),
                        work -> {
                            DrawLimits hold = limits;
                            if (hold != null && !at.assumed()) {
                                DrawRanges written = DrawRanges.written(read, at.stride(), count, draw.geometry());
                                DrawRanges ranges = draw.origin().approximate() ? known(written, draw) : written;
                                known.asked = ranges;
                                known.vertices = ranges.total();
                                known.order = ranges::place;
                                known.invocations = ranges.instanced();
                                if (draw.geometry().meshTasks() && count == 1) {
                                    known.workgroups = DrawRanges.workgroups(read, 0);
                                }
                                if (written.instanced() == 0) {
                                    skipped.add(who.attribution());
                                }
                                if (!draw.origin().approximate()
                                        && !hold.allows(draw, read, at.stride(), ranges, who.agent())) {
                                    skipped.add(who.attribution());
                                }
                            }
                            completion.done(work);
                        }));
    }

    /**
     * What an approximate draw has of what its arguments ask for. They may be what a shader should have written there that was
     * not executed, and its buffers begin at the first that it asks for: what lies beyond them is left out.
     */
    private DrawRanges known(DrawRanges written, Command.Draw draw) {
        Geometry.IndexBuffer indices = draw.geometry().indices();
        return indices != null
                ? written.rebased().within(indices.count(), DeviceLimits.SIMULATED_INDICES)
                : written.rebased().within(vertices(ofVertices(draw)), DeviceLimits.SIMULATED_VERTICES);
    }

    private void fetchIndices(
            Command.Draw draw,
            LearnedDraw known,
            GraphicsExecutor.Who who,
            GraphicsExecutor.How how,
            CommandExecutor.Completion completion) {
        Geometry.IndexBuffer at = draw.geometry().indices();
        if (at == null) {
            throw new IllegalStateException("a draw without indices");
        }
        if (at.count() > DeviceLimits.SIMULATED_INDICES && known.asked == null) {
            throw new StreamException(
                    draw.origin(),
                    draw.kind() + ": " + at.count() + " indices are more than the " + DeviceLimits.SIMULATED_INDICES
                            + " that can be simulated");
        }
        DrawRanges ranges = known.asked != null
                ? known.asked
                : new DrawRanges(List.of(
                        new DrawRanges.Range(0, at.count(), draw.geometry().instances(), 0)));
        long begin = ranges.begin();
        long span = (ranges.end() - begin) * at.indexBytes();
        if (span > MOST_INDEX_BYTES) {
            throw new StreamException(
                    draw.origin(),
                    draw.kind() + ": its draws' indices lie " + span + " bytes apart, more than the " + MOST_INDEX_BYTES
                            + " that can be simulated");
        }
        long base = address(at.buffer(), at.offset() + begin * at.indexBytes(), Math.max(1, span));
        DrawLimits hold = limits;
        long room = vertices(ofVertices(draw));
        ReadBytes read = new ReadBytes(base, hold == null ? 0 : (int) span);
        begin(
                index,
                how,
                new GeometryFetcher.Job(
                        new GeometryFetcher.Elements[] {
                            new GeometryFetcher.Elements(base, at.indexBytes(), at.indexBytes())
                        },
                        ranges.total(),
                        known.asked == null ? null : element -> ranges.place(element) - begin,
                        hold == null ? null : read.array(),
                        who.attribution(),
                        who.agent(),
                        work -> {
                            if (hold == null) {
                                known.vertices = Math.min(ranges.total(), room);
                            } else {
                                VertexReuse reuse = VertexReuse.of(draw, ranges, read, room, hold, who.agent());
                                if (reuse == null) {
                                    skipped.add(who.attribution());
                                } else {
                                    known.vertices = reuse.count();
                                    known.order = reuse;
                                    known.invocations = reuse.invocations();
                                }
                            }
                            completion.done(work);
                        }));
    }

    private void fetchAttributes(
            Command.Draw draw,
            LearnedDraw known,
            GraphicsExecutor.Who who,
            GraphicsExecutor.How how,
            CommandExecutor.Completion completion) {
        List<Geometry.VertexBuffer> ofVertices = ofVertices(draw);
        List<Geometry.VertexBuffer> ofInstances = draw.geometry().attributes().stream()
                .filter(Geometry.VertexBuffer::perInstance)
                .toList();
        long vertices = known.vertices >= 0 ? known.vertices : draw.geometry().vertexCount();
        if (known.order == null && vertices > vertices(ofVertices)) {
            if (!draw.origin().approximate()) {
                throw beyond(draw, vertices, ofVertices);
            }
            vertices = vertices(ofVertices);
            known.vertices = vertices;
        }
        DrawRanges asked = known.asked == null ? null : known.asked.ofInstances();
        if (asked != null && draw.origin().approximate()) {
            asked = asked.within(vertices(ofInstances), DeviceLimits.SIMULATED_VERTICES);
        }
        DrawRanges instanced = asked;
        CommandExecutor.Completion instances = work -> begin(
                attribute,
                how,
                new GeometryFetcher.Job(
                        streams(ofInstances),
                        instanced == null ? draw.geometry().instances() : instanced.total(),
                        instanced == null ? null : instanced::place,
                        null,
                        who.attribution(),
                        who.agent(),
                        more -> completion.done(new CommandExecutor.Work(
                                work.bytesRead() + more.bytesRead(),
                                work.bytesWritten(),
                                work.waves(),
                                work.atOnce()))));
        begin(
                attribute,
                how,
                new GeometryFetcher.Job(
                        streams(ofVertices),
                        vertices,
                        known.order,
                        null,
                        who.attribution(),
                        who.agent(),
                        ofInstances.isEmpty() ? completion : instances));
    }

    private GeometryFetcher.Elements[] streams(List<Geometry.VertexBuffer> buffers) {
        return buffers.stream()
                .map(buffer -> new GeometryFetcher.Elements(
                        address(buffer.buffer(), buffer.offset(), 1), buffer.stride(), buffer.size()))
                .toArray(GeometryFetcher.Elements[]::new);
    }

    /** The end of the run of a draw that has more vertices than one of its buffers. */
    private StreamException beyond(Command.Draw draw, long vertices, List<Geometry.VertexBuffer> buffers) {
        Geometry.VertexBuffer buffer = buffers.stream()
                .filter(each -> vertices > vertices(each))
                .findFirst()
                .orElseThrow();
        return new StreamException(
                draw.origin(),
                draw.kind() + ": vertex " + (vertices - 1) + " lies beyond vertex buffer " + buffer.buffer()
                        + ", which holds " + vertices(buffer) + " vertices of " + buffer.size() + " bytes, "
                        + buffer.stride() + " apart, from offset " + buffer.offset() + " on");
    }

    /** The buffers whose elements belong to vertices. */
    private static List<Geometry.VertexBuffer> ofVertices(Command.Draw draw) {
        return draw.geometry().attributes().stream()
                .filter(buffer -> !buffer.perInstance())
                .toList();
    }

    /** Vertices that lie in all of a draw's buffers. */
    private long vertices(List<Geometry.VertexBuffer> buffers) {
        long least = Long.MAX_VALUE;
        for (Geometry.VertexBuffer buffer : buffers) {
            least = Math.min(least, vertices(buffer));
        }
        return least;
    }

    private long vertices(Geometry.VertexBuffer buffer) {
        return DrawLimits.vertices(bindings, buffer);
    }

    private long address(String buffer, long offset, long size) {
        AddressRange range = bindings.addresses(new BufferRange(buffer, offset, size));
        return range.address();
    }
}
