// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.capture.spirv.AddressReach.Behind;
import dev.sluice.config.capture.spirv.AddressReach.Bound;
import dev.sluice.config.capture.spirv.AddressReach.Elsewhere;
import dev.sluice.config.capture.spirv.AddressReach.Place;
import dev.sluice.config.capture.spirv.AddressReach.PushConstants;
import dev.sluice.config.capture.spirv.AddressReach.Reached;
import dev.sluice.config.capture.spirv.AddressReach.Use;
import dev.sluice.config.capture.spirv.BindingReach.Slot;
import dev.sluice.config.capture.spirv.BindingReach.Span;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What shaders reach by addresses, compiled by others and assembled here. */
final class AddressReachTest {
    private static final int MAIN = 1;
    private static final int UINT = 2;
    private static final int ULONG = 3;
    private static final int PAIR = 4;
    private static final int WORDS = 5;
    private static final int BLOCK = 6;
    private static final int REFERENCE = 7;
    private static final int WORD_REFERENCE = 8;
    private static final int PUSHED_BLOCK = 9;
    private static final int PUSHED = 10;
    private static final int TABLE = 11;
    private static final int TABLE_BLOCK = 12;
    private static final int TABLE_BUFFER = 13;
    private static final int LOCAL = 14;
    private static final int LOCAL_POINTER = 15;
    private static final int HELPER = 16;
    private static final int PARAMETER = 17;
    private static final int ZERO = 20;
    private static final int ONE = 21;
    private static final int TWO = 22;
    private static final int THREE = 23;
    private static final int ADDRESS_NUMBER = 50;
    /** An input of two words. */
    private static final int HANDED_OVER = 37;
    /** Of 64 bits. */
    private static final int SIXTEEN = 38;
    /** Three, if it is not specialized. */
    private static final int SPECIALIZED = 29;
    /** The invocation's x. */
    private static final int X = 40;
    /** The address that was pushed. */
    private static final int ADDRESS = 41;

    /**
     * A shader of a block {word; word words[] at 16}, addresses of which it has in push constants {address; number of 64 bits at 8;
     * two words at 16; word at 24} and in a table at set 1, binding 2.
     */
    private static final class Module extends SpirvAssembly<Module> {
        @Override
        Module self() {
            return this;
        }

