// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

import dev.sluice.config.capture.spirv.AddressFlow.Root;
import dev.sluice.config.capture.spirv.AddressReach.Place;
import dev.sluice.config.capture.spirv.AddressReach.Use;
import dev.sluice.config.capture.spirv.BindingReach.Slot;
import dev.sluice.config.capture.spirv.BindingReach.Span;
import dev.sluice.config.capture.spirv.SpirvModule.Declarations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Follows addresses of buffers from where a shader loads them to where it reads and writes through them. */
final class AddressAnalysis {
    private static final Span TO_THE_END = new Span(0, Long.MAX_VALUE);

    private final Declarations declared;
    private final Functions functions;
    private final IntegerBounds bounds;
    private final TypeLayout layout;
    private final AddressFlow flow = new AddressFlow();
    private final Map<Integer, Integer> types = new HashMap<>();
    /** Of pointers to matrices, bytes from one column to the next, as in {@link TypeLayout.Part}. */
    private final Map<Integer, Integer> matrixStrides = new HashMap<>();
    /** Types in which addresses may be, or not. */
    private final Map<Integer, Boolean> holders = new HashMap<>();
    /** Variables that the shader has for itself; they hold what it stores to them. */
    private final Set<Integer> own = new LinkedHashSet<>();

    private final Map<Integer, Set<Place>> origins = new LinkedHashMap<>();
    private final Map<Set<Root>, Accesses> accesses = new LinkedHashMap<>();

    /** What is done through pointers that may come from the same loads. */
    private record Accesses(Map<Root, Span> spans, boolean reads, boolean writes) {}

    AddressAnalysis(Declarations declared, Functions functions, IntegerBounds bounds) {
        this.declared = declared;
        this.functions = functions;
        this.bounds = bounds;
        layout = new TypeLayout(declared);
    }

    AddressReach.Reached run(int entry) {
        List<int[]> code = new ArrayList<>();
        declared.variables().values().forEach(this::declare);
        for (int function : reached(entry)) {
            functions.parameters(function).forEach(this::declare);
            code.addAll(functions.body(function));
        }
        code.forEach(this::declare);
        while (flow.again()) {
            for (int function : reached(entry)) {
                for (int[] i : functions.body(function)) {
                    if (i[0] == Op.RETURN_VALUE && i.length > 1) {
                        flow.flow(Functions.returned(function), i[1]);
                    }
                    visit(i);
                }
            }
        }
        code.forEach(this::uses);
        Map<Integer, List<Place>> from = new LinkedHashMap<>();
        origins.forEach((id, places) -> from.put(id, List.copyOf(places)));
        List<Use> uses = new ArrayList<>();
        accesses.forEach((roots, made) -> {
            List<Place> places = new ArrayList<>();
            roots.forEach(root -> places.add(
                    new Place(base(root), root.moved() ? null : made.spans().get(root))));
            uses.add(new Use(places, made.reads(), made.writes()));
        });
        return new AddressReach.Reached(from, uses);
    }

    private Set<Integer> reached(int entry) {
        try {
            return functions.reached(entry);
        } catch (SpirvException e) {
            throw new IllegalStateException("the module was read before", e);
        }
    }

    private void declare(int[] i) {
        // ids of types are none of anything else
        if (i.length > 2 && declared.type(i[1]) != null) {
            types.put(i[2], i[1]);
        }
        if (i[0] == Op.VARIABLE && i.length > 3) {
            if (i[3] != Op.PUSH_CONSTANT && i[3] != Op.UNIFORM && i[3] != Op.STORAGE_BUFFER) {
                own.add(i[2]);
            }
            flow.put(i[2], new Root(i[2], false), Bounds.of(0));
            if (i.length > 4) {
                flow.flow(held(i[2]), i[4]);
            }
        }
    }

    /** Stands for what a variable of the shader holds; no instruction has such an id. */
    private static int held(int variable) {
        return ~variable;
    }

    private void visit(int[] i) {
        int op = i[0];
        switch (op) {
            case Op.ACCESS_CHAIN, Op.IN_BOUNDS_ACCESS_CHAIN -> chain(i, 4, Bounds.of(0));
            case Op.PTR_ACCESS_CHAIN, Op.IN_BOUNDS_PTR_ACCESS_CHAIN -> {
                if (i.length > 4) {
                    chain(i, 5, bounds.of(i[4]));
                }
            }
            case Op.LOAD -> {
                if (i.length > 3) {
                    load(i[2], i[1], i[3]);
                }
            }
            case Op.STORE -> {
                if (i.length > 2) {
                    ownVariables(i[1]).forEach(variable -> flow.flow(held(variable), i[2]));
                }
            }
            case Op.COPY_MEMORY, Op.COPY_MEMORY_SIZED -> copy(i);
            case Op.COMPOSITE_EXTRACT -> extract(i);
            case Op.COMPOSITE_CONSTRUCT, Op.COMPOSITE_INSERT, Op.VECTOR_SHUFFLE, Op.SELECT, Op.PHI ->
                all(i, flow::flow);
            case Op.FUNCTION_CALL -> call(i);
            case Op.I_ADD -> {
                if (i.length > 4) {
                    add(i[2], i[3], i[4]);
                    add(i[2], i[4], i[3]);
                }
            }
            default -> {
                if (Op.keepsAddress(op)) {
                    all(i, flow::flow);
                } else if (Op.movesAddress(op)) {
                    all(i, flow::moved);
                }
            }
        }
    }

