// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

import dev.sluice.config.capture.spirv.SpirvModule.Declarations;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds which variables the functions of one entry point load from and store to, until nothing new turns up. */
final class PointerAnalysis {
    private static final int READ = 1;
    private static final int WRITE = 2;

    private final Declarations declared;
    private final Functions functions;
    private final Map<Integer, Set<Integer>> roots = new HashMap<>();
    private final Map<Integer, Integer> touched = new TreeMap<>();
    private boolean changed;

    PointerAnalysis(Declarations declared, Functions functions) {
        this.declared = declared;
        this.functions = functions;
        for (Map.Entry<Integer, int[]> variable : declared.variables().entrySet()) {
            int storage = variable.getValue()[3];
            if (storage == Op.UNIFORM || storage == Op.STORAGE_BUFFER || storage == Op.UNIFORM_CONSTANT) {
                roots.put(variable.getKey(), new TreeSet<>(Set.of(variable.getKey())));
            }
        }
    }

    EntryPoint run(Declarations.Entry entry) throws SpirvException {
        Set<Integer> reached = functions.reached(entry.function());
        do {
            changed = false;
            for (int function : reached) {
                for (int[] i : functions.body(function)) {
                    if (i[0] == Op.RETURN_VALUE && i.length > 1) {
                        derive(Functions.returned(function), i[1]);
                    }
                    visit(i);
                }
            }
        } while (changed);
        List<ResourceAccess> resources = new ArrayList<>();
        touched.forEach((variable, access) -> resources.add(resource(variable, access)));
        resources.sort(Comparator.comparingInt(ResourceAccess::set)
                .thenComparingInt(ResourceAccess::binding)
                .thenComparing(ResourceAccess::name));
        boolean structuresByAddress = false;
        int instructions = 0;
        for (int function : reached) {
            for (int[] i : functions.body(function)) {
                instructions += Op.computes(i[0]) ? 1 : 0;
                structuresByAddress |= i[0] == Op.CONVERT_U_TO_ACCELERATION_STRUCTURE;
            }
        }
        return new EntryPoint(
                entry.name(),
                entry.model(),
                declared.localSize(entry.function()),
                resources,
                declared.bufferAddresses() ? AddressReach.of(declared, functions, entry.function()) : AddressReach.NONE,
                structuresByAddress,
                List.copyOf(outputs(entry)),
                entry.interfaces().stream()
                        .anyMatch(id -> output(id)
                                && declared.decoration(id, Op.DECORATION_BUILT_IN, -1) == Op.BUILT_IN_FRAG_DEPTH),
                declared.builtIn(Op.BUILT_IN_LAYER),
                instructions);
    }

    /** Locations of the output variables; an array takes one location for each element. */
    private Set<Integer> outputs(Declarations.Entry entry) {
        Set<Integer> outputs = new TreeSet<>();
        for (int id : entry.interfaces()) {
            int location = declared.decoration(id, Op.DECORATION_LOCATION, -1);
            if (output(id) && location >= 0) {
                int[] variable = variable(id);
                for (int element = 0; element < declared.arrayLength(variable[1]); element++) {
                    outputs.add(location + element);
                }
            }
        }
        return outputs;
    }

    private boolean output(int id) {
        int[] variable = declared.variables().get(id);
        return variable != null && variable[3] == Op.OUTPUT;
    }

    private void visit(int[] i) throws SpirvException {
        int op = i[0];
        if (Op.derives(op)) {
            Functions.need(i, 4);
            derive(i[2], i[3]);
            if (op == Op.SAMPLED_IMAGE && i.length > 4) {
                derive(i[2], i[4]);
            }
        } else if (op == Op.LOAD) {
            Functions.need(i, 4);
            load(i);
        } else if (op == Op.STORE) {
            Functions.need(i, 3);
            touch(i[1], WRITE);
            // a pointer put into memory may come back anywhere
            touch(i[2], READ | WRITE);
        } else if (op == Op.COPY_MEMORY || op == Op.COPY_MEMORY_SIZED) {
            Functions.need(i, 3);
            touch(i[1], WRITE);
            touch(i[2], READ);
        } else if (op == Op.ATOMIC_LOAD || Op.imageRead(op)) {
            Functions.need(i, 4);
            touch(i[3], READ);
        } else if (op == Op.ATOMIC_STORE || op == Op.IMAGE_WRITE || op == Op.ATOMIC_FLAG_CLEAR) {
            Functions.need(i, 2);
            touch(i[1], WRITE);
        } else if (Op.readModifyWrite(op)) {
            Functions.need(i, 4);
            touch(i[3], READ | WRITE);
        } else {
            visitOther(i);
        }
    }