        static Module begin() {
            return new Module()
                    .op(Op.ENTRY_POINT, 5, MAIN, 'm', 0)
                    .op(Op.DECORATE, WORDS, Op.DECORATION_ARRAY_STRIDE, 4)
                    .op(Op.DECORATE, TABLE, Op.DECORATION_ARRAY_STRIDE, 8)
                    .op(Op.DECORATE, WORD_REFERENCE, Op.DECORATION_ARRAY_STRIDE, 4)
                    .op(Op.DECORATE, TABLE_BUFFER, Op.DECORATION_DESCRIPTOR_SET, 1)
                    .op(Op.DECORATE, TABLE_BUFFER, Op.DECORATION_BINDING, 2)
                    .op(Op.DECORATE, 18, Op.DECORATION_BUILT_IN, Op.BUILT_IN_GLOBAL_INVOCATION_ID)
                    .op(Op.MEMBER_DECORATE, BLOCK, 0, Op.DECORATION_OFFSET, 0)
                    .op(Op.MEMBER_DECORATE, BLOCK, 1, Op.DECORATION_OFFSET, 16)
                    .op(Op.MEMBER_DECORATE, PUSHED_BLOCK, 0, Op.DECORATION_OFFSET, 0)
                    .op(Op.MEMBER_DECORATE, PUSHED_BLOCK, 1, Op.DECORATION_OFFSET, 8)
                    .op(Op.MEMBER_DECORATE, PUSHED_BLOCK, 2, Op.DECORATION_OFFSET, 16)
                    .op(Op.MEMBER_DECORATE, PUSHED_BLOCK, 3, Op.DECORATION_OFFSET, 24)
                    .op(Op.MEMBER_DECORATE, TABLE_BLOCK, 0, Op.DECORATION_OFFSET, 0)
                    .op(Op.TYPE_INT, UINT, 32, 0)
                    .op(Op.TYPE_INT, ULONG, 64, 0)
                    .op(Op.TYPE_VECTOR, PAIR, UINT, 2)
                    .op(Op.TYPE_VECTOR, 19, UINT, 3)
                    .op(Op.TYPE_RUNTIME_ARRAY, WORDS, UINT)
                    .op(Op.TYPE_STRUCT, BLOCK, UINT, WORDS)
                    .op(Op.TYPE_POINTER, REFERENCE, Op.PHYSICAL_STORAGE_BUFFER, BLOCK)
                    .op(Op.TYPE_POINTER, WORD_REFERENCE, Op.PHYSICAL_STORAGE_BUFFER, UINT)
                    .op(Op.TYPE_STRUCT, PUSHED_BLOCK, REFERENCE, ULONG, PAIR, UINT)
                    .op(Op.TYPE_RUNTIME_ARRAY, TABLE, REFERENCE)
                    .op(Op.TYPE_STRUCT, TABLE_BLOCK, TABLE)
                    .op(Op.TYPE_POINTER, 24, Op.PUSH_CONSTANT, PUSHED_BLOCK)
                    .op(Op.TYPE_POINTER, 25, Op.STORAGE_BUFFER, TABLE_BLOCK)
                    .op(Op.TYPE_POINTER, 26, Op.STORAGE_BUFFER, REFERENCE)
                    .op(Op.TYPE_POINTER, LOCAL_POINTER, Op.FUNCTION_STORAGE, REFERENCE)
                    .op(Op.TYPE_POINTER, 27, Op.INPUT, 19)
                    .op(Op.TYPE_POINTER, 28, Op.PUSH_CONSTANT, REFERENCE)
                    .op(Op.CONSTANT, UINT, ZERO, 0)
                    .op(Op.CONSTANT, UINT, ONE, 1)
                    .op(Op.CONSTANT, UINT, TWO, 2)
                    .op(Op.CONSTANT, UINT, THREE, 3)
                    .op(Op.SPEC_CONSTANT, UINT, SPECIALIZED, 3)
                    .op(Op.CONSTANT, ULONG, SIXTEEN, 16, 0)
                    .op(Op.VARIABLE, 24, PUSHED, Op.PUSH_CONSTANT)
                    .op(Op.VARIABLE, 25, TABLE_BUFFER, Op.STORAGE_BUFFER)
                    .op(Op.VARIABLE, 27, 18, Op.INPUT)
                    .op(Op.TYPE_POINTER, 36, Op.INPUT, PAIR)
                    .op(Op.VARIABLE, 36, HANDED_OVER, Op.INPUT)
                    .op(Op.FUNCTION, 30, MAIN, 0, 31)
                    .op(Op.LABEL, 32)
                    .op(Op.LOAD, 19, 39, 18)
                    .op(Op.COMPOSITE_EXTRACT, UINT, X, 39, 0)
                    .op(Op.ACCESS_CHAIN, 28, 33, PUSHED, ZERO)
                    .op(Op.LOAD, REFERENCE, ADDRESS, 33);
        }

        /** Loads a member of the push constants. */
        Module pushed(int type, int result, int member) {
            return op(Op.ACCESS_CHAIN, 28, 100 + result, PUSHED, member).op(Op.LOAD, type, result, 100 + result);
        }

        /** Loads the first word behind an address. */
        Module load(int address) {
            return op(Op.ACCESS_CHAIN, WORD_REFERENCE, 60 + address, address, ZERO)
                    .op(Op.LOAD, UINT, 80 + address, 60 + address);
        }

        /** Stores to one of the words behind an address. */
        Module store(int address, int index) {
            return op(Op.ACCESS_CHAIN, WORD_REFERENCE, 60 + address, address, ONE, index)
                    .op(Op.STORE, 60 + address, ZERO);
        }