    /** Adds a number to what may be an address. */
    private void add(int sum, int address, int number) {
        Bounds more = bounds.of(number);
        flow.copy(address).forEach((root, offset) -> {
            if (root.moved() || more.equals(Bounds.ANY)) {
                flow.put(sum, new Root(root.id(), true), Bounds.ANY);
            } else {
                flow.put(sum, root, Bounds.of(Op.I_ADD, offset, more));
            }
        });
    }

    /** Takes over from all operands of an instruction with a result. */
    private static void all(int[] i, Taking taking) {
        for (int operand = 3; operand < i.length; operand++) {
            taking.take(i[2], i[operand]);
        }
    }

    /** How an id takes over from another. */
    private interface Taking {
        void take(int to, int from);
    }

    private void call(int[] i) {
        if (i.length > 3) {
            List<int[]> taken = functions.parameters(i[3]);
            for (int p = 0; p < taken.size() && p + 4 < i.length; p++) {
                flow.flow(taken.get(p)[2], i[p + 4]);
            }
            flow.flow(i[2], Functions.returned(i[3]));
        }
    }

    /**
     * Follows an access chain.
     *
     * @param first its first index
     * @param element how many whole things its base is moved on before
     */
    private void chain(int[] i, int first, Bounds element) {
        if (i.length < 4) {
            return;
        }
        int pointer = types.getOrDefault(i[3], 0);
        int stride = element.equals(Bounds.of(0)) ? 1 : declared.decoration(pointer, Op.DECORATION_ARRAY_STRIDE, 0);
        boolean far = element.equals(Bounds.ANY) || stride <= 0;
        flow.copy(i[3]).forEach((root, offset) -> {
            if (root.moved() || far) {
                flow.put(i[2], new Root(root.id(), true), Bounds.ANY);
                return;
            }
            int at = first;
            TypeLayout.Part part =
                    new TypeLayout.Part(pointee(pointer), TypeLayout.plus(offset, element, stride), stride(i[3]));
            if (i[3] == root.id() && descriptors(pointee(pointer), i[3])) {
                part = TypeLayout.Part.whole(declared.pointee(pointer));
                at++;
            }
            for (; at < i.length && part.known(); at++) {
                part = layout.part(part, bounds.of(i[at]));
            }
            matrixStrides.put(i[2], part.matrixStride());
            flow.put(i[2], root, part.offset());
        });
    }

    /** Whether a type is an array of descriptors. */
    private boolean descriptors(int id, int variable) {
        int[] type = declared.type(id);
        int[] declaration = declared.variables().get(variable);
        return type != null
                && (type[0] == Op.TYPE_ARRAY || type[0] == Op.TYPE_RUNTIME_ARRAY)
                && declaration != null
                && (declaration[3] == Op.UNIFORM || declaration[3] == Op.STORAGE_BUFFER);
    }

    private int stride(int pointer) {
        return matrixStrides.getOrDefault(pointer, 0);
    }

    private int pointee(int pointer) {
        int[] type = declared.type(pointer);
        return type != null && type[0] == Op.TYPE_POINTER ? type[3] : 0;
    }

    private void load(int result, int type, int pointer) {
        flow.copy(pointer).keySet().forEach(root -> {
            if (own.contains(root.id())) {
                flow.flow(result, held(root.id()));
            }
        });
        if (mayHold(type)) {
            loads(result, pointer, layout.bytes(TypeLayout.Part.whole(type)));
        }
    }

    /** Takes bytes of memory, in which addresses may be. */
    private void loads(int result, int pointer, long bytes) {
        flow.copy(pointer).forEach((root, offset) -> {
            if (!own.contains(root.id())) {
                origin(result, new Place(base(root), root.moved() ? null : span(offset, bytes)));
            }
        });
    }

    private void origin(int id, Place place) {
        origins.computeIfAbsent(id, k -> new LinkedHashSet<>()).add(place);
        flow.put(id, new Root(id, false), Bounds.of(0));
    }

