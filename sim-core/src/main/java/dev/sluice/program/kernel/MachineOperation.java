// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/** The fixed part of an instruction that the machine must do; fields that do not apply hold a default. */
record MachineOperation(
        int binding, ElementType type, AtomicOp atomic, Qualifiers qualifiers, Scope scope, int semantics) {

    static final MachineOperation NONE =
            new MachineOperation(-1, ElementType.U32, AtomicOp.ADD, Qualifiers.NONE, Scope.INVOCATION, 0);

    static MachineOperation access(int binding, ElementType type, AtomicOp atomic, Qualifiers qualifiers) {
        return new MachineOperation(binding, type, atomic, qualifiers, Scope.INVOCATION, 0);
    }

    static MachineOperation shared(ElementType type) {
        return access(-1, type, AtomicOp.ADD, Qualifiers.NONE);
    }

    /** The binding is then the output. */
    static MachineOperation export(int output, ElementType type) {
        return access(output, type, AtomicOp.ADD, Qualifiers.NONE);
    }

    static MachineOperation barrier(Scope scope, int semantics) {
        return new MachineOperation(-1, ElementType.U32, AtomicOp.ADD, Qualifiers.NONE, scope, semantics);
    }
}