        Reached reached(Grid grid) throws SpirvException {
            return end().module().entryPoints().get(0).addresses().of(grid);
        }
    }

    private static Reached reached(UnaryOperator<Module> body) throws SpirvException {
        return body.apply(Module.begin()).reached(Grid.unknown(Map.of()));
    }

    private static EntryPoint compiled(String file) throws IOException, SpirvException {
        try (InputStream in = AddressReachTest.class.getResourceAsStream("/spirv/" + file)) {
            ByteBuffer code = ByteBuffer.wrap(Objects.requireNonNull(in, file).readAllBytes())
                    .order(ByteOrder.LITTLE_ENDIAN);
            return SpirvModule.parse(code, Map.of()).entryPoints().get(0);
        }
    }

    private static Place pushed(long start, long end) {
        return new Place(new PushConstants(), new Span(start, end));
    }

    private static Place behind(int origin, @Nullable Span span) {
        return new Place(new Behind(origin), span);
    }

    private static Use read(Place... places) {
        return new Use(List.of(places), true, false);
    }

    private static Use written(Place... places) {
        return new Use(List.of(places), false, true);
    }

    @Test
    void a_module_without_such_pointers_reaches_nothing() throws SpirvException {
        assertThat(new SpirvModuleWithoutPointers()
                        .module()
                        .entryPoints()
                        .get(0)
                        .addresses()
                        .none())
                .isTrue();
    }

    /** Nothing but an entry point. */
    private static final class SpirvModuleWithoutPointers extends SpirvAssembly<SpirvModuleWithoutPointers> {
        SpirvModuleWithoutPointers() {
            op(Op.ENTRY_POINT, 5, MAIN, 'm', 0)
                    .op(Op.FUNCTION, 30, MAIN, 0, 31)
                    .op(Op.LABEL, 32)
                    .end();
        }

        @Override
        SpirvModuleWithoutPointers self() {
            return this;
        }
    }

    @Test
    void glslangs_code_reads_the_matrices_behind_the_two_addresses_that_were_pushed() throws Exception {
        Reached reached = compiled("push-constants.vert.spv").addresses().anywhere();

        assertThat(reached.origins().values()).containsExactlyInAnyOrder(List.of(pushed(0, 8)), List.of(pushed(8, 16)));
        assertThat(reached.uses())
                .hasSize(2)
                .allSatisfy(use -> assertThat(use.reads() && !use.writes()).isTrue())
                .allSatisfy(use -> assertThat(use.places().get(0).span()).isEqualTo(new Span(0, 64)));
    }

    @Test
    void slangs_code_reads_the_same() throws Exception {
        Reached reached = compiled("slang-pointers.vert.spv").addresses().anywhere();

        assertThat(reached.origins().values()).containsExactlyInAnyOrder(List.of(pushed(0, 8)), List.of(pushed(8, 16)));
        assertThat(reached.uses()).extracting(use -> use.places().get(0).span()).containsOnly(new Span(0, 64));
    }

    @Test
    void addresses_in_a_table_that_an_address_leads_to_are_followed() throws Exception {
        Reached reached = compiled("table.comp.spv").addresses().anywhere();

        assertThat(reached.uses()).hasSize(2);
        int table = ((Behind) reached.uses().get(0).places().get(0).base()).origin();
        int positions = ((Behind) reached.uses().get(1).places().get(0).base()).origin();
        assertThat(reached.origins().get(table)).containsExactly(pushed(0, 8));
        assertThat(reached.origins().get(positions)).containsExactly(behind(table, new Span(0, Long.MAX_VALUE)));
        assertThat(reached.uses().get(0).writes()).isFalse();
        assertThat(reached.uses().get(1).writes()).isTrue();
    }

