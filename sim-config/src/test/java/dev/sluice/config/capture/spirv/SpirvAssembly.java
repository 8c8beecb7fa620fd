// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A SPIR-V module that is assembled word by word.
 *
 * @param <T> what calls may be chained on
 */
abstract class SpirvAssembly<T extends SpirvAssembly<T>> {
    private final List<Integer> words = new ArrayList<>(List.of(0x0723_0203, 0x10000, 0, 200, 0));

    abstract T self();

    /** Adds an instruction. */
    T op(int op, int... operands) {
        words.add((operands.length + 1) << 16 | op);
        for (int operand : operands) {
            words.add(operand);
        }
        return self();
    }

    /** Ends a function. */
    T end() {
        return op(253).op(Op.FUNCTION_END);
    }

    SpirvModule module(Map<Integer, Integer> specialization) throws SpirvException {
        ByteBuffer code = ByteBuffer.allocate(words.size() * 4).order(ByteOrder.LITTLE_ENDIAN);
        words.forEach(code::putInt);
        return SpirvModule.parse(code.flip(), specialization);
    }

    SpirvModule module() throws SpirvException {
        return module(Map.of());
    }
}