    private void copy(int[] i) {
        if (i.length < 3) {
            return;
        }
        for (int variable : ownVariables(i[1])) {
            for (int source : ownVariables(i[2])) {
                flow.flow(held(variable), held(source));
            }
            int type = pointee(types.getOrDefault(i[2], 0));
            if (mayHold(type)) {
                // a copy has no id of its own
                loads(held(i[1]), i[2], layout.bytes(TypeLayout.Part.whole(type)));
                flow.flow(held(variable), held(i[1]));
            }
        }
    }

    /** A part of what was loaded as a whole is as if it had been loaded alone. */
    private void extract(int[] i) {
        if (i.length < 4) {
            return;
        }
        int whole = types.getOrDefault(i[3], 0);
        int[] type = declared.type(whole);
        TypeLayout.Part part = TypeLayout.Part.whole(whole);
        for (int at = 4; at < i.length; at++) {
            part = layout.part(part, Bounds.of(Integer.toUnsignedLong(i[at])));
        }
        long bytes = layout.bytes(part);
        boolean alone = part.known() && bytes > 0 && type != null && type[0] != Op.TYPE_VECTOR;
        Bounds from = part.offset();
        boolean half = !mayHold(i[1]);
        flow.copy(i[3]).forEach((root, offset) -> {
            if (root.id() == i[3] && alone) {
                for (Place place : List.copyOf(origins.getOrDefault(i[3], Set.of()))) {
                    Span span = place.span();
                    boolean within = span != null && span.end() != Long.MAX_VALUE;
                    origin(
                            i[2],
                            within && span != null
                                    ? new Place(
                                            place.base(),
                                            new Span(span.start() + from.least(), span.start() + from.least() + bytes))
                                    : place);
                }
            } else {
                flow.put(i[2], new Root(root.id(), root.moved() || half), offset);
            }
        });
    }

    private List<Integer> ownVariables(int pointer) {
        return flow.of(pointer).keySet().stream()
                .map(Root::id)
                .filter(own::contains)
                .toList();
    }

    /** Whether an address may be in a value of a type: one of 64 bits, or two words. */
    private boolean mayHold(int id) {
        Boolean known = holders.get(id);
        if (known == null) {
            // a broken module may have a type of itself
            holders.put(id, false);
            int[] type = declared.type(id);
            known = type != null && mayHold(type);
            holders.put(id, known);
        }
        return known;
    }

    private boolean mayHold(int[] type) {
        return switch (type[0]) {
            case Op.TYPE_INT -> type[2] == 64;
            case Op.TYPE_POINTER -> type[2] == Op.PHYSICAL_STORAGE_BUFFER;
            case Op.TYPE_VECTOR -> {
                int[] part = declared.type(type[2]);
                yield part != null && part[0] == Op.TYPE_INT && part[2] >= 32;
            }
            case Op.TYPE_ARRAY, Op.TYPE_RUNTIME_ARRAY -> mayHold(type[2]);
            case Op.TYPE_STRUCT -> Arrays.stream(type).skip(2).anyMatch(this::mayHold);
            default -> false;
        };
    }

    private static Span span(Bounds offset, long bytes) {
        return offset.equals(Bounds.ANY)
                ? TO_THE_END
                : new Span(offset.least(), bytes <= 0 ? Long.MAX_VALUE : offset.most() + bytes);
    }

    private AddressReach.Base base(Root root) {
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

    private void uses(int[] i) {
        int op = i[0];
        if (op == Op.LOAD || op == Op.ATOMIC_LOAD || Op.readModifyWrite(op)) {
            access(i, 3, true, Op.readModifyWrite(op));
        } else if (op == Op.STORE || op == Op.ATOMIC_STORE || op == Op.ATOMIC_FLAG_CLEAR) {
            access(i, 1, false, true);
        } else if (op == Op.COPY_MEMORY || op == Op.COPY_MEMORY_SIZED) {
            access(i, 1, false, true);
            access(i, 2, true, false);
        } else if (!Op.derives(op)
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
        int[] type = declared.type(types.getOrDefault(id, 0));
        if (type == null || type[0] != Op.TYPE_POINTER || type[2] != Op.PHYSICAL_STORAGE_BUFFER) {
            return;
        }
        long bytes = layout.bytes(new TypeLayout.Part(type[3], Bounds.of(0), stride(id)));
        Map<Root, Span> spans = new LinkedHashMap<>();
        flow.of(id).forEach((root, offset) -> spans.put(root, span(offset, bytes)));
        accesses.merge(
                spans.keySet(),
                new Accesses(spans, reads, writes),
                (a, b) -> new Accesses(joined(a.spans(), b.spans()), a.reads() || b.reads(), a.writes() || b.writes()));
    }

    private static Map<Root, Span> joined(Map<Root, Span> some, Map<Root, Span> more) {
        Map<Root, Span> all = new LinkedHashMap<>(some);
        more.forEach((root, span) -> all.merge(root, span, Span::join));
        return all;
    }
}