    @Test
    void members_and_indices_that_are_known_bound_what_is_reached() throws SpirvException {
        assertThat(reached(code -> code.load(ADDRESS)).uses()).containsExactly(read(behind(ADDRESS, new Span(0, 4))));
        assertThat(reached(code -> code.store(ADDRESS, THREE)).uses())
                .containsExactly(written(behind(ADDRESS, new Span(28, 32))));
    }

    @Test
    void the_number_of_an_invocation_reaches_as_many_words_as_there_are_invocations() throws SpirvException {
        assertThat(Module.begin()
                        .store(ADDRESS, X)
                        .reached(new Grid(List.of(2L, 1L, 1L), List.of(64, 1, 1), Map.of()))
                        .uses())
                .containsExactly(written(behind(ADDRESS, new Span(16, 16 + 128 * 4))));
    }

    @Test
    void an_index_that_is_not_known_reaches_to_the_end() throws SpirvException {
        assertThat(reached(code -> code.store(ADDRESS, X)).uses())
                .containsExactly(written(behind(ADDRESS, new Span(0, Long.MAX_VALUE))));
    }

    @Test
    void a_specialized_index_is_not_known() throws SpirvException {
        EntryPoint entry = Module.begin()
                .store(ADDRESS, SPECIALIZED)
                .end()
                .module()
                .entryPoints()
                .get(0);

        assertThat(entry.addresses().anywhere().uses()).containsExactly(written(behind(ADDRESS, new Span(28, 32))));
        assertThat(entry.specialized().addresses().anywhere().uses())
                .containsExactly(written(behind(ADDRESS, new Span(0, Long.MAX_VALUE))));
    }

    @Test
    void reads_and_writes_through_one_address_are_one_use() throws SpirvException {
        assertThat(reached(code -> code.load(ADDRESS).store(ADDRESS, ONE)).uses())
                .containsExactly(new Use(List.of(behind(ADDRESS, new Span(0, 24))), true, true));
    }

    @Test
    void an_address_may_be_a_number_or_two_words() throws SpirvException {
        Reached number = reached(code -> code.pushed(ULONG, 50, ONE)
                .op(Op.CONVERT_U_TO_PTR, REFERENCE, 51, 50)
                .load(51));
        assertThat(number.uses()).containsExactly(read(behind(50, new Span(0, 4))));
        assertThat(number.origins().get(50)).containsExactly(pushed(8, 16));

        Reached words = reached(code ->
                code.pushed(PAIR, 50, TWO).op(Op.BITCAST, REFERENCE, 51, 50).load(51));
        assertThat(words.uses()).containsExactly(read(behind(50, new Span(0, 4))));
        assertThat(words.origins().get(50)).containsExactly(pushed(16, 24));
    }

    @Test
    void what_is_added_to_an_address_leads_anywhere_near_it() throws SpirvException {
        assertThat(reached(code -> code.pushed(ULONG, 50, ONE)
                                .op(Op.I_ADD, ULONG, 51, 50, 50)
                                .op(Op.CONVERT_U_TO_PTR, REFERENCE, 52, 51)
                                .load(52))
                        .uses())
                .containsExactly(read(behind(50, null)));
    }

    @Test
    void a_number_that_is_known_moves_an_address_by_as_much() throws SpirvException {
        assertThat(reached(code -> code.pushed(ULONG, 50, ONE)
                                .op(Op.I_ADD, ULONG, 51, 50, SIXTEEN)
                                .op(Op.CONVERT_U_TO_PTR, REFERENCE, 52, 51)
                                .load(52))
                        .uses())
                .containsExactly(read(behind(50, new Span(16, 20))));
    }

    @Test
    void a_number_of_an_invocation_moves_an_address_by_as_much_as_there_are() throws SpirvException {
        assertThat(Module.begin()
                        .pushed(ULONG, 50, ONE)
                        .op(Op.U_CONVERT, ULONG, 51, X)
                        .op(Op.I_MUL, ULONG, 52, 51, SIXTEEN)
                        .op(Op.I_ADD, ULONG, 53, 52, 50)
                        .op(Op.CONVERT_U_TO_PTR, REFERENCE, 54, 53)
                        .load(54)
                        .reached(new Grid(List.of(2L, 1L, 1L), List.of(64, 1, 1), Map.of()))
                        .uses())
                .containsExactly(read(behind(50, new Span(0, 127 * 16 + 4))));
    }

