// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What a method under way has of a kernel's registers in its local variables.
 *
 * <p>They are copies: the wave's record always has the same. So a wave that goes on after a stop reads them anew.
 */
final class SlotValues {

    /**
     * One of the two numbers of a register: known while bytecode is written, or in a local variable.
     *
     * @param local the variable, or -1 for a constant
     */
    record Term(int local, long constant) {
        static Term of(long constant) {
            return new Term(-1, constant);
        }

        static Term in(int local) {
            return new Term(local, 0);
        }

        boolean isConstant() {
            return local < 0;
        }

        boolean is(long value) {
            return local < 0 && constant == value;
        }

        void load(MethodVisitor code) {
            if (local < 0) {
                code.visitLdcInsn(constant);
            } else {
                code.visitVarInsn(Opcodes.LLOAD, local);
            }
        }
    }

    /** Base and stride of a register. */
    record Value(Term base, Term stride) {
        boolean isUniform() {
            return stride.is(0);
        }
    }

    /** What an instruction of one operand has for its second. */
    static final Value NOTHING = new Value(Term.of(0), Term.of(0));

    /** Registers that a wave reads anew where it goes on: more of them would cost more than they save. */
    private static final int MOST_RELOADED = 8;

    private final MethodVisitor code;
    private final LocalVariables locals;
    private final Map<Integer, Value> fixed = new LinkedHashMap<>();
    private final Map<Integer, Value> known = new LinkedHashMap<>();

    SlotValues(KernelProgram kernel, MethodVisitor code, LocalVariables locals) {
        this.code = code;
        this.locals = locals;
        for (int i = 0; i < kernel.constants.length; i++) {
            fixed.put(kernel.constantSlots[i], new Value(Term.of(kernel.constants[i]), Term.of(0)));
        }
        if (kernel.laneSlot != 0) {
            fixed.put(kernel.laneSlot, new Value(Term.of(0), Term.of(1)));
        }
    }

    /** The value of a register, which is loaded if it is not known. */
    Value of(int slot) {
        Value value = fixed.getOrDefault(slot, known.get(slot));
        if (value == null) {
            value = new Value(Term.in(locals.next()), slot < 0 ? Term.of(0) : Term.in(locals.next()));
            load(slot, value);
            known.put(slot, value);
        }
        return value;
    }

    /** Whether the register is known to be no vector; otherwise, what is known has to be looked at. */
    boolean holdsNoVector(int slot) {
        Value value = known.get(slot);
        return value != null && value.stride().isConstant();
    }

    void set(int slot, Value value) {
        known.remove(slot); // to be the last
        known.put(slot, value);
    }

    void forget(int slot) {
        known.remove(slot);
    }

    /** What is known of registers now. */
    Map<Integer, Value> known() {
        return new LinkedHashMap<>(known);
    }

    /** Forgets all that is not as it was known earlier, and some registers. */
    void keep(Map<Integer, Value> earlier, IntPredicate butThese) {
        known.entrySet().removeIf(e -> !e.getValue().equals(earlier.get(e.getKey())) || butThese.test(e.getKey()));
    }

    void forgetAll() {
        known.clear();
    }

    /** What a wave has to read anew that goes on here. */
    List<Runnable> reloads() {
        while (known.size() > MOST_RELOADED) {
            known.remove(known.keySet().iterator().next());
        }
        List<Runnable> loads = new ArrayList<>();
        known.forEach((slot, value) -> loads.add(() -> load(slot, value)));
        return loads;
    }

    /** Brings a register from the record into the variables of a value. */
    void load(int slot, Value value) {
        if (!value.base().isConstant()) {
            locals.word(slot, 0);
            code.visitInsn(Opcodes.LALOAD);
            code.visitVarInsn(Opcodes.LSTORE, value.base().local());
        }
        if (!value.stride().isConstant()) {
            locals.word(slot, 1);
            code.visitInsn(Opcodes.LALOAD);
            code.visitVarInsn(Opcodes.LSTORE, value.stride().local());
        }
    }

    /** Brings the variables of a value into the record. */
    void store(int slot, Value value) {
        locals.word(slot, 0);
        value.base().load(code);
        code.visitInsn(Opcodes.LASTORE);
        locals.word(slot, 1);
        value.stride().load(code);
        code.visitInsn(Opcodes.LASTORE);
    }

    /** A value in new variables. */
    Value fresh() {
        return new Value(Term.in(locals.next()), Term.in(locals.next()));
    }
}
