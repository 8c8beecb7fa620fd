// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.capture.spirv.SpirvModule.Declarations;
import dev.sluice.config.capture.spirv.TypeLayout.Part;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A block {float; 4 x 4 matrix at 16, by columns; 4 x 3 matrix at 80, by rows; 5 floats at 160; floats without an end at 240}. */
final class TypeLayoutTest {
    private static final int BLOCK = 1;
    private static final int FLOAT = 2;
    private static final int VEC4 = 3;
    private static final int SQUARE = 4;
    private static final int VEC3 = 5;
    private static final int WIDE = 6;
    private static final int FIVE = 7;
    private static final int ENDLESS = 8;
    private static final int LENGTH = 9;
    private static final int FIXED = 10;

    private final Declarations declared = new Declarations(Map.of());
    private final TypeLayout layout = new TypeLayout(declared);

    @BeforeEach
    void declare() throws SpirvException {
        int[] offsets = {0, 16, 80, 160, 240};
        for (int member = 0; member < offsets.length; member++) {
            take(Op.MEMBER_DECORATE, BLOCK, member, Op.DECORATION_OFFSET, offsets[member]);
        }
        take(Op.MEMBER_DECORATE, FIXED, 0, Op.DECORATION_OFFSET, 0);
        take(Op.MEMBER_DECORATE, FIXED, 1, Op.DECORATION_OFFSET, 32);
        take(Op.MEMBER_DECORATE, BLOCK, 1, Op.DECORATION_MATRIX_STRIDE, 16);
        take(Op.MEMBER_DECORATE, BLOCK, 2, Op.DECORATION_MATRIX_STRIDE, 16);
        take(Op.MEMBER_DECORATE, BLOCK, 2, Op.DECORATION_ROW_MAJOR);
        take(Op.DECORATE, FIVE, Op.DECORATION_ARRAY_STRIDE, 16);
        take(Op.DECORATE, ENDLESS, Op.DECORATION_ARRAY_STRIDE, 4);
        take(Op.TYPE_FLOAT, FLOAT, 32);
        take(Op.TYPE_VECTOR, VEC4, FLOAT, 4);
        take(Op.TYPE_VECTOR, VEC3, FLOAT, 3);
        take(Op.TYPE_MATRIX, SQUARE, VEC4, 4);
        take(Op.TYPE_MATRIX, WIDE, VEC3, 4);
        take(Op.CONSTANT, FLOAT, LENGTH, 5);
        take(Op.TYPE_ARRAY, FIVE, FLOAT, LENGTH);
        take(Op.TYPE_RUNTIME_ARRAY, ENDLESS, FLOAT);
        take(Op.TYPE_STRUCT, BLOCK, FLOAT, SQUARE, WIDE, FIVE, ENDLESS);
        take(Op.TYPE_STRUCT, FIXED, FLOAT, FIVE);
    }

    private void take(int... instruction) throws SpirvException {
        declared.take(instruction);
    }

    private Part part(int... indices) {
        Part part = Part.whole(BLOCK);
        for (int index : indices) {
            part = layout.part(part, Bounds.of(index));
        }
        return part;
    }

    @Test
    void a_column_of_a_matrix_lies_in_one_piece() {
        assertThat(layout.bytes(part(1))).isEqualTo(64);
        assertThat(part(1, 2).offset()).isEqualTo(Bounds.of(16 + 32));
        assertThat(layout.bytes(part(1, 2))).isEqualTo(16);
        assertThat(part(1, 2, 3).offset()).isEqualTo(Bounds.of(16 + 32 + 12));
    }

    @Test
    void a_column_of_a_matrix_by_rows_is_spread_over_it() {
        assertThat(layout.bytes(part(2))).isEqualTo(48);
        assertThat(part(2, 1).offset()).isEqualTo(new Bounds(80, 80 + 48 - 12));
        assertThat(layout.bytes(part(2, 1))).isEqualTo(12);
    }

    @Test
    void an_array_is_as_long_as_its_strides() {
        assertThat(layout.bytes(part(3))).isEqualTo(80);
        assertThat(part(3, 4).offset()).isEqualTo(Bounds.of(160 + 64));
        assertThat(layout.bytes(Part.whole(FIXED))).isEqualTo(32 + 80);
    }

    @Test
    void what_has_no_end_has_no_size() {
        assertThat(layout.bytes(part(4))).isZero();
        assertThat(layout.bytes(Part.whole(BLOCK))).isZero();
        assertThat(part(4, 7).offset()).isEqualTo(Bounds.of(240 + 28));
    }

    @Test
    void an_index_that_is_none_leads_nowhere() {
        assertThat(part(5)).isEqualTo(Part.UNKNOWN);
        assertThat(part(0, 1)).isEqualTo(Part.UNKNOWN);
        assertThat(layout.part(part(3), Bounds.ANY).known()).isFalse();
    }
}