    @Test
    void a_number_that_may_be_negative_moves_an_address_anywhere() throws SpirvException {
        UnaryOperator<Module> moved = code -> code.op(Op.I_ADD, ULONG, 53, ADDRESS_NUMBER, 52)
                .op(Op.CONVERT_U_TO_PTR, REFERENCE, 54, 53)
                .load(54);
        assertThat(reached(code -> moved.apply(
                                code.pushed(ULONG, ADDRESS_NUMBER, ONE).op(Op.S_CONVERT, ULONG, 52, THREE)))
                        .uses())
                .containsExactly(read(behind(ADDRESS_NUMBER, new Span(3, 7))));
        assertThat(reached(code -> moved.apply(
                                code.pushed(ULONG, ADDRESS_NUMBER, ONE).op(Op.S_CONVERT, ULONG, 52, X)))
                        .uses())
                .containsExactly(read(behind(ADDRESS_NUMBER, null)));
    }

    @Test
    void a_number_of_64_bits_that_is_not_known_may_be_larger_than_any_of_32() throws SpirvException {
        assertThat(reached(code -> code.pushed(ULONG, 50, ONE)
                                .op(Op.ACCESS_CHAIN, WORD_REFERENCE, 55, ADDRESS, ZERO)
                                .op(Op.LOAD, ULONG, 56, 55)
                                .op(Op.SHIFT_RIGHT, ULONG, 57, 56, SIXTEEN)
                                .op(Op.I_ADD, ULONG, 58, 50, 57)
                                .op(Op.CONVERT_U_TO_PTR, REFERENCE, 59, 58)
                                .load(59))
                        .uses())
                .contains(read(behind(50, null), behind(56, null)));
    }

    @Test
    void a_pointer_moves_by_whole_elements() throws SpirvException {
        assertThat(reached(code -> code.op(Op.ACCESS_CHAIN, WORD_REFERENCE, 50, ADDRESS, ONE, ZERO)
                                .op(Op.PTR_ACCESS_CHAIN, WORD_REFERENCE, 51, 50, THREE)
                                .op(Op.LOAD, UINT, 52, 51))
                        .uses())
                .containsExactly(read(behind(ADDRESS, new Span(28, 32))));
        assertThat(reached(code -> code.op(Op.ACCESS_CHAIN, WORD_REFERENCE, 50, ADDRESS, ONE, ZERO)
                                .op(Op.PTR_ACCESS_CHAIN, WORD_REFERENCE, 51, 50, X)
                                .op(Op.LOAD, UINT, 52, 51))
                        .uses())
                .containsExactly(read(behind(ADDRESS, null)));
    }

    @Test
    void an_address_is_followed_through_variables_and_selections() throws SpirvException {
        assertThat(reached(code -> code.op(Op.VARIABLE, LOCAL_POINTER, LOCAL, Op.FUNCTION_STORAGE)
                                .op(Op.STORE, LOCAL, ADDRESS)
                                .op(Op.LOAD, REFERENCE, 50, LOCAL)
                                .load(50))
                        .uses())
                .containsExactly(read(behind(ADDRESS, new Span(0, 4))));
        assertThat(reached(code -> code.pushed(ULONG, 50, ONE)
                                .op(Op.CONVERT_U_TO_PTR, REFERENCE, 51, 50)
                                .op(Op.SELECT, REFERENCE, 52, X, ADDRESS, 51)
                                .load(52))
                        .uses())
                .containsExactly(read(behind(ADDRESS, new Span(0, 4)), behind(50, new Span(0, 4))));
    }

