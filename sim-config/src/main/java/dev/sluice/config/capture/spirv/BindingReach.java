// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

import dev.sluice.config.capture.spirv.SpirvModule.Declarations;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells which bytes of its buffer bindings a compute shader can touch at most, from bounds of what it computes its indices of:
 * constants, the invocation's numbers and push constants. Branches are not followed, so both sides of each are taken; what
 * cannot be bounded reaches the whole binding.
 */
public final class BindingReach {
    private final Declarations declared;
    private final List<int[]> code;
    private final TypeLayout layout;

    BindingReach(Declarations declared, List<int[]> code) {
        this.declared = declared;
        this.code = List.copyOf(code);
        layout = new TypeLayout(declared);
    }

    /**
     * A range of a binding.
     *
     * @param start its first byte
     * @param end the byte after it
     */
    public record Span(long start, long end) {
        /** From the first byte of both to the last. */
        public Span join(Span other) {
            return new Span(Math.min(start, other.start), Math.max(end, other.end));
        }
    }

    /** A set's number and a binding's. */
    public record Slot(int set, int binding) {}

    /** The bytes that one dispatch can touch, for each binding where they are bounded. */
    public Map<Slot, Span> of(Grid grid) {
        if (declared.entries().size() != 1) {
            return Map.of();
        }
        IntegerBounds bounds = new IntegerBounds(declared, code, grid);
        Map<Integer, Place> places = new HashMap<>();
        Map<Slot, Optional<Span>> spans = new HashMap<>();
        for (int[] i : code) {
            if (i[0] == Op.ACCESS_CHAIN || i[0] == Op.IN_BOUNDS_ACCESS_CHAIN) {
                Place base = i.length < 4 ? null : place(i[3], places);
                if (base != null) {
                    places.put(i[2], chain(base, i, bounds));
                }
            } else {
                uses(i, places, spans);
            }
        }
        Map<Slot, Span> known = new HashMap<>();
        spans.forEach((slot, span) -> span.ifPresent(bytes -> known.put(slot, bytes)));
        return known;
    }

    private void uses(int[] i, Map<Integer, Place> places, Map<Slot, Optional<Span>> spans) {
        int op = i[0];
        if (op == Op.LINE || op == Op.ARRAY_LENGTH) {
            return;
        }
        // the operand that a simple access goes through; any other use of a pointer may lead anywhere
        int through = op == Op.LOAD || op == Op.ATOMIC_LOAD || Op.readModifyWrite(op)
                ? 3
                : op == Op.STORE || op == Op.ATOMIC_STORE ? 1 : 0;
        for (int operand = 1; operand < i.length; operand++) {
            Place place = place(i[operand], places);
            if (place != null) {
                Span span = operand == through ? span(place) : null;
                spans.merge(
                        slot(place),
                        Optional.ofNullable(span),
                        (a, b) -> a.isPresent() && b.isPresent()
                                ? Optional.of(a.get().join(b.get()))
                                : Optional.empty());
            }
        }
    }

    private @Nullable Place place(int id, Map<Integer, Place> places) {
        int[] variable = declared.variables().get(id);
        if (variable == null) {
            return places.get(id);
        }
        int[] type = declared.type(variable[1]);
        boolean buffer = variable[3] == Op.STORAGE_BUFFER || variable[3] == Op.UNIFORM;
        return !buffer ? null : new Place(id, TypeLayout.Part.whole(type == null ? 0 : type[3]), true);
    }

    /** Follows the indices of an access chain. */
    private Place chain(Place base, int[] chain, IntegerBounds bounds) {
        Place place = base;
        for (int at = 4; at < chain.length && place.part().known(); at++) {
            int[] type = declared.type(place.part().type());
            boolean array = type != null && (type[0] == Op.TYPE_ARRAY || type[0] == Op.TYPE_RUNTIME_ARRAY);
            TypeLayout.Part part = place.descriptors() && array && type != null
                    ? TypeLayout.Part.whole(type[2])
                    : layout.part(place.part(), bounds.of(chain[at]));
            place = new Place(place.variable(), part, false);
        }
        return place;
    }

    private @Nullable Span span(Place place) {
        long bytes = layout.bytes(place.part());
        Bounds offset = place.part().offset();
        return bytes <= 0 || !place.part().known() ? null : new Span(offset.least(), offset.most() + bytes);
    }

    private Slot slot(Place place) {
        return new Slot(
                declared.decoration(place.variable(), Op.DECORATION_DESCRIPTOR_SET, 0),
                declared.decoration(place.variable(), Op.DECORATION_BINDING, 0));
    }

    /**
     * Where in a buffer a pointer points.
     *
     * @param variable the block's variable
     * @param part what is there
     * @param descriptors whether an array here is one of descriptors
     */
    private record Place(int variable, TypeLayout.Part part, boolean descriptors) {}
}
