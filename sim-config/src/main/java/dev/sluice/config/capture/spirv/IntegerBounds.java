// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

import dev.sluice.config.capture.spirv.SpirvModule.Declarations;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Bounds of the integers that a shader computes, found by going through its code until nothing changes. */
final class IntegerBounds {
    /** After so many rounds, what still grows is taken as any value. */
    private static final int ROUNDS = 3;

    private final Declarations declared;
    private final Grid grid;
    private final Map<Integer, Bounds[]> values = new HashMap<>();
    private final Set<Integer> made = new HashSet<>();
    private final Set<Integer> locals = new HashSet<>();
    /** What chains into variables of the invocation point to. */
    private final Map<Integer, int[]> chains = new HashMap<>();

    private final boolean specialized;
    private boolean changed;
    private boolean widen;

    IntegerBounds(Declarations declared, List<int[]> code, Grid grid) {
        this(declared, code, grid, false);
    }

    /** @param specialized whether specialization constants may have any value */
    IntegerBounds(Declarations declared, List<int[]> code, Grid grid, boolean specialized) {
        this.declared = declared;
        this.specialized = specialized;
        this.grid = grid;
        for (int[] i : code) {
            if (i[0] == Op.VARIABLE && i.length >= 4 && i[3] == Op.FUNCTION_STORAGE) {
                locals.add(i[2]);
            } else if ((i[0] == Op.ACCESS_CHAIN || i[0] == Op.IN_BOUNDS_ACCESS_CHAIN) && i.length >= 4) {
                chains.put(i[2], i);
            }
        }
        code.forEach(this::escape);
        for (int[] i : code) {
            if (evaluated(i)) {
                made.add(i[2]);
            }
        }
        made.addAll(locals);
        int round = 0;
        do {
            changed = false;
            widen = ++round > ROUNDS;
            code.forEach(this::visit);
        } while (changed);
    }

    /** The bounds of a number. */
    Bounds of(int id) {
        Bounds[] bounds = get(id);
        return bounds == null || bounds.length != 1 ? Bounds.ANY : bounds[0];
    }

    /** A variable that is used other than by whole loads and stores may hold anything. */
    private void escape(int[] i) {
        for (int operand = 1; operand < i.length; operand++) {
            boolean access = (i[0] == Op.LOAD && operand == 3) || (i[0] == Op.STORE && operand == 1);
            boolean own = i[0] == Op.VARIABLE && operand == 2;
            if (!access && !own) {
                locals.remove(i[operand]);
            }
        }
    }

    private static boolean evaluated(int[] i) {
        return i.length >= 4
                && switch (i[0]) {
                    case Op.LOAD,
                            Op.COPY_OBJECT,
                            Op.BITCAST,
                            Op.U_CONVERT,
                            Op.S_CONVERT,
                            Op.COMPOSITE_CONSTRUCT,
                            Op.COMPOSITE_EXTRACT,
                            Op.SELECT,
                            Op.PHI,
                            Op.I_ADD,
                            Op.I_SUB,
                            Op.I_MUL,
                            Op.U_DIV,
                            Op.S_DIV,
                            Op.U_MOD,
                            Op.S_REM,
                            Op.S_MOD,
                            Op.SHIFT_LEFT,
                            Op.SHIFT_RIGHT,
                            Op.BITWISE_AND -> true;
                    default -> false;
                };
    }

    private void visit(int[] i) {
        if (i[0] == Op.STORE && i.length >= 3 && locals.contains(i[1])) {
            put(i[1], get(i[2]));
        } else if (i[0] == Op.VARIABLE && i.length > 4 && locals.contains(i[2])) {
            put(i[2], get(i[4]));
        } else if (evaluated(i)) {
            put(i[2], scalar(i[1]) ? result(i) : any(i[1]));
        }
    }

    /** Whether a type is made of integers of 32 bits, or of 64, which are bounded as long as they fit in 32. */
    private boolean scalar(int id) {
        int bits = bits(id);
        return bits == 32 || bits == 64;
    }

    /** Of how many bits the integers of a type are; 0 for anything else. */
    private int bits(int id) {
        int[] type = declared.type(id);
        int[] part = type != null && type[0] == Op.TYPE_VECTOR ? declared.type(type[2]) : type;
        return part != null && part[0] == Op.TYPE_INT ? part[2] : 0;
    }

    private Bounds[] any(int id) {
        int[] type = declared.type(id);
        Bounds[] any = new Bounds[type != null && type[0] == Op.TYPE_VECTOR ? Math.max(1, Math.min(4, type[3])) : 1];
        Arrays.fill(any, Bounds.ANY);
        return any;
    }

    /** What an instruction gives; null as long as something that it needs has no value yet. */
    private Bounds @Nullable [] result(int[] i) {
        return switch (i[0]) {
            case Op.LOAD -> load(i);
            case Op.COPY_OBJECT, Op.BITCAST, Op.U_CONVERT -> same(i, get(i[3]));
            case Op.S_CONVERT -> positive(same(i, get(i[3])));
            case Op.COMPOSITE_CONSTRUCT -> construct(i);
            case Op.COMPOSITE_EXTRACT -> extract(i);
            case Op.SELECT -> i.length < 6 ? any(i[1]) : joined(get(i[4]), get(i[5]));
            case Op.PHI -> phi(i);
            default -> i.length < 5 ? any(i[1]) : binary(i, get(i[3]), get(i[4]));
        };
    }