    @Test
    void an_address_is_followed_into_functions_and_back() throws SpirvException {
        assertThat(reached(code -> code.op(Op.FUNCTION_CALL, REFERENCE, 50, HELPER, ADDRESS)
                                .load(50)
                                .end()
                                .op(Op.FUNCTION, REFERENCE, HELPER, 0, 34)
                                .op(Op.FUNCTION_PARAMETER, REFERENCE, PARAMETER)
                                .op(Op.LABEL, 35)
                                .store(PARAMETER, ZERO)
                                .op(Op.RETURN_VALUE, PARAMETER))
                        .uses())
                .containsExactly(new Use(List.of(behind(ADDRESS, new Span(0, 20))), true, true));
    }

    @Test
    void functions_that_are_not_called_do_nothing() throws SpirvException {
        assertThat(reached(code -> code.end()
                                .op(Op.FUNCTION, UINT, HELPER, 0, 34)
                                .op(Op.FUNCTION_PARAMETER, REFERENCE, PARAMETER)
                                .op(Op.LABEL, 35)
                                .store(PARAMETER, ZERO))
                        .uses())
                .isEmpty();
    }

    @Test
    void an_address_may_lie_in_a_buffer_that_is_bound() throws SpirvException {
        Reached one = reached(code -> code.op(Op.ACCESS_CHAIN, 26, 50, TABLE_BUFFER, ZERO, THREE)
                .op(Op.LOAD, REFERENCE, 51, 50)
                .load(51));
        assertThat(one.origins().get(51)).containsExactly(new Place(new Bound(new Slot(1, 2)), new Span(24, 32)));

        Reached any = reached(code -> code.op(Op.ACCESS_CHAIN, 26, 50, TABLE_BUFFER, ZERO, X)
                .op(Op.LOAD, REFERENCE, 51, 50)
                .load(51));
        assertThat(any.origins().get(51))
                .containsExactly(new Place(new Bound(new Slot(1, 2)), new Span(0, Long.MAX_VALUE)));
    }

    @Test
    void a_member_of_a_block_that_was_loaded_as_a_whole_is_where_it_was() throws SpirvException {
        Reached reached = reached(code -> code.op(Op.LOAD, PUSHED_BLOCK, 50, PUSHED)
                .op(Op.COMPOSITE_EXTRACT, ULONG, 51, 50, 1)
                .op(Op.CONVERT_U_TO_PTR, REFERENCE, 52, 51)
                .load(52));

        assertThat(reached.uses()).containsExactly(read(behind(51, new Span(0, 4))));
        assertThat(reached.origins().get(51)).containsExactly(pushed(8, 16));
    }

    @Test
    void an_address_is_followed_through_copies_of_memory() throws SpirvException {
        Reached reached = reached(code -> code.op(Op.VARIABLE, LOCAL_POINTER, LOCAL, Op.FUNCTION_STORAGE)
                .op(Op.ACCESS_CHAIN, 28, 50, PUSHED, ZERO)
                .op(Op.COPY_MEMORY, LOCAL, 50)
                .op(Op.LOAD, REFERENCE, 51, LOCAL)
                .load(51));

        assertThat(reached.origins().values()).contains(List.of(pushed(0, 8)));
        assertThat(reached.uses())
                .singleElement()
                .satisfies(use -> assertThat(use.places())
                        .singleElement()
                        .satisfies(place -> assertThat(place.span()).isEqualTo(new Span(0, 4))));
    }

    @Test
    void an_address_that_comes_from_elsewhere_is_not_known() throws SpirvException {
        assertThat(reached(code -> code.op(Op.VARIABLE, LOCAL_POINTER, LOCAL, Op.FUNCTION_STORAGE)
                                .op(Op.LOAD, REFERENCE, 50, LOCAL)
                                .load(50))
                        .uses())
                .containsExactly(read());
    }

