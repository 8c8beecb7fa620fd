// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

import dev.sluice.config.capture.spirv.AddressFlow.Root;
import dev.sluice.config.capture.spirv.AddressReach.Place;
import dev.sluice.config.capture.spirv.BindingReach.Span;
import dev.sluice.config.capture.spirv.SpirvModule.Declarations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Follows addresses of buffers from where a shader loads them to where it reads and writes through them. */
final class AddressAnalysis {
    /** Storage of variables that hold nothing but what the shader stores to them. */
    private static final Set<Integer> STORED_ALONE = Set.of(Op.FUNCTION_STORAGE, Op.PRIVATE, Op.WORKGROUP, Op.OUTPUT);

    private final Declarations declared;
    private final Functions functions;
    private final IntegerBounds bounds;
    private final TypeLayout layout;
    private final AddressPlaces places;
    private final AddressFlow flow = new AddressFlow();
    private final Map<Integer, Integer> types = new HashMap<>();
    /** Of pointers to matrices, bytes from one column to the next, as in {@link TypeLayout.Part}. */
    private final Map<Integer, Integer> matrixStrides = new HashMap<>();
    /** Types in which addresses may be, or not. */
    private final Map<Integer, Boolean> holders = new HashMap<>();
    /** Variables that the shader has for itself; they hold what it stores to them. */
    private final Set<Integer> own = new LinkedHashSet<>();
    /** Those of them that hold something before it begins. */
    private final Set<Integer> handedOver = new HashSet<>();

    private final Map<Integer, Set<Place>> origins = new LinkedHashMap<>();

    AddressAnalysis(Declarations declared, Functions functions, IntegerBounds bounds) {
        this.declared = declared;
        this.functions = functions;
        this.bounds = bounds;
        layout = new TypeLayout(declared);
        places = new AddressPlaces(declared);
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
        AddressUses uses = new AddressUses(declared, flow, places, this::target);
        code.forEach(uses::take);
        Map<Integer, List<Place>> from = new LinkedHashMap<>();
        origins.forEach((id, all) -> from.put(id, List.copyOf(all)));
        return new AddressReach.Reached(from, uses.all());
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
                if (!STORED_ALONE.contains(i[3]) && declared.decoration(i[2], Op.DECORATION_BUILT_IN, -1) < 0) {
                    handedOver.add(i[2]);
                }
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
            case Op.COMPOSITE_CONSTRUCT, Op.COMPOSITE_INSERT, Op.VECTOR_SHUFFLE, Op.PHI -> all(i, flow::flow);
            case Op.SELECT -> {
                if (i.length > 5) {
                    flow.flow(i[2], i[4]);
                    flow.flow(i[2], i[5]);
                }
            }
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
                } else if (i.length > 2 && op != Op.UNDEF && mayHold(i[1])) {
                    flow.put(i[2], AddressPlaces.ELSEWHERE, Bounds.of(0));
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
            TypeLayout.Part part = new TypeLayout.Part(
                    layout.pointee(pointer), TypeLayout.plus(offset, element, stride), stride(i[3]));
            if (i[3] == root.id() && descriptors(layout.pointee(pointer), i[3])) {
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

    /** The bytes at the address that a pointer is, 0 where that is not known; -1 for any other id. */
    private long target(int id) {
        int pointer = types.getOrDefault(id, 0);
        return layout.reference(pointer)
                ? layout.bytes(new TypeLayout.Part(layout.pointee(pointer), Bounds.of(0), stride(id)))
                : -1;
    }

    private void load(int result, int type, int pointer) {
        flow.copy(pointer).keySet().forEach(root -> {
            if (own.contains(root.id())) {
                flow.flow(result, held(root.id()));
            }
            if (handedOver.contains(root.id()) && mayHold(type)) {
                flow.put(result, AddressPlaces.ELSEWHERE, Bounds.of(0));
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
                origin(result, places.of(root, offset, bytes));
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
            int type = layout.pointee(types.getOrDefault(i[2], 0));
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
}
