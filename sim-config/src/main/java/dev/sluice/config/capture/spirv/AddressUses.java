// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

import dev.sluice.config.capture.spirv.AddressFlow.Root;
import dev.sluice.config.capture.spirv.AddressReach.Place;
import dev.sluice.config.capture.spirv.AddressReach.Use;
import dev.sluice.config.capture.spirv.BindingReach.Span;
import dev.sluice.config.capture.spirv.SpirvModule.Declarations;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToLongFunction;

/** Collects what instructions read and write at addresses. */
final class AddressUses {
    private final Declarations declared;
    private final AddressFlow flow;
    private final AddressPlaces places;
    private final IntToLongFunction target;
    private final Map<Set<Root>, Accesses> accesses = new LinkedHashMap<>();

    /** What is done through pointers that may come from the same loads. */
    private record Accesses(Map<Root, Place> places, boolean reads, boolean writes) {
        Accesses and(Accesses other) {
            Map<Root, Place> all = new LinkedHashMap<>(places);
            other.places.forEach((root, place) -> all.merge(root, place, Accesses::joined));
            return new Accesses(all, reads || other.reads, writes || other.writes);
        }

        private static Place joined(Place one, Place other) {
            Span span = one.span();
            Span more = other.span();
            return span == null || more == null ? one : new Place(one.base(), span.join(more));
        }
    }

    /** @param target the bytes at the address that an id is, 0 where that is not known; -1 for ids that are none */
    AddressUses(Declarations declared, AddressFlow flow, AddressPlaces places, IntToLongFunction target) {
        this.declared = declared;
        this.flow = flow;
        this.places = places;
        this.target = target;
    }

    /** Takes an instruction. */
    void take(int[] i) {
        int op = i[0];
        if (op == Op.LOAD || op == Op.ATOMIC_LOAD || Op.readModifyWrite(op)) {
            access(i, 3, true, Op.readModifyWrite(op));
        } else if (op == Op.STORE || op == Op.ATOMIC_STORE || op == Op.ATOMIC_FLAG_CLEAR) {
            access(i, 1, false, true);
        } else if (op == Op.COPY_MEMORY || op == Op.COPY_MEMORY_SIZED) {
            access(i, 1, false, true);
            access(i, 2, true, false);
        } else if (!Op.derives(op)
                && !Op.keepsAddress(op)
                && !Op.harmless(op)
                && op != Op.FUNCTION_CALL
                && op != Op.SELECT
                && op != Op.PHI
                && !(op == Op.EXT_INST && i.length > 3 && declared.debugSet(i[3]))) {
            for (int operand = 1; operand < i.length; operand++) {
                access(i, operand, true, true);
            }
        }
    }

    private void access(int[] i, int operand, boolean reads, boolean writes) {
        int id = i.length > operand ? i[operand] : 0;
        long bytes = target.applyAsLong(id);
        if (bytes < 0) {
            return;
        }
        Map<Root, Place> all = new LinkedHashMap<>();
        flow.of(id).forEach((root, offset) -> all.put(root, places.of(root, offset, bytes)));
        accesses.merge(all.keySet(), new Accesses(all, reads, writes), Accesses::and);
    }

    /** All that were found, in the order of the code. */
    List<Use> all() {
        List<Use> uses = new ArrayList<>();
        accesses.values()
                .forEach(made -> uses.add(new Use(List.copyOf(made.places().values()), made.reads(), made.writes())));
        return uses;
    }
}