    @Test
    void one_of_two_addresses_that_comes_from_elsewhere_is_told() throws SpirvException {
        assertThat(reached(code -> code.op(6999, REFERENCE, 50, ADDRESS)
                                .op(Op.SELECT, REFERENCE, 51, X, ADDRESS, 50)
                                .load(51))
                        .uses())
                .contains(read(behind(ADDRESS, new Span(0, 4)), new Place(new Elsewhere(), new Span(0, 4))));
    }

    @Test
    void what_another_stage_hands_over_comes_from_elsewhere() throws SpirvException {
        assertThat(reached(code -> code.op(Op.LOAD, PAIR, 51, HANDED_OVER)
                                .op(Op.BITCAST, REFERENCE, 52, 51)
                                .load(52))
                        .uses())
                .containsExactly(read(new Place(new Elsewhere(), new Span(0, 4))));
    }

    @Test
    void what_an_image_has_comes_from_elsewhere() throws SpirvException {
        assertThat(reached(code -> code.op(Op.IMAGE_READ, PAIR, 51, 99, X)
                                .op(Op.BITCAST, REFERENCE, 52, 51)
                                .load(52))
                        .uses())
                .containsExactly(read(new Place(new Elsewhere(), new Span(0, 4))));
    }

    @Test
    void an_address_of_another_invocation_of_the_subgroup_is_the_same() throws SpirvException {
        assertThat(reached(code -> code.pushed(ULONG, 50, ONE)
                                .op(338, ULONG, 51, THREE, 50)
                                .op(Op.CONVERT_U_TO_PTR, REFERENCE, 52, 51)
                                .load(52))
                        .uses())
                .containsExactly(read(behind(50, new Span(0, 4))));
    }

    @Test
    void a_loop_over_a_list_comes_to_an_end() throws SpirvException {
        Reached reached = reached(code -> code.op(Op.PHI, REFERENCE, 50, ADDRESS, 32, 52, 36)
                .op(Op.PTR_ACCESS_CHAIN, REFERENCE, 51, 50, ZERO)
                .op(Op.BITCAST, 28, 53, 51)
                .op(Op.LOAD, REFERENCE, 52, 51)
                .load(50));

        assertThat(reached.uses()).hasSize(1);
        assertThat(reached.origins().get(52))
                .containsExactly(behind(ADDRESS, new Span(0, 8)), behind(52, new Span(0, 8)));
    }

    @Test
    void an_instruction_that_is_not_known_reads_and_writes() throws SpirvException {
        assertThat(reached(code -> code.op(6999, ADDRESS)).uses())
                .containsExactly(new Use(List.of(behind(ADDRESS, new Span(0, Long.MAX_VALUE))), true, true));
    }

    @Test
    void a_type_that_is_made_of_itself_has_no_size() throws SpirvException {
        Module code = new Module();
        for (int member = 0; member < 40; member++) {
            code.op(Op.MEMBER_DECORATE, BLOCK, member, Op.DECORATION_OFFSET, 0);
        }
        int[] members = new int[41];
        Arrays.fill(members, BLOCK);
        Reached reached = code.op(Op.ENTRY_POINT, 5, MAIN, 'm', 0)
                .op(Op.TYPE_STRUCT, members)
                .op(Op.TYPE_POINTER, REFERENCE, Op.PHYSICAL_STORAGE_BUFFER, BLOCK)
                .op(Op.TYPE_STRUCT, PUSHED_BLOCK, REFERENCE)
                .op(Op.TYPE_POINTER, 24, Op.PUSH_CONSTANT, PUSHED_BLOCK)
                .op(Op.VARIABLE, 24, PUSHED, Op.PUSH_CONSTANT)
                .op(Op.FUNCTION, 30, MAIN, 0, 31)
                .op(Op.LABEL, 32)
                .op(Op.LOAD, REFERENCE, ADDRESS, PUSHED)
                .op(Op.LOAD, BLOCK, 50, ADDRESS)
                .reached(Grid.unknown(Map.of()));

        assertThat(reached.uses()).containsExactly(read(behind(ADDRESS, new Span(0, Long.MAX_VALUE))));
    }
}
