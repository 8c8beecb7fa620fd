// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.device.Client;
import dev.sluice.device.DeviceLimits;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.fault.StreamException;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.queue.GraphicsExecutor.Fetch;
import dev.sluice.machine.queue.GraphicsExecutor.How;
import dev.sluice.machine.queue.GraphicsExecutor.Who;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.truth.AgentTable;
import dev.sluice.machine.truth.LimitLog;
import dev.sluice.program.BufferRange;
import dev.sluice.program.CodeSite;
import dev.sluice.program.Command;
import dev.sluice.program.Coverage;
import dev.sluice.program.DrawState;
import dev.sluice.program.Geometry;
import dev.sluice.program.Origin;
import dev.sluice.program.PrimitiveShader;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.image.Rect;
import dev.sluice.result.RunFinding;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GeometryUnitTest {
    private static final List<PrimitiveShader> KERNEL = List.of(PrimitiveShader.ofVertices("kernel"));
    private static final PrimitiveShader TRIANGLES =
            new PrimitiveShader(PrimitiveShader.Kind.GEOMETRY, "triangles", 3, 2);
    private static final PrimitiveShader TASKS = new PrimitiveShader(PrimitiveShader.Kind.TASK, "tasks", 1, 1);
    private static final PrimitiveShader MESHES = new PrimitiveShader(PrimitiveShader.Kind.MESH, "meshes", 1, 4);

    private static final int VERTEX = 16;
    private static final int WRITER = 1;
    private static final int READER = 2;

    private final Engine engine = new Engine();
    private final Bindings bindings = new BindingsRig()
            .memory("m", 1 << 20)
            .buffer("vertices", "m", 0, 64 * VERTEX)
            .buffer("indices", "m", 4096, 4096)
            .buffer("arguments", "m", 8192, 64)
            .bind();
    private RequestPool pool = new RequestPool(true);
    private MockMemory memory = new MockMemory(engine, "memory", pool, 10);
    private final BackingStore intent = new BackingStore();
    private final AgentTable agents = new AgentTable();
    private final LimitLog log = new LimitLog(agents, bindings.resources(), intent, engine::now);
    private DeviceLimits limits = limits(0xFFFF_FFFFL);
    private GeometryUnit unit = unit(true);
    private boolean atOnce;

    private static DeviceLimits limits(long maxDrawIndexedIndexValue) {
        return new DeviceLimits(64, 64, 64, List.of(65535L, 65535L, 65535L), 65535, maxDrawIndexedIndexValue);
    }

    GeometryUnitTest() {
        agents.add("submit0.1", "update", 0, 0, false, "s.yaml:2:2");
        agents.add("submit0.3", "draw", 0, 0, false, "s.yaml:4:2");
    }

    private GeometryUnit unit(boolean functional) {
        return new GeometryUnit(
                bindings,
                functional ? new DrawLimits(limits, log, bindings) : null,
                fetcher(Client.INDIRECT),
                fetcher(Client.INDEX),
                fetcher(Client.VERTEX_ATTRIBUTE),
                (name, command, now, otherwise) -> now.run());
    }

    private GeometryFetcher fetcher(Client client) {
        return engine.add(new GeometryFetcher(
                engine, client.key() + " fetch", pool, memory.path(32), client, SimObserver.NONE, null));
    }

    private void store(String buffer, int size, long... values) {
        long at = bindings.addresses(new BufferRange(buffer, 0, 1)).address();
        for (long value : values) {
            for (int b = 0; b < size; b++) {
                byte written = (byte) (value >>> 8 * b);
                memory.store.set(at, written, WRITER);
                intent.set(at++, written, WRITER);
            }
        }
    }

    /** How often a shader runs: in workgroups of one. */
    private long runs(Command.Draw draw, PrimitiveShader shader, Who who) {
        return unit.workgroups(draw, shader, 1, who).get(0);
    }

    private static Command.Draw draw(Geometry geometry) {
        return draw(geometry, BindingsRig.ORIGIN);
    }

    private static Command.Draw approximate(Geometry geometry) {
        return draw(geometry, new Origin("s.yaml:4:2", null, true, CodeSite.NOWHERE));
    }

    private static Command.Draw draw(Geometry geometry, Origin origin) {
        return new Command.Draw(
                origin,
                Command.Draw.Form.DRAW_INDEXED,
                geometry,
                new Coverage.Rectangles(List.of()),
                null,
                new RenderTargets(new Rect(0, 0, 8, 8), List.of(), null, 1),
                DrawState.PLAIN,
                Map.of(),
                Map.of());
    }

    private static Geometry indexed(int bytes, long count) {
        return new Geometry(
                3,
                1,
                List.of(new Geometry.VertexBuffer("vertices", 0, VERTEX, VERTEX)),
                new Geometry.IndexBuffer("indices", 0, bytes, count),
                null,
                KERNEL);
    }

    /** Fetches one thing and says how many bytes were read. */
    private long fetch(Command.Draw draw, Fetch what, int command) {
        long[] bytes = {-1};
        How how = new How("submit0.3", draw.origin(), atOnce);
        unit.fetch(draw, what, new Who(command, READER), how, work -> {
            bytes[0] = work.bytesRead();
            assertThat(work.atOnce()).isEqualTo(atOnce);
        });
        engine.run();
        assertThat(pool.inUse()).isZero();
        return bytes[0];
    }

    private long vertexCount(Command.Draw draw, int command) {
        return runs(draw, KERNEL.get(0), new Who(command, READER));
    }

    @Test
    void the_vertices_that_indices_name_are_fetched() {
        store("indices", 2, 0, 1, 2, 60);
        Command.Draw draw = draw(indexed(2, 4));

        assertThat(fetch(draw, Fetch.INDICES, 0)).isEqualTo(8);
        assertThat(fetch(draw, Fetch.ATTRIBUTES, 0)).isEqualTo(4 * VERTEX);
        assertThat(vertexCount(draw, 0)).isEqualTo(4);
    }

    @Test
    void indices_of_one_byte_restart_with_all_bits_set() {
        store("indices", 1, 0, 1, 0xFF, 60, 61);
        Command.Draw draw = draw(indexed(1, 5));

        assertThat(fetch(draw, Fetch.INDICES, 0)).isEqualTo(5);
        assertThat(fetch(draw, Fetch.ATTRIBUTES, 0)).isEqualTo(4 * VERTEX);
        assertThat(log.findings()).isEmpty();
    }

    @Test
    void fetches_at_once_learn_the_same() {
        atOnce = true;
        store("indices", 2, 0, 1, 2, 60);
        Command.Draw draw = draw(indexed(2, 4));

        assertThat(fetch(draw, Fetch.INDICES, 0)).isEqualTo(8);
        assertThat(fetch(draw, Fetch.ATTRIBUTES, 0)).isEqualTo(4 * VERTEX);
        assertThat(vertexCount(draw, 0)).isEqualTo(4);
        assertThat(engine.now()).isZero();
    }

    @Test
    void a_vertex_among_the_last_thirty_two_is_not_fetched_again() {
        long[] indices = new long[66];
        for (int i = 0; i < 33; i++) {
            indices[i] = i;
        }
        indices[33] = 32; // just named
        indices[34] = 0; // named 33 vertices ago
        for (int i = 35; i < indices.length; i++) {
            indices[i] = 32;
        }
        store("indices", 4, indices);
        Command.Draw draw = draw(indexed(4, indices.length));

        fetch(draw, Fetch.INDICES, 0);

        assertThat(fetch(draw, Fetch.ATTRIBUTES, 0)).isEqualTo(34 * VERTEX);
        assertThat(vertexCount(draw, 0)).isEqualTo(34);
    }

    @Test
    void a_draw_submitted_twice_learns_anew_each_time() {
        Command.Draw draw = draw(indexed(2, 6));
        store("indices", 2, 0, 1, 2, 2, 1, 0);
        fetch(draw, Fetch.INDICES, 0);
        store("indices", 2, 9, 8, 7, 6, 5, 4);
        fetch(draw, Fetch.INDICES, 1);

        assertThat(fetch(draw, Fetch.ATTRIBUTES, 0)).isEqualTo(3 * VERTEX);
        assertThat(fetch(draw, Fetch.ATTRIBUTES, 1)).isEqualTo(6 * VERTEX);
        assertThat(vertexCount(draw, 1)).isEqualTo(6);
        assertThat(vertexCount(draw, 0)).isEqualTo(3);
    }

    @Test
    void arguments_say_how_many_indices_there_are() {
        store("arguments", 4, 2, 1, 0, 0, 0, 1, 5, 3, 0, 0);
        store("indices", 2, 5, 6, 7, 8, 9);
        Geometry plain = indexed(2, 2000);
        Command.Draw draw = draw(new Geometry(
                3,
                1,
                plain.attributes(),
                plain.indices(),
                new Geometry.Indirect("arguments", 0, 2, 20),
                plain.shaders()));

        assertThat(fetch(draw, Fetch.ARGUMENTS, 0)).isEqualTo(40);
        assertThat(fetch(draw, Fetch.INDICES, 0)).isEqualTo(6);
        assertThat(fetch(draw, Fetch.ATTRIBUTES, 0)).isEqualTo(3 * VERTEX);
        assertThat(runs(draw, KERNEL.get(0), new Who(0, READER))).isEqualTo(2 + 5);
    }

    @ParameterizedTest
    @CsvSource({"0, 4, 0", "1, 20, 5", "2, 36, 7", "9, 36, 7"})
    void memory_says_how_many_draws_there_are(int drawn, long bytes, long vertices) {
        store("arguments", 4, 5, 1, 0, 0, 2, 1, 0, 0);
        store("indices", 4, drawn);
        Command.Draw draw = draw(new Geometry(
                3,
                1,
                indexed(2, 1).attributes(),
                null,
                new Geometry.Indirect("arguments", 0, 2, 16, false, new Geometry.DrawCount("indices", 0)),
                KERNEL));

        assertThat(fetch(draw, Fetch.ARGUMENTS, 0)).isEqualTo(bytes);
        assertThat(runs(draw, KERNEL.get(0), new Who(0, READER))).isEqualTo(vertices);
    }

    @Test
    void an_offset_of_vertices_is_added_to_each_index() {
        store("arguments", 4, 2, 1, 0, 63, 0);
        store("indices", 2, 0, 1);
        Command.Draw draw = draw(indirect(indexed(2, 2)));

        fetch(draw, Fetch.ARGUMENTS, 0);
        fetch(draw, Fetch.INDICES, 0);

        assertThat(log.findings()).singleElement().satisfies(found -> {
            assertThat(found.values()).containsExactly(1L);
            assertThat(found.limit()).isEqualTo("vertices in buffer vertices");
        });
    }

    @Test
    void arguments_say_how_many_vertices_there_are() {
        store("arguments", 4, 5, 1, 0, 0);
        Command.Draw draw = draw(new Geometry(
                3, 1, indexed(2, 1).attributes(), null, new Geometry.Indirect("arguments", 0, 1, 16), KERNEL));

        fetch(draw, Fetch.ARGUMENTS, 0);

        assertThat(fetch(draw, Fetch.ATTRIBUTES, 0)).isEqualTo(5 * VERTEX);
        assertThat(vertexCount(draw, 0)).isEqualTo(5);
    }

    @Test
    void the_last_vertex_of_a_buffer_may_be_named() {
        store("indices", 2, 63);
        Command.Draw draw = draw(indexed(2, 1));
        fetch(draw, Fetch.INDICES, 0);

        assertThat(fetch(draw, Fetch.ATTRIBUTES, 0)).isEqualTo(VERTEX);
    }

    @Test
    void a_draw_with_an_index_beyond_its_vertex_buffer_is_out_of_limits() {
        store("indices", 2, 1, 64);
        Command.Draw draw = draw(indexed(2, 2));
        fetch(draw, Fetch.INDICES, 0);

        assertThat(log.findings())
                .containsExactly(new RunFinding.OutOfLimits(
                        "submit0.3",
                        "drawIndexed",
                        "indices",
                        2,
                        2,
                        List.of(64L),
                        List.of("submit0.1"),
                        0,
                        "vertices in buffer vertices",
                        List.of(64L),
                        "s.yaml:4:2",
                        engine.now()));
        assertThat(fetch(draw, Fetch.ATTRIBUTES, 0)).isZero();
        assertThat(vertexCount(draw, 0)).isZero();
        assertThat(unit.takeSkipped(0)).isTrue();
        assertThat(unit.takeSkipped(0)).isFalse();
    }

    @Test
    void an_index_is_unsigned() {
        store("indices", 4, 0xFFFF_FFFEL);
        Command.Draw draw = draw(indexed(4, 1));
        fetch(draw, Fetch.INDICES, 0);

        assertThat(log.findings())
                .singleElement()
                .satisfies(found -> assertThat(found.values()).containsExactly(4_294_967_294L));
    }

    @Test
    void an_index_is_held_to_the_device() {
        limits = limits(20);
        unit = unit(true);
        store("indices", 4, 20, 21);
        fetch(draw(indexed(4, 2)), Fetch.INDICES, 0);

        assertThat(log.findings()).singleElement().satisfies(found -> {
            assertThat(found.limit()).isEqualTo("maxDrawIndexedIndexValue");
            assertThat(found.values()).containsExactly(21L);
        });
    }

    @Test
    void the_index_that_restarts_a_primitive_names_no_vertex() {
        store("indices", 2, 1, 0xFFFF, 2);
        Command.Draw draw = draw(indexed(2, 3));
        fetch(draw, Fetch.INDICES, 0);

        assertThat(fetch(draw, Fetch.ATTRIBUTES, 0)).isEqualTo(2 * VERTEX);
    }

    private static Geometry indirect(Geometry geometry) {
        return new Geometry(
                3,
                1,
                geometry.attributes(),
                geometry.indices(),
                new Geometry.Indirect("arguments", 0, 1, geometry.indices() == null ? 16 : 20),
                geometry.shaders());
    }

    private void refused(Geometry geometry, String limit, long allowed) {
        Command.Draw draw = draw(geometry);
        fetch(draw, Fetch.ARGUMENTS, 0);

        assertThat(log.findings()).singleElement().satisfies(found -> {
            assertThat(found.limit()).isEqualTo(limit);
            assertThat(found.allowed()).isEqualTo(allowed < 0 ? List.of() : List.of(allowed));
        });
        assertThat(fetch(draw, Fetch.ATTRIBUTES, 0)).isZero();
    }

    private static Geometry vertices() {
        return indirect(new Geometry(3, 1, indexed(2, 1).attributes(), null, null, KERNEL));
    }

    @Test
    void an_approximate_draw_goes_without_the_vertices_that_lie_in_no_buffer() {
        store("indices", 2, 1, 64, 2);
        Command.Draw draw = approximate(indexed(2, 3));
        fetch(draw, Fetch.INDICES, 0);

        assertThat(fetch(draw, Fetch.ATTRIBUTES, 0)).isEqualTo(2 * VERTEX);
        assertThat(vertexCount(draw, 0)).isEqualTo(2);
        assertThat(log.findings()).isEmpty();
    }

    @Test
    void the_buffers_of_an_approximate_draw_begin_at_the_first_that_its_arguments_ask_for() {
        store("arguments", 4, 60, 1, 1000, 0);
        Command.Draw draw = approximate(vertices());
        fetch(draw, Fetch.ARGUMENTS, 0);

        assertThat(fetch(draw, Fetch.ATTRIBUTES, 0)).isEqualTo(60 * VERTEX);
        assertThat(log.findings()).isEmpty();
    }

    @Test
    void an_approximate_draw_ends_with_its_buffers() {
        store("arguments", 4, 0xFFFF_FFFFL, 2, 0, 0);
        Command.Draw draw = approximate(vertices());
        fetch(draw, Fetch.ARGUMENTS, 0);

        assertThat(fetch(draw, Fetch.ATTRIBUTES, 0)).isEqualTo(64 * VERTEX);
        assertThat(vertexCount(draw, 0)).isEqualTo(2 * 64);
        assertThat(log.findings()).isEmpty();
    }

    @Test
    void assumed_counts_run_whatever_the_arguments_hold() {
        store("arguments", 4, 65, 1, 0, 0);
        Command.Draw draw = draw(new Geometry(
                3, 1, indexed(2, 1).attributes(), null, new Geometry.Indirect("arguments", 0, 1, 16, true), KERNEL));
        fetch(draw, Fetch.ARGUMENTS, 0);

        assertThat(fetch(draw, Fetch.ATTRIBUTES, 0)).isEqualTo(3 * VERTEX);
        assertThat(vertexCount(draw, 0)).isEqualTo(3);
        assertThat(log.findings()).isEmpty();
    }

    private static Geometry indexed(long count, long range, long vertexOffset) {
        Geometry plain = indexed(2, count);
        return new Geometry(
                3,
                1,
                List.of(new Geometry.VertexBuffer("vertices", 0, VERTEX, VERTEX, false, range)),
                new Geometry.IndexBuffer("indices", 0, 2, count, vertexOffset),
                null,
                plain.shaders());
    }

    @Test
    void the_vertex_offset_is_added_to_each_index() {
        store("indices", 2, 1000, 1001, 1063);
        Command.Draw inside = draw(indexed(3, Geometry.VertexBuffer.REST, -1000));
        Command.Draw beyond = draw(indexed(3, Geometry.VertexBuffer.REST, -999));
        fetch(inside, Fetch.INDICES, 0);

        assertThat(fetch(inside, Fetch.ATTRIBUTES, 0)).isEqualTo(3 * VERTEX);
        assertThat(log.findings()).isEmpty();
        fetch(beyond, Fetch.INDICES, 1);
        assertThat(log.findings()).singleElement().satisfies(found -> {
            assertThat(found.limit()).isEqualTo("vertices in buffer vertices");
            assertThat(found.values()).containsExactly(1063L);
        });
    }

    @Test
    void the_vertex_offset_is_added_beside_that_of_arguments() {
        store("indices", 2, 1000, 1001);
        store("arguments", 4, 2, 1, 0, -500, 0);
        Command.Draw draw = draw(indirect(indexed(2, Geometry.VertexBuffer.REST, -500)));
        fetch(draw, Fetch.ARGUMENTS, 0);
        fetch(draw, Fetch.INDICES, 0);

        assertThat(fetch(draw, Fetch.ATTRIBUTES, 0)).isEqualTo(2 * VERTEX);
        assertThat(log.findings()).isEmpty();
    }

    @Test
    void vertices_beyond_what_is_bound_of_their_buffer_are_out_of_limits() {
        store("indices", 2, 3, 4);
        Command.Draw inside = draw(indexed(2, 5 * VERTEX, 0));
        Command.Draw beyond = draw(indexed(2, 5 * VERTEX - 1, 0));
        fetch(inside, Fetch.INDICES, 0);

        assertThat(log.findings()).isEmpty();
        fetch(beyond, Fetch.INDICES, 1);
        assertThat(log.findings()).singleElement().satisfies(found -> {
            assertThat(found.values()).containsExactly(4L);
            assertThat(found.allowed()).containsExactly(4L);
        });
    }

    @Test
    void the_instances_of_an_approximate_draw_begin_at_the_first_that_its_arguments_ask_for() {
        store("arguments", 4, 3, 2, 0, 1000, 3, 2, 0, 1010);
        Command.Draw draw = approximate(new Geometry(
                3,
                2,
                List.of(new Geometry.VertexBuffer("vertices", 0, VERTEX, VERTEX, true)),
                null,
                new Geometry.Indirect("arguments", 0, 2, 16),
                KERNEL));
        fetch(draw, Fetch.ARGUMENTS, 0);

        assertThat(fetch(draw, Fetch.ATTRIBUTES, 0)).isEqualTo(4 * VERTEX);
        assertThat(log.findings()).isEmpty();
    }

    @Test
    void a_buffer_of_instances_holds_no_vertices() {
        store("indices", 2, 5, 6);
        Geometry plain = indexed(2, 2);
        Command.Draw draw = draw(new Geometry(
                2,
                2,
                List.of(plain.attributes().get(0), new Geometry.VertexBuffer("arguments", 0, VERTEX, VERTEX, true)),
                plain.indices(),
                null,
                KERNEL));
        fetch(draw, Fetch.INDICES, 0);

        assertThat(log.findings()).isEmpty();
        assertThat(fetch(draw, Fetch.ATTRIBUTES, 0)).isEqualTo((2 + 2) * VERTEX);
    }

    @Test
    void vertices_by_arguments_beyond_the_buffer_are_out_of_limits() {
        store("arguments", 4, 65, 1, 0, 0);
        refused(vertices(), "vertices in buffer vertices", 64);
    }

    @Test
    void the_first_vertex_counts() {
        store("arguments", 4, 4, 1, 61, 0);
        refused(vertices(), "vertices in buffer vertices", 64);
    }

    @Test
    void indices_by_arguments_beyond_the_buffer_are_out_of_limits() {
        store("arguments", 4, 2048, 1, 1, 0, 0);
        refused(indirect(indexed(2, 1)), "indices in buffer indices", 2048);
    }

    @Test
    void too_many_instances_are_out_of_limits() {
        store("arguments", 4, 64, 0xFFFF_FFFFL, 0, 0);
        refused(vertices(), "vertices that can be simulated", Integer.MAX_VALUE);
    }

    @Test
    void arguments_that_nobody_wrote_are_out_of_limits() {
        store("arguments", 4, 3, 1);
        refused(vertices(), LimitLog.UNWRITTEN, -1);
        assertThat(log.findings().get(0).unwritten()).isEqualTo(4);
        assertThat(log.findings().get(0).writers()).containsExactly("submit0.1");
    }

    @Test
    void without_bytes_every_vertex_of_the_buffers_is_fetched_once() {
        pool = new RequestPool(false);
        memory = new MockMemory(engine, "empty", pool, 10);
        unit = unit(false);
        Command.Draw draw = draw(indexed(2, 500));
        fetch(draw, Fetch.INDICES, 0);

        assertThat(fetch(draw, Fetch.ATTRIBUTES, 0)).isEqualTo(64 * VERTEX);
        assertThat(vertexCount(draw, 0)).isEqualTo(64);
    }

    @Test
    void a_draw_without_fetches_has_its_own_number_of_vertices() {
        Who who = new Who(0, READER);

        assertThat(runs(draw(new Geometry(12, 3, List.of(), null, null, KERNEL)), KERNEL.get(0), who))
                .isEqualTo(36);
    }

    /** Shaders of vertices and of triangles, the last of which run twice for each. */
    private static Geometry ofTriangles(Geometry geometry) {
        return new Geometry(
                geometry.vertexCount(),
                geometry.instances(),
                geometry.attributes(),
                geometry.indices(),
                geometry.indirect(),
                List.of(KERNEL.get(0), TRIANGLES));
    }

    @Test
    void a_shader_of_primitives_runs_for_the_vertices_of_all_instances() {
        Geometry geometry = ofTriangles(new Geometry(12, 3, List.of(), null, null, KERNEL));

        assertThat(runs(draw(geometry), TRIANGLES, new Who(0, READER))).isEqualTo(24);
    }

    @Test
    void a_shader_of_primitives_runs_for_indices_however_often_they_name_a_vertex() {
        store("indices", 2, 0, 1, 2, 2, 1, 0);
        Command.Draw draw = draw(ofTriangles(indexed(2, 6)));
        fetch(draw, Fetch.INDICES, 0);
        fetch(draw, Fetch.ATTRIBUTES, 0);

        assertThat(vertexCount(draw, 0)).isEqualTo(3);
        assertThat(runs(draw, TRIANGLES, new Who(0, READER))).isEqualTo(4);
    }

    @Test
    void a_shader_of_primitives_runs_as_arguments_in_memory_say() {
        store("arguments", 4, 6, 2, 0, 0);
        Command.Draw draw = draw(ofTriangles(new Geometry(
                3, 1, indexed(2, 1).attributes(), null, new Geometry.Indirect("arguments", 0, 1, 16), KERNEL)));
        fetch(draw, Fetch.ARGUMENTS, 0);
        fetch(draw, Fetch.ATTRIBUTES, 0);

        assertThat(vertexCount(draw, 0)).isEqualTo(12);
        assertThat(runs(draw, TRIANGLES, new Who(0, READER))).isEqualTo(8);
    }

    @Test
    void no_shader_of_a_draw_runs_whose_arguments_have_no_instance() {
        store("arguments", 4, 6, 0, 0, 0);
        Command.Draw draw = draw(ofTriangles(new Geometry(
                3, 1, indexed(2, 1).attributes(), null, new Geometry.Indirect("arguments", 0, 1, 16), KERNEL)));
        fetch(draw, Fetch.ARGUMENTS, 0);

        assertThat(runs(draw, TRIANGLES, new Who(0, READER))).isZero();
        assertThat(unit.takeSkipped(0)).isTrue();
    }

    private static Command.Draw meshTasks(Geometry.@Nullable Indirect indirect, PrimitiveShader... shaders) {
        return draw(Geometry.ofWorkgroups(List.of(3L, 2L, 1L), indirect, List.of(shaders)));
    }

    private List<Long> workgroups(Command.Draw draw, PrimitiveShader shader) {
        return unit.workgroups(draw, shader, 32, new Who(0, READER));
    }

    @Test
    void vertices_make_workgroups_of_which_the_last_is_not_full() {
        Geometry geometry = new Geometry(33, 1, List.of(), null, null, KERNEL);

        assertThat(workgroups(draw(geometry), KERNEL.get(0))).containsExactly(2L, 1L, 1L);
    }

    @Test
    void mesh_tasks_run_in_the_workgroups_of_the_draw_and_meshes_for_each_of_them() {
        Command.Draw draw = meshTasks(null, TASKS, MESHES);

        assertThat(workgroups(draw, TASKS)).containsExactly(3L, 2L, 1L);
        assertThat(workgroups(draw, MESHES)).containsExactly(24L, 1L, 1L);
    }

    @Test
    void one_draw_of_mesh_tasks_has_the_three_numbers_of_its_arguments() {
        store("arguments", 4, 5, 1, 2);
        Command.Draw draw = meshTasks(new Geometry.Indirect("arguments", 0, 1, 12), TASKS, MESHES);
        assertThat(fetch(draw, Fetch.ARGUMENTS, 0)).isEqualTo(12);

        assertThat(workgroups(draw, TASKS)).containsExactly(5L, 1L, 2L);
        assertThat(workgroups(draw, MESHES)).containsExactly(40L, 1L, 1L);
    }

    @Test
    void several_draws_of_mesh_tasks_run_in_a_row() {
        store("arguments", 4, 5, 1, 2, 7, 1, 1);
        Command.Draw draw = meshTasks(new Geometry.Indirect("arguments", 0, 2, 12), TASKS);
        fetch(draw, Fetch.ARGUMENTS, 0);

        assertThat(workgroups(draw, TASKS)).containsExactly(17L, 1L, 1L);
    }

    @Test
    void a_draw_of_mesh_tasks_whose_arguments_have_a_zero_draws_nothing() {
        store("arguments", 4, 5, 0, 2);
        Command.Draw draw = meshTasks(new Geometry.Indirect("arguments", 0, 1, 12), TASKS);
        fetch(draw, Fetch.ARGUMENTS, 0);

        assertThat(workgroups(draw, TASKS)).contains(0L);
        assertThat(unit.takeSkipped(0)).isTrue();
    }

    @Test
    void more_mesh_tasks_than_can_be_simulated_are_a_finding() {
        store("arguments", 4, 65536, 32768, 1);
        Command.Draw draw = meshTasks(new Geometry.Indirect("arguments", 0, 1, 12), TASKS);
        fetch(draw, Fetch.ARGUMENTS, 0);

        assertThat(workgroups(draw, TASKS)).contains(0L);
        assertThat(log.findings())
                .singleElement()
                .satisfies(found -> assertThat(found.limit()).isEqualTo("workgroups that can be simulated"));
    }

    @Test
    void more_of_a_shader_than_can_be_simulated_end_the_run_though_its_draw_can_be() {
        store("arguments", 4, 65536, 2, 1);
        PrimitiveShader many = new PrimitiveShader(PrimitiveShader.Kind.MESH, "meshes", 1, 1 << 14);
        Command.Draw draw = meshTasks(new Geometry.Indirect("arguments", 0, 1, 12), TASKS, many);
        fetch(draw, Fetch.ARGUMENTS, 0);

        assertThat(workgroups(draw, TASKS)).containsExactly(65536L, 2L, 1L);
        assertThatThrownBy(() -> workgroups(draw, many))
                .isInstanceOf(StreamException.class)
                .hasMessageContaining("more than the 2147483647 workgroups of MESH_SHADER_EXT that can be simulated");

        store("arguments", 4, 3 << 20, 1, 0, 0);
        PrimitiveShader instanced = new PrimitiveShader(PrimitiveShader.Kind.GEOMETRY, "triangles", 3, 1 << 11);
        Command.Draw triangles = draw(
                new Geometry(3, 1, List.of(), null, new Geometry.Indirect("arguments", 0, 1, 16), List.of(instanced)));
        fetch(triangles, Fetch.ARGUMENTS, 1);

        assertThatThrownBy(() -> unit.workgroups(triangles, instanced, 32, new Who(1, READER)))
                .hasMessageContaining("more than the 2147483647 invocations of GEOMETRY_SHADER that can be simulated");
    }
}
