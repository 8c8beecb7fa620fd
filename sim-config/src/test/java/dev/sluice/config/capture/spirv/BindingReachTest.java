// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.capture.spirv.BindingReach.Slot;
import dev.sluice.config.capture.spirv.BindingReach.Span;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** How far shaders reach that are assembled here: a buffer of words at set 1, binding 2, in groups of 64 invocations. */
final class BindingReachTest {
    private static final int MAIN = 1;
    private static final int UINT = 2;
    private static final int UVEC3 = 3;
    private static final int BLOCK = 4;
    private static final int BUFFER = 5;
    private static final int PUSHED_BLOCK = 6;
    private static final int PUSHED = 7;
    private static final int ZERO = 8;
    private static final int THREE = 9;
    private static final int ID = 10;
    private static final int WORDS = 11;
    private static final int POINTER = 12;
    private static final int X = 40;
    private static final int OFFSET = 42;
    private static final int LOCAL = 90;
    private static final Slot SLOT = new Slot(1, 2);

    /** A module whose shader begins with the x of its invocation as X and the pushed word as OFFSET. */
    private static final class Module extends SpirvAssembly<Module> {
        @Override
        Module self() {
            return this;
        }

        static Module begin() {
            return new Module()
                    .op(Op.ENTRY_POINT, 5, MAIN, 'm', 0)
                    .op(Op.DECORATE, BUFFER, Op.DECORATION_DESCRIPTOR_SET, 1)
                    .op(Op.DECORATE, BUFFER, Op.DECORATION_BINDING, 2)
                    .op(Op.DECORATE, WORDS, Op.DECORATION_ARRAY_STRIDE, 4)
                    .op(Op.DECORATE, ID, Op.DECORATION_BUILT_IN, Op.BUILT_IN_GLOBAL_INVOCATION_ID)
                    .op(Op.MEMBER_DECORATE, BLOCK, 0, Op.DECORATION_OFFSET, 16)
                    .op(Op.MEMBER_DECORATE, PUSHED_BLOCK, 0, Op.DECORATION_OFFSET, 4)
                    .op(Op.TYPE_INT, UINT, 32, 0)
                    .op(Op.TYPE_VECTOR, UVEC3, UINT, 3)
                    .op(Op.TYPE_RUNTIME_ARRAY, WORDS, UINT)
                    .op(Op.TYPE_STRUCT, BLOCK, WORDS)
                    .op(Op.TYPE_STRUCT, PUSHED_BLOCK, UINT)
                    .op(Op.TYPE_POINTER, 20, Op.STORAGE_BUFFER, BLOCK)
                    .op(Op.TYPE_POINTER, 21, Op.PUSH_CONSTANT, PUSHED_BLOCK)
                    .op(Op.TYPE_POINTER, 22, Op.INPUT, UVEC3)
                    .op(Op.TYPE_POINTER, POINTER, Op.STORAGE_BUFFER, UINT)
                    .op(Op.CONSTANT, UINT, ZERO, 0)
                    .op(Op.CONSTANT, UINT, THREE, 3)
                    .op(Op.VARIABLE, 20, BUFFER, Op.STORAGE_BUFFER)
                    .op(Op.VARIABLE, 21, PUSHED, Op.PUSH_CONSTANT)
                    .op(Op.VARIABLE, 22, ID, Op.INPUT)
                    .op(Op.FUNCTION, 30, MAIN, 0, 31)
                    .op(Op.LABEL, 32)
                    .op(Op.ACCESS_CHAIN, 33, 39, ID, ZERO)
                    .op(Op.LOAD, UINT, X, 39)
                    .op(Op.ACCESS_CHAIN, 34, 41, PUSHED, ZERO)
                    .op(Op.LOAD, UINT, OFFSET, 41);
        }

        Module store(int index) {
            return op(Op.ACCESS_CHAIN, POINTER, 100 + index, BUFFER, ZERO, index)
                    .op(Op.STORE, 100 + index, THREE);
        }

        Map<Slot, Span> reach(long groups, Map<Integer, Integer> pushed) throws SpirvException {
            Grid grid = new Grid(List.of(groups, 1L, 1L), List.of(64, 1, 1), pushed);
            return end().module().reach().of(grid);
        }
    }

    private static Map<Slot, Span> reach(UnaryOperator<Module> body) throws SpirvException {
        return body.apply(Module.begin()).reach(2, Map.of(4, 1000));
    }

