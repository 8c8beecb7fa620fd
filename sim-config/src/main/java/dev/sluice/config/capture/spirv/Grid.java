// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a dispatch or draw gives its shader.
 *
 * @param groups workgroups in x, y and z, from 0 on; empty where they are not known
 * @param local invocations of a workgroup in x, y and z
 * @param pushed words of the push constants that are known, by their offset in bytes
 */
public record Grid(List<Long> groups, List<Integer> local, Map<Integer, Integer> pushed) {
    public Grid {
        groups = List.copyOf(groups);
        local = List.copyOf(local);
        pushed = Map.copyOf(pushed);
    }

    /** Of a draw, or a dispatch of which no more is known than its push constants. */
    public static Grid unknown(Map<Integer, Integer> pushed) {
        return new Grid(List.of(), List.of(), pushed);
    }

    /** The bounds of a built-in variable's components, or null for a variable that is not known. */
    Bounds @Nullable [] builtIn(int number) {
        if (groups.isEmpty()) {
            return null;
        }
        Bounds[] bounds = new Bounds[3];
        long invocations = 1;
        for (int d = 0; d < 3; d++) {
            long many = groups.get(d);
            long size = local.get(d);
            invocations *= size;
            bounds[d] = switch (number) {
                case Op.BUILT_IN_NUM_WORKGROUPS -> Bounds.of(many);
                case Op.BUILT_IN_WORKGROUP_SIZE -> Bounds.of(size);
                case Op.BUILT_IN_WORKGROUP_ID -> Bounds.between(0, many - 1);
                case Op.BUILT_IN_LOCAL_INVOCATION_ID -> Bounds.between(0, size - 1);
                case Op.BUILT_IN_GLOBAL_INVOCATION_ID -> Bounds.between(0, many * size - 1);
                default -> Bounds.ANY;
            };
        }
        return switch (number) {
            case Op.BUILT_IN_NUM_WORKGROUPS,
                    Op.BUILT_IN_WORKGROUP_SIZE,
                    Op.BUILT_IN_WORKGROUP_ID,
                    Op.BUILT_IN_LOCAL_INVOCATION_ID,
                    Op.BUILT_IN_GLOBAL_INVOCATION_ID -> bounds;
            case Op.BUILT_IN_LOCAL_INVOCATION_INDEX -> new Bounds[] {Bounds.between(0, invocations - 1)};
            default -> null;
        };
    }

    /** The word of the push constants at an offset. */
    Bounds pushed(long offset) {
        Integer word = offset > Integer.MAX_VALUE ? null : pushed.get((int) offset);
        return word == null ? Bounds.ANY : Bounds.of(Integer.toUnsignedLong(word));
    }
}
