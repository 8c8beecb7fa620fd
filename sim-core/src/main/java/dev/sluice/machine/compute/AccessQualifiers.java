// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.device.Client;
import dev.sluice.machine.request.AtomicOperands;
import dev.sluice.machine.request.Request;
import dev.sluice.program.kernel.AtomicOp;
import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.kernel.ElementType;
import dev.sluice.program.kernel.Qualifiers;
import dev.sluice.program.kernel.Scope;
import org.jspecify.annotations.Nullable;

/** What the kernel text says of an access, in the terms of requests. */
final class AccessQualifiers {

    private static final Client[] CLIENTS = new Client[BindingKind.values().length];
    private static final AtomicOperands.Operation[] OPERATIONS = new AtomicOperands.Operation[AtomicOp.values().length];

    static {
        for (BindingKind kind : BindingKind.values()) {
            CLIENTS[kind.ordinal()] = switch (kind) {
                case UNIFORM -> Client.UNIFORM;
                case SAMPLED -> Client.SAMPLED;
                case INPUT_ATTACHMENT -> Client.INPUT_ATTACHMENT;
                case ACCELERATION_STRUCTURE -> Client.ACCELERATION_STRUCTURE;
                case SHADER_BINDING_TABLE -> Client.SHADER_BINDING_TABLE;
                case STORAGE, STORAGE_IMAGE -> Client.STORAGE;
            };
        }
        for (AtomicOp op : AtomicOp.values()) {
            OPERATIONS[op.ordinal()] = AtomicOperands.Operation.valueOf(op.name());
        }
    }

    private AccessQualifiers() {}

    /** The client whose path the accesses of a binding take. */
    static Client client(BindingKind kind) {
        return CLIENTS[kind.ordinal()];
    }

    /**
     * The flags of an access's requests. An atomic is coherent; so is an access that is made available to, or visible
     * from, a scope wider than the workgroup, because the unit's own caches cannot serve that.
     */
    static int flags(int kind, Qualifiers qualifiers) {
        if (qualifiers.none()) {
            return kind == Request.ATOMIC ? Request.COHERENT : 0;
        }
        boolean coherent = kind == Request.ATOMIC
                || qualifiers.coherent()
                || beyondUnit(qualifiers.available())
                || beyondUnit(qualifiers.visible());
        return (coherent ? Request.COHERENT : 0)
                | (qualifiers.bypass() ? Request.BYPASS : 0)
                | (qualifiers.streaming() ? Request.STREAMING : 0)
                | (qualifiers.persisting() ? Request.PERSISTING : 0);
    }

    /** Whether a scope has members on other units, so that the unit's own caches cannot serve it. */
    static boolean beyondUnit(@Nullable Scope scope) {
        return scope != null && scope.compareTo(Scope.WORKGROUP) > 0;
    }

    /** Says what an atomic does to elements of a type. */
    static void describe(AtomicOperands atomics, AtomicOp op, ElementType type) {
        atomics.operation = OPERATIONS[op.ordinal()];
        atomics.elementBytes = type.size();
        atomics.signed = type == ElementType.I32;
        atomics.floating = type == ElementType.F32;
    }
}