    @Test
    void the_number_of_an_invocation_reaches_as_many_words_as_there_are_invocations() throws SpirvException {
        assertThat(reach(code -> code.store(X))).containsExactly(Map.entry(SLOT, new Span(16, 16 + 128 * 4)));
    }

    @Test
    void a_pushed_offset_moves_the_range() throws SpirvException {
        assertThat(reach(code -> code.op(Op.I_ADD, UINT, 50, X, OFFSET).store(50)))
                .containsExactly(Map.entry(SLOT, new Span(16 + 4000, 16 + 4000 + 128 * 4)));
    }

    @Test
    void an_offset_that_is_not_known_reaches_everything() throws SpirvException {
        Module code = Module.begin().op(Op.I_ADD, UINT, 50, X, OFFSET).store(50);
        assertThat(code.reach(2, Map.of())).isEmpty();
    }

    @Test
    void several_accesses_reach_from_the_first_to_the_last() throws SpirvException {
        assertThat(reach(code -> code.store(THREE).store(X))).containsExactly(Map.entry(SLOT, new Span(16, 528)));
        assertThat(reach(code -> code.store(THREE))).containsExactly(Map.entry(SLOT, new Span(28, 32)));
    }

    @Test
    void what_may_wrap_round_reaches_everything() throws SpirvException {
        assertThat(reach(code -> code.op(Op.I_SUB, UINT, 50, X, THREE).store(50)))
                .isEmpty();
        assertThat(reach(code -> code.op(Op.I_SUB, UINT, 50, OFFSET, X).store(50)))
                .containsExactly(Map.entry(SLOT, new Span(16 + (1000 - 127) * 4, 16 + 4004)));
    }

    @Test
    void a_variable_holds_what_is_stored_to_it() throws SpirvException {
        assertThat(reach(code -> code.op(Op.VARIABLE, 35, LOCAL, Op.FUNCTION_STORAGE)
                        .op(Op.STORE, LOCAL, X)
                        .op(Op.LOAD, UINT, 50, LOCAL)
                        .store(50)))
                .containsExactly(Map.entry(SLOT, new Span(16, 528)));
    }

    @Test
    void a_variable_that_a_function_is_given_may_hold_anything() throws SpirvException {
        assertThat(reach(code -> code.op(Op.VARIABLE, 35, LOCAL, Op.FUNCTION_STORAGE)
                        .op(Op.STORE, LOCAL, X)
                        .op(Op.FUNCTION_CALL, UINT, 51, 95, LOCAL)
                        .op(Op.LOAD, UINT, 50, LOCAL)
                        .store(50)))
                .isEmpty();
    }

    @Test
    void an_index_that_a_loop_counts_up_reaches_everything() throws SpirvException {
        assertThat(reach(code -> code.op(Op.PHI, UINT, 50, ZERO, 32, 51, 60)
                        .op(Op.I_ADD, UINT, 51, 50, THREE)
                        .store(50)))
                .isEmpty();
    }

    @Test
    void what_is_read_from_memory_may_be_any_index() throws SpirvException {
        assertThat(reach(code -> code.op(Op.ACCESS_CHAIN, POINTER, 60, BUFFER, ZERO, X)
                        .op(Op.LOAD, UINT, 61, 60)
                        .store(61)))
                .isEmpty();
    }

    @Test
    void a_pointer_that_a_function_is_given_reaches_everything() throws SpirvException {
        assertThat(reach(code -> code.store(X).op(Op.FUNCTION_CALL, UINT, 51, 95, 100 + X)))
                .isEmpty();
        assertThat(reach(code -> code.store(X).op(Op.FUNCTION_CALL, UINT, 51, 95, BUFFER)))
                .isEmpty();
    }

    @Test
    void remainders_and_masks_bound_an_index() throws SpirvException {
        assertThat(reach(code -> code.op(Op.ACCESS_CHAIN, POINTER, 60, BUFFER, ZERO, X)
                        .op(Op.LOAD, UINT, 61, 60)
                        .op(Op.BITWISE_AND, UINT, 50, 61, THREE)
                        .store(50)))
                .containsExactly(Map.entry(SLOT, new Span(16, 528)));
        assertThat(reach(code -> code.op(Op.U_MOD, UINT, 50, OFFSET, THREE).store(50)))
                .containsExactly(Map.entry(SLOT, new Span(16, 28)));
    }
}
