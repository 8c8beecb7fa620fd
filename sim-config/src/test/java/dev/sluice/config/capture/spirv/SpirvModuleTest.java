// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Access analysis on the captured shader and on modules assembled here. */
final class SpirvModuleTest {
    private static final int FLOAT = 2;
    private static final int BLOCK = 3;
    private static final int POINTER = 4;
    private static final int BUFFER = 5;
    private static final int ZERO = 6;
    private static final int WORD_POINTER = 7;
    private static final int MAIN = 8;

    private static ByteBuffer captured() throws IOException {
        try (InputStream in =
                SpirvModuleTest.class.getResourceAsStream("/configs/streams/captures/fillcopy-good.gfxr")) {
            ByteBuffer all =
                    ByteBuffer.wrap(Objects.requireNonNull(in).readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
            int at = 0;
            while (all.getInt(at) != 0x0723_0203) {
                at++;
            }
            return all.slice(at, 840).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    @Test
    void the_captured_shader_reads_and_writes_one_storage_buffer_in_groups_of_64() throws Exception {
        EntryPoint entry = SpirvModule.parse(captured(), Map.of()).entryPoint("main", 5);
        assertThat(entry).isNotNull();
        assertThat(Objects.requireNonNull(entry).localSize()).containsExactly(64, 1, 1);
        assertThat(entry.resources())
                .containsExactly(new ResourceAccess(0, 0, "B", ResourceAccess.Kind.STORAGE_BUFFER, true, true));
        assertThat(entry.addresses().none()).isTrue();
    }

    @Test
    void a_structure_made_of_an_address_is_told() throws Exception {
        // the result, of a type of its own, of a number of 64 bits
        Module made = Module.begin()
                .main()
                .op(Op.CONVERT_U_TO_ACCELERATION_STRUCTURE, 40, 41, 42)
                .end();
        Module none = Module.begin().main().end();

        assertThat(made.module().entryPoints().get(0).structuresByAddress()).isTrue();
        assertThat(none.module().entryPoints().get(0).structuresByAddress()).isFalse();
    }

    @Test
    void entry_points_are_found_by_name_and_model() throws Exception {
        SpirvModule module = SpirvModule.parse(captured(), Map.of());
        assertThat(module.entryPoint("other", 5)).isNull();
        assertThat(module.entryPoint("main", 4)).isNull();
    }

    @Test
    void a_module_cut_off_is_refused() throws Exception {
        ByteBuffer code = captured();
        assertThatThrownBy(() -> SpirvModule.parse(code.slice(0, 836).order(ByteOrder.LITTLE_ENDIAN), Map.of()))
                .isInstanceOf(SpirvException.class);
        assertThatThrownBy(() -> SpirvModule.parse(ByteBuffer.allocate(40), Map.of()))
                .isInstanceOf(SpirvException.class)
                .hasMessageContaining("magic");
    }

    /** A module with a storage buffer at set 1, binding 2, and a function body. */
    private static final class Module extends SpirvAssembly<Module> {
        @Override
        Module self() {
            return this;
        }

        static Module begin() {
            return new Module().op(Op.ENTRY_POINT, 5, MAIN, 'm', 0);
        }

        Module declare() {
            return op(Op.DECORATE, BUFFER, Op.DECORATION_DESCRIPTOR_SET, 1)
                    .op(Op.DECORATE, BUFFER, Op.DECORATION_BINDING, 2)
                    .op(Op.TYPE_STRUCT, BLOCK, FLOAT)
                    .op(Op.TYPE_POINTER, POINTER, Op.STORAGE_BUFFER, BLOCK)
                    .op(Op.VARIABLE, POINTER, BUFFER, Op.STORAGE_BUFFER);
        }

        Module main() {
            return op(Op.FUNCTION, 1, MAIN, 0, 9).op(248, 10);
        }

        EntryPoint parse(Map<Integer, Integer> specialization) throws SpirvException {
            return module(specialization).entryPoints().get(0);
        }

        EntryPoint parse() throws SpirvException {
            return parse(Map.of());
        }
    }

    private static ResourceAccess buffer(boolean reads, boolean writes) {
        return new ResourceAccess(1, 2, "", ResourceAccess.Kind.STORAGE_BUFFER, reads, writes);
    }

    @Test
    void a_load_through_an_access_chain_reads() throws Exception {
        assertThat(Module.begin()
                        .declare()
                        .main()
                        .op(Op.ACCESS_CHAIN, WORD_POINTER, 20, BUFFER, ZERO)
                        .op(Op.LOAD, FLOAT, 21, 20)
                        .end()
                        .parse()
                        .resources())
                .containsExactly(buffer(true, false));
    }

    @Test
    void a_store_writes_and_does_not_read() throws Exception {
        assertThat(Module.begin()
                        .declare()
                        .main()
                        .op(Op.ACCESS_CHAIN, WORD_POINTER, 20, BUFFER, ZERO)
                        .op(Op.STORE, 20, ZERO)
                        .end()
                        .parse()
                        .resources())
                .containsExactly(buffer(false, true));
    }

    @Test
    void an_atomic_reads_and_writes() throws Exception {
        assertThat(Module.begin()
                        .declare()
                        .main()
                        .op(234, FLOAT, 21, BUFFER, ZERO, ZERO, ZERO)
                        .end()
                        .parse()
                        .resources())
                .containsExactly(buffer(true, true));
    }

    @Test
    void the_length_of_an_array_is_no_access() throws Exception {
        assertThat(Module.begin()
                        .declare()
                        .main()
                        .op(Op.ARRAY_LENGTH, FLOAT, 21, BUFFER, 0)
                        .end()
                        .parse()
                        .resources())
                .isEmpty();
    }

    @Test
    void pointers_are_followed_into_functions() throws Exception {
        assertThat(Module.begin()
                        .declare()
                        .main()
                        .op(Op.FUNCTION_CALL, 1, 30, 40, BUFFER)
                        .end()
                        .op(Op.FUNCTION, 1, 40, 0, 9)
                        .op(Op.FUNCTION_PARAMETER, POINTER, 41)
                        .op(248, 42)
                        .op(Op.STORE, 41, ZERO)
                        .end()
                        .parse()
                        .resources())
                .containsExactly(buffer(false, true));
    }

    @Test
    void a_pointer_that_a_function_returns_is_followed() throws Exception {
        assertThat(Module.begin()
                        .declare()
                        .main()
                        .op(Op.FUNCTION_CALL, WORD_POINTER, 30, 40)
                        .op(Op.LOAD, FLOAT, 31, 30)
                        .end()
                        .op(Op.FUNCTION, WORD_POINTER, 40, 0, 9)
                        .op(248, 42)
                        .op(Op.ACCESS_CHAIN, WORD_POINTER, 43, BUFFER, ZERO)
                        .op(Op.RETURN_VALUE, 43)
                        .op(Op.FUNCTION_END)
                        .parse()
                        .resources())
                .containsExactly(buffer(true, false));
    }

    @Test
    void pointers_without_a_type_are_refused() {
        assertThatThrownBy(() -> new Module()
                        .op(Op.CAPABILITY, 4473)
                        .declare()
                        .main()
                        .end()
                        .parse())
                .isInstanceOf(SpirvException.class)
                .hasMessageContaining("without a type");
    }

    @Test
    void functions_that_are_not_called_do_nothing() throws Exception {
        assertThat(Module.begin()
                        .declare()
                        .main()
                        .end()
                        .op(Op.FUNCTION, 1, 40, 0, 9)
                        .op(248, 42)
                        .op(Op.STORE, BUFFER, ZERO)
                        .end()
                        .parse()
                        .resources())
                .isEmpty();
    }

    @Test
    void an_instruction_that_is_not_known_counts_as_both() throws Exception {
        assertThat(Module.begin()
                        .declare()
                        .main()
                        .op(5000, FLOAT, 21, BUFFER)
                        .end()
                        .parse()
                        .resources())
                .containsExactly(buffer(true, true));
    }

    @Test
    void decorations_narrow_what_was_found() throws Exception {
        assertThat(Module.begin()
                        .op(Op.DECORATE, BUFFER, Op.DECORATION_NON_WRITABLE)
                        .declare()
                        .main()
                        .op(5000, FLOAT, 21, BUFFER)
                        .end()
                        .parse()
                        .resources())
                .containsExactly(buffer(true, false));
        assertThat(Module.begin()
                        .op(Op.MEMBER_DECORATE, BLOCK, 0, Op.DECORATION_NON_READABLE)
                        .declare()
                        .main()
                        .op(5000, FLOAT, 21, BUFFER)
                        .end()
                        .parse()
                        .resources())
                .containsExactly(buffer(false, true));
    }

    @Test
    void the_workgroup_size_follows_specialization() throws Exception {
        Module module = Module.begin()
                .op(Op.EXECUTION_MODE, MAIN, Op.MODE_LOCAL_SIZE, 2, 3, 4)
                .op(Op.DECORATE, 50, Op.DECORATION_SPEC_ID, 7)
                .op(Op.DECORATE, 52, Op.DECORATION_BUILT_IN, Op.BUILT_IN_WORKGROUP_SIZE)
                .op(Op.SPEC_CONSTANT, FLOAT, 50, 16)
                .op(Op.CONSTANT, FLOAT, 51, 1)
                .op(Op.SPEC_CONSTANT_COMPOSITE, 60, 52, 50, 51, 51)
                .declare()
                .main()
                .end();
        assertThat(module.parse().localSize()).containsExactly(16, 1, 1);
        assertThat(module.parse(Map.of(7, 32)).localSize()).containsExactly(32, 1, 1);
        assertThat(Module.begin()
                        .op(Op.EXECUTION_MODE, MAIN, Op.MODE_LOCAL_SIZE, 2, 3, 4)
                        .declare()
                        .main()
                        .end()
                        .parse()
                        .localSize())
                .containsExactly(2, 3, 4);
    }

    private static List<Integer> sizeBy(int op, int first, int second) throws SpirvException {
        return Module.begin()
                .op(Op.DECORATE, 50, Op.DECORATION_SPEC_ID, 7)
                .op(Op.DECORATE, 52, Op.DECORATION_BUILT_IN, Op.BUILT_IN_WORKGROUP_SIZE)
                .op(Op.SPEC_CONSTANT, FLOAT, 50, 16)
                .op(Op.CONSTANT, FLOAT, 51, 3)
                .op(Op.SPEC_CONSTANT_OP, FLOAT, 53, op, first, second)
                .op(Op.SPEC_CONSTANT_OP, FLOAT, 54, Op.I_ADD, 53, 51)
                .op(Op.SPEC_CONSTANT_COMPOSITE, 60, 52, 53, 54, 51)
                .declare()
                .main()
                .end()
                .parse(Map.of(7, 32))
                .localSize();
    }

    @Test
    void the_workgroup_size_may_be_computed_of_specialized_constants() throws Exception {
        assertThat(sizeBy(Op.I_MUL, 50, 51)).containsExactly(96, 99, 3);
        assertThat(sizeBy(Op.U_DIV, 50, 51)).containsExactly(10, 13, 3);
        assertThat(sizeBy(Op.BITWISE_AND, 50, 51)).containsExactly(1, 3, 3);
        assertThat(sizeBy(Op.BITWISE_AND, 51, 51)).containsExactly(3, 6, 3);
        assertThat(sizeBy(Op.U_DIV, 50, 54)).containsExactly(1, 1, 3);
    }

    @Test
    void a_function_without_end_and_an_instruction_that_is_too_short_are_refused() {
        assertThatThrownBy(() -> Module.begin().declare().main().parse()).isInstanceOf(SpirvException.class);
        assertThatThrownBy(() ->
                        Module.begin().declare().main().op(Op.LOAD, 1).end().parse())
                .isInstanceOf(SpirvException.class)
                .hasMessageContaining("too short");
    }

    @Test
    void outputs_are_found_by_location_array_elements_included_and_depth_apart() throws Exception {
        int color = 20;
        int many = 21;
        int depth = 22;
        EntryPoint entry = new Module()
                .op(Op.ENTRY_POINT, 4, MAIN, 'm', color, many, depth)
                .op(Op.DECORATE, color, Op.DECORATION_LOCATION, 3)
                .op(Op.DECORATE, many, Op.DECORATION_LOCATION, 0)
                .op(Op.DECORATE, depth, Op.DECORATION_BUILT_IN, Op.BUILT_IN_FRAG_DEPTH)
                .op(Op.CONSTANT, FLOAT, 23, 2)
                .op(Op.TYPE_ARRAY, 24, FLOAT, 23)
                .op(Op.TYPE_POINTER, 25, Op.OUTPUT, FLOAT)
                .op(Op.TYPE_POINTER, 26, Op.OUTPUT, 24)
                .op(Op.VARIABLE, 25, color, Op.OUTPUT)
                .op(Op.VARIABLE, 26, many, Op.OUTPUT)
                .op(Op.VARIABLE, 25, depth, Op.OUTPUT)
                .main()
                .end()
                .parse();
        assertThat(entry.outputs()).containsExactly(0, 1, 3);
        assertThat(entry.writesDepth()).isTrue();
    }

    @Test
    void instructions_that_compute_are_counted() throws Exception {
        EntryPoint entry = Module.begin()
                .declare()
                .main()
                .op(Op.LINE, 1, 1, 1)
                .op(Op.ACCESS_CHAIN, WORD_POINTER, 11, BUFFER, ZERO)
                .op(Op.LOAD, FLOAT, 12, 11)
                .end()
                .parse();
        // the access chain, the load and the return
        assertThat(entry.instructions()).isEqualTo(3);
    }

    /** Execution models: tessellation control, tessellation evaluation, geometry, TaskEXT, MeshEXT. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5364, 5365})
    void shaders_before_rasterisation_are_read_like_others(int model) throws Exception {
        int setMeshOutputs = 5295;
        int emitMeshTasks = 5294;
        EntryPoint entry = new Module()
                .op(Op.ENTRY_POINT, model, MAIN, 'm', 0)
                .op(Op.EXECUTION_MODE, MAIN, Op.MODE_LOCAL_SIZE, 32, 2, 1)
                .declare()
                .main()
                .op(setMeshOutputs, ZERO, ZERO)
                .op(Op.ACCESS_CHAIN, WORD_POINTER, 20, BUFFER, ZERO)
                .op(Op.LOAD, FLOAT, 21, 20)
                // ends a task shader's block, in the place of a return
                .op(emitMeshTasks, ZERO, ZERO, ZERO)
                .op(Op.FUNCTION_END)
                .parse();

        assertThat(entry.resources()).containsExactly(buffer(true, false));
        assertThat(entry.localSize()).containsExactly(32, 2, 1);
    }
}
