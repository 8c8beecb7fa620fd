// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

import dev.sluice.config.capture.spirv.AddressFlow.Root;
import dev.sluice.config.capture.spirv.AddressReach.Place;
import dev.sluice.config.capture.spirv.BindingReach.Slot;
import dev.sluice.config.capture.spirv.BindingReach.Span;
import dev.sluice.config.capture.spirv.SpirvModule.Declarations;

/** Says where in memory what a pointer may be leads to. */
final class AddressPlaces {
    /** What addresses come from that are not followed; no id is 0. */
    static final Root ELSEWHERE = new Root(0, false);

    private static final Span TO_THE_END = new Span(0, Long.MAX_VALUE);

    private final Declarations declared;

    AddressPlaces(Declarations declared) {
        this.declared = declared;
    }

    /**
     * The bytes at a distance from something.
     *
     * @param bytes how many; 0 where that is not known
     */
    Place of(Root root, Bounds offset, long bytes) {
        return new Place(base(root), root.moved() ? null : span(offset, bytes));
    }

    private static Span span(Bounds offset, long bytes) {
        return offset.equals(Bounds.ANY)
                ? TO_THE_END
                : new Span(offset.least(), bytes <= 0 ? Long.MAX_VALUE : offset.most() + bytes);
    }

    private AddressReach.Base base(Root root) {
        if (root.id() == ELSEWHERE.id()) {
            return new AddressReach.Elsewhere();
        }
        int[] variable = declared.variables().get(root.id());
        if (variable == null) {
            return new AddressReach.Behind(root.id());
        }
        return variable[3] == Op.PUSH_CONSTANT
                ? new AddressReach.PushConstants()
                : new AddressReach.Bound(new Slot(
                        declared.decoration(root.id(), Op.DECORATION_DESCRIPTOR_SET, 0),
                        declared.decoration(root.id(), Op.DECORATION_BINDING, 0)));
    }
}
