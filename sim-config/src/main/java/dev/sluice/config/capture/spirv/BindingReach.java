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

    BindingReach(Declarations declared, List<int[]> code) {
        this.declared = declared;
        this.code = List.copyOf(code);
    }

    /**
     * A range of a binding.
     *
     * @param start its first byte
     * @param end the byte after it
     */
    public record Span(long start, long end) {
        Span join(Span other) {
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
                    places.put(i[2], new Walk(declared, bounds).to(base, i));
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
                Span span = operand == through ? place.span(declared) : null;
                spans.merge(
                        place.slot(declared),
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
        return !buffer ? null : new Place(id, type == null ? 0 : type[3], new Bounds(0, 0), true);
    }

    /**
     * Where in a buffer a pointer points.
     *
     * @param variable the block's variable
     * @param type what is there
     * @param offset in bytes from the binding's start; null for anywhere
     * @param descriptors whether an array here is one of descriptors
     */
    private record Place(int variable, int type, @Nullable Bounds offset, boolean descriptors) {
        Slot slot(Declarations declared) {
            return new Slot(
                    declared.decoration(variable, Op.DECORATION_DESCRIPTOR_SET, 0),
                    declared.decoration(variable, Op.DECORATION_BINDING, 0));
        }

        @Nullable
        Span span(Declarations declared) {
            int size = Walk.size(declared, type);
            return offset == null || size <= 0 || offset.equals(Bounds.ANY)
                    ? null
                    : new Span(offset.least(), offset.most() + size);
        }
    }

    /** Follows the indices of an access chain. */
    private record Walk(Declarations declared, IntegerBounds bounds) {
        Place to(Place base, int[] chain) {
            Place place = base;
            for (int at = 4; at < chain.length && place.offset() != null; at++) {
                place = step(place, bounds.of(chain[at]));
            }
            return place;
        }

        private Place step(Place at, Bounds index) {
            int[] type = declared.type(at.type());
            Bounds offset = at.offset();
            if (type == null || offset == null) {
                return nowhere(at);
            }
            switch (type[0]) {
                case Op.TYPE_STRUCT -> {
                    boolean known = index.single() && index.least() < type.length - 2;
                    int start = known ? declared.memberOffset(at.type(), (int) index.least()) : -1;
                    return start < 0
                            ? nowhere(at)
                            : new Place(
                                    at.variable(),
                                    type[2 + (int) index.least()],
                                    plus(offset, Bounds.of(start), 1),
                                    false);
                }
                case Op.TYPE_ARRAY, Op.TYPE_RUNTIME_ARRAY -> {
                    int stride = declared.decoration(at.type(), Op.DECORATION_ARRAY_STRIDE, -1);
                    if (at.descriptors()) {
                        return new Place(at.variable(), type[2], offset, false);
                    }
                    return stride <= 0
                            ? nowhere(at)
                            : new Place(at.variable(), type[2], plus(offset, index, stride), false);
                }
                case Op.TYPE_VECTOR -> {
                    int size = size(declared, type[2]);
                    return size <= 0
                            ? nowhere(at)
                            : new Place(at.variable(), type[2], plus(offset, index, size), false);
                }
                default -> {
                    return nowhere(at);
                }
            }
        }

        private static @Nullable Bounds plus(Bounds offset, Bounds index, int stride) {
            return index.equals(Bounds.ANY)
                    ? null
                    : Bounds.of(Op.I_ADD, offset, Bounds.of(Op.I_MUL, index, Bounds.of(stride)));
        }

        private static Place nowhere(Place at) {
            return new Place(at.variable(), 0, null, false);
        }

        /** Bytes of a number or a vector of numbers; 0 for anything else. */
        static int size(Declarations declared, int id) {
            int[] type = declared.type(id);
            if (type == null) {
                return 0;
            }
            return switch (type[0]) {
                case Op.TYPE_INT, Op.TYPE_FLOAT -> type[2] / 8;
                case Op.TYPE_VECTOR -> type[2] == id ? 0 : type[3] * size(declared, type[2]);
                default -> 0;
            };
        }
    }
}