    private Bounds[] same(int[] i, Bounds @Nullable [] value) {
        Bounds[] any = any(i[1]);
        return value != null && value.length == any.length ? value : any;
    }

    /** What may be negative becomes a number of any size. */
    private static Bounds[] positive(Bounds[] value) {
        Bounds[] result = value.clone();
        for (int part = 0; part < result.length; part++) {
            result[part] = result[part].most() > Integer.MAX_VALUE ? Bounds.ANY : result[part];
        }
        return result;
    }

    private Bounds @Nullable [] load(int[] i) {
        if (locals.contains(i[3])) {
            return values.get(i[3]);
        }
        int[] chain = chains.get(i[3]);
        int[] variable = declared.variables().get(chain == null ? i[3] : chain[3]);
        if (variable == null) {
            return any(i[1]);
        }
        if (variable[3] == Op.INPUT) {
            Bounds[] bounds = grid.builtIn(declared.decoration(variable[2], Op.DECORATION_BUILT_IN, -1));
            if (bounds == null || (chain != null && chain.length != 5)) {
                return any(i[1]);
            }
            Bounds at = chain == null ? null : of(chain[4]);
            return at == null
                    ? same(i, bounds)
                    : at.single() && at.least() < bounds.length ? new Bounds[] {bounds[(int) at.least()]} : any(i[1]);
        }
        if (variable[3] == Op.PUSH_CONSTANT && chain != null && chain.length == 5) {
            Bounds member = of(chain[4]);
            int offset = member.single() && member.least() < Integer.MAX_VALUE
                    ? declared.memberOffset(declared.pointee(variable[1]), (int) member.least())
                    : -1;
            return offset < 0 || any(i[1]).length != 1 ? any(i[1]) : new Bounds[] {grid.pushed(offset)};
        }
        return any(i[1]);
    }

    private Bounds[] construct(int[] i) {
        Bounds[] parts = any(i[1]);
        if (i.length - 3 == parts.length) {
            for (int part = 0; part < parts.length; part++) {
                parts[part] = of(i[3 + part]);
            }
        }
        return parts;
    }

    private Bounds @Nullable [] extract(int[] i) {
        Bounds[] from = get(i[3]);
        return from == null && made.contains(i[3])
                ? null
                : from == null || i.length != 5 || i[4] < 0 || i[4] >= from.length
                        ? any(i[1])
                        : new Bounds[] {from[i[4]]};
    }

    private Bounds @Nullable [] phi(int[] i) {
        Bounds[] all = null;
        for (int from = 3; from < i.length; from += 2) {
            Bounds[] one = get(i[from]);
            all = all == null ? one : one == null ? all : joined(all, one);
        }
        return all;
    }

    private static Bounds @Nullable [] joined(Bounds @Nullable [] a, Bounds @Nullable [] b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        Bounds[] both = new Bounds[Math.max(a.length, b.length)];
        for (int part = 0; part < both.length; part++) {
            both[part] = a.length == b.length ? a[part].join(b[part]) : Bounds.ANY;
        }
        return both;
    }

    private Bounds @Nullable [] binary(int[] i, Bounds @Nullable [] a, Bounds @Nullable [] b) {
        if (a == null || b == null) {
            return null;
        }
        Bounds[] result = any(i[1]);
        if (a.length == result.length && b.length == result.length) {
            boolean wide = bits(i[1]) > 32;
            for (int part = 0; part < result.length; part++) {
                // any number of 64 bits may be larger than all of 32
                boolean known = !wide || !a[part].equals(Bounds.ANY) && !b[part].equals(Bounds.ANY);
                result[part] = known ? Bounds.of(i[0], a[part], b[part]) : Bounds.ANY;
            }
        }
        return result;
    }

    /** The bounds of an id; null as long as they have no value yet. */
    private Bounds @Nullable [] get(int id) {
        Bounds[] value = values.get(id);
        if (value != null || made.contains(id)) {
            return value;
        }
        int[] constant = declared.constantOf(id);
        if (constant != null && (constant[0] == Op.CONSTANT_COMPOSITE || constant[0] == Op.SPEC_CONSTANT_COMPOSITE)) {
            Bounds[] parts = new Bounds[Math.max(1, constant.length - 3)];
            for (int part = 0; part < parts.length; part++) {
                parts[part] = part + 3 < constant.length ? constant(constant[part + 3]) : Bounds.ANY;
            }
            return parts;
        }
        return new Bounds[] {constant(id)};
    }

    private Bounds constant(int id) {
        int[] constant = declared.constantOf(id);
        return specialized && constant != null && constant[0] != Op.CONSTANT ? Bounds.ANY : declared.constant(id);
    }

    private void put(int id, Bounds @Nullable [] value) {
        Bounds[] before = values.get(id);
        Bounds[] after = joined(before, value);
        if (after == null || (before != null && Arrays.equals(before, after))) {
            return;
        }
        if (widen && before != null) {
            after = after.clone();
            Arrays.fill(after, Bounds.ANY);
            if (Arrays.equals(before, after)) {
                return;
            }
        }
        values.put(id, after);
        changed = true;
    }
}