    private void visitOther(int[] i) throws SpirvException {
        int op = i[0];
        if (op == Op.FUNCTION_CALL) {
            Functions.need(i, 4);
            List<int[]> taken = functions.parameters(i[3]);
            for (int p = 0; p < taken.size() && p + 4 < i.length; p++) {
                derive(taken.get(p)[2], i[p + 4]);
            }
            derive(i[2], Functions.returned(i[3]));
            // what a callee returns may be any pointer that it was given, too
            for (int p = 4; p < i.length; p++) {
                derive(i[2], i[p]);
            }
        } else if (op == Op.SELECT || op == Op.PHI) {
            Functions.need(i, 3);
            for (int p = 3; p < i.length; p++) {
                derive(i[2], i[p]);
            }
        } else if (!Op.harmless(op) && !(op == Op.EXT_INST && i.length > 3 && declared.debugSet(i[3]))) {
            for (int p = 1; p < i.length; p++) {
                touch(i[p], READ | WRITE);
            }
        }
    }

    /** A load of an image or sampler gives a handle, which is no access; a load of anything else reads. */
    private void load(int[] i) {
        Set<Integer> from = roots.get(i[3]);
        if (from == null) {
            return;
        }
        for (int variable : from) {
            if (kind(variable) == ResourceAccess.Kind.OPAQUE) {
                add(i[2], variable);
            } else {
                mark(variable, READ);
            }
        }
    }

    private void derive(int to, int from) {
        Set<Integer> known = roots.get(from);
        if (known != null) {
            for (int variable : known) {
                add(to, variable);
            }
        }
    }

    private void add(int id, int variable) {
        if (roots.computeIfAbsent(id, k -> new TreeSet<>()).add(variable)) {
            changed = true;
        }
    }

    private void touch(int pointer, int access) {
        Set<Integer> known = roots.get(pointer);
        if (known != null) {
            for (int variable : known) {
                mark(variable, access);
            }
        }
    }

    private void mark(int variable, int access) {
        int before = touched.getOrDefault(variable, 0);
        if ((before | access) != before) {
            touched.put(variable, before | access);
            changed = true;
        }
    }

    private ResourceAccess.Kind kind(int variable) {
        int[] i = variable(variable);
        int block = declared.pointee(i[1]);
        if (i[3] == Op.STORAGE_BUFFER
                || (i[3] == Op.UNIFORM && declared.decorated(block, Op.DECORATION_BUFFER_BLOCK))) {
            return ResourceAccess.Kind.STORAGE_BUFFER;
        }
        return i[3] == Op.UNIFORM ? ResourceAccess.Kind.UNIFORM_BUFFER : ResourceAccess.Kind.OPAQUE;
    }

    private ResourceAccess resource(int variable, int access) {
        int block = declared.pointee(variable(variable)[1]);
        ResourceAccess.Kind kind = kind(variable);
        boolean readOnly =
                kind == ResourceAccess.Kind.UNIFORM_BUFFER || without(variable, block, Op.DECORATION_NON_WRITABLE);
        boolean writeOnly = without(variable, block, Op.DECORATION_NON_READABLE);
        String own = declared.name(variable);
        return new ResourceAccess(
                declared.decoration(variable, Op.DECORATION_DESCRIPTOR_SET, 0),
                declared.decoration(variable, Op.DECORATION_BINDING, 0),
                own.isEmpty() ? declared.name(block) : own,
                kind,
                (access & READ) != 0 && !writeOnly,
                (access & WRITE) != 0 && !readOnly);
    }

    private boolean without(int variable, int block, int decoration) {
        return declared.decorated(variable, decoration) || declared.allMembers(block, decoration);
    }

    private int[] variable(int id) {
        int[] variable = declared.variables().get(id);
        if (variable == null) {
            throw new IllegalStateException("id " + id + " is no variable");
        }
        return variable;
    }
}
