// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * The fixed part of an instruction that the machine must do; fields that do not apply hold a default.
 *
 * @param width elements that a lane takes, one after the other: 1, or 2 or 4 of a vector
 */
record MachineOperation(
        int binding, ElementType type, int width, AtomicOp atomic, Qualifiers qualifiers, Scope scope, int semantics) {

    static final MachineOperation NONE = barrier(Scope.INVOCATION, 0);

    /** A load or a store. */
    static MachineOperation plain(int binding, ElementType type, int width, Qualifiers qualifiers) {
        return new MachineOperation(binding, type, width, AtomicOp.ADD, qualifiers, Scope.INVOCATION, 0);
    }

    static MachineOperation atomic(int binding, ElementType type, AtomicOp op, Qualifiers qualifiers) {
        return new MachineOperation(binding, type, 1, op, qualifiers, Scope.INVOCATION, 0);
    }

    static MachineOperation shared(ElementType type, int width) {
        return plain(-1, type, width, Qualifiers.NONE);
    }

    /** The binding is then the output. */
    static MachineOperation export(int output, ElementType type) {
        return plain(output, type, 1, Qualifiers.NONE);
    }

    static MachineOperation barrier(Scope scope, int semantics) {
        return new MachineOperation(-1, ElementType.U32, 1, AtomicOp.ADD, Qualifiers.NONE, scope, semantics);
    }

    /** Binary logarithm of the bytes that a lane takes. */
    int shift() {
        return type.shift() + Integer.numberOfTrailingZeros(width);
    }
}
