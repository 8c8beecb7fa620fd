// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Turns memory dependencies into cache actions by a device's profile ({@code docs/barrier-profiles.md}).
 *
 * <p>Stages are expanded for the queue; logically earlier and later ones have no say. A flag that no named stage can make
 * is dropped, and so is every read of the source side. A flag without a row of its own is replaced by its parts. A half that
 * names stages and is left without accesses has a row of its own. What the applying cells say is united and sorted.
 */
public final class BarrierResolver {
    private final BarrierProfile profile;

    /** A resolver for a profile's base rows. For a variant pass {@code profile.withVariant(name)}. */
    public BarrierResolver(BarrierProfile profile) {
        this.profile = profile;
    }

    /** The actions of a dependency on a queue: of its first half, then of its second. */
    public ResolvedActions resolve(
            long srcStages, long srcAccess, long dstStages, long dstAccess, QueueCapabilities queue) {
        return new ResolvedActions(
                sourceActions(srcStages, srcAccess, queue), destinationActions(dstStages, dstAccess, queue));
    }

    /** The actions of the first half alone, as a queue family release or {@code setEvent} does them. */
    public List<CacheAction> sourceActions(long srcStages, long srcAccess, QueueCapabilities queue) {
        return side(profile.src(), srcStages, Accesses.writes(srcAccess), queue);
    }

    /** The actions of the second half alone, as a queue family acquisition or {@code waitEvents} does them. */
    public List<CacheAction> destinationActions(long dstStages, long dstAccess, QueueCapabilities queue) {
        return side(profile.dst(), dstStages, dstAccess, queue);
    }

    /** What the accesses of a second half cost beside its actions: cycles by access, {@code NONE} for a half without any. */
    public Map<String, Long> destinationCosts(long dstStages, long dstAccess, QueueCapabilities queue) {
        CostRows rows = profile.costs().dst();
        if (rows.isEmpty()) {
            return Map.of();
        }
        Map<String, Long> costs = new LinkedHashMap<>();
        long scope = Stages.accessScope(dstStages, queue);
        if (dstAccess == 0 && dstStages != 0) {
            rows.addExecution(scope | ActionColumn.pseudo(dstStages), costs);
        }
        for (Row row : rowsOf(rows.rows().keySet(), scope, dstAccess)) {
            rows.add(row.access, row.scope, costs);
        }
        return costs;
    }

    private static List<CacheAction> side(BarrierRows rows, long stages, long accessMask, QueueCapabilities queue) {
        long scope = Stages.accessScope(stages, queue);
        Set<CacheAction> actions = new LinkedHashSet<>();
        if (accessMask == 0 && stages != 0) {
            rows.collectExecution(scope | ActionColumn.pseudo(stages), actions);
        }
        for (Row row : rowsOf(rows.rows().keySet(), scope, accessMask)) {
            rows.collect(row.access, row.scope, actions);
        }
        return ActionOrder.sorted(actions);
    }

    /** The accesses whose rows stand for a mask: its flags that have one, and the parts of the others. */
    private static List<Row> rowsOf(Set<Access> known, long scope, long accessMask) {
        List<Row> rows = new ArrayList<>();
        for (Access access : Accesses.list(accessMask)) {
            if (!access.validWith(scope)) {
                continue;
            }
            if (known.contains(access)) {
                rows.add(row(access, scope));
            } else {
                for (Access part : Accesses.list(Accesses.parts(access, scope))) {
                    rows.add(known.contains(part) ? row(part, scope) : instead(part, scope));
                }
            }
        }
        return rows;
    }

    /** The row of an access; builds read their inputs as compute shaders do, whatever the columns of the row are. */
    private static Row row(Access access, long scope) {
        boolean inputs = access == Access.SHADER_READ && Accesses.parts(access, scope & ~Stages.SHADERS) != 0;
        return new Row(access, inputs ? scope | Stage.COMPUTE_SHADER.mask() : scope);
    }

    /**
     * The row for an access that a profile does not know. Those of ray tracing have that of compute shaders, which make them where
     * there is no hardware for it; conditions that of arguments, which the same unit reads.
     */
    private static Row instead(Access access, long scope) {
        return switch (access) {
            case SHADER_READ, ACCELERATION_STRUCTURE_READ_KHR, SHADER_BINDING_TABLE_READ_KHR ->
                new Row(Access.SHADER_STORAGE_READ, Stage.COMPUTE_SHADER.mask());
            case ACCELERATION_STRUCTURE_WRITE_KHR -> new Row(Access.SHADER_STORAGE_WRITE, Stage.COMPUTE_SHADER.mask());
            case CONDITIONAL_RENDERING_READ_EXT -> new Row(Access.INDIRECT_COMMAND_READ, Stage.DRAW_INDIRECT.mask());
            default -> new Row(access, scope);
        };
    }

    /** A row of a table that counts, and the stages of its cells that do. */
    private record Row(Access access, long scope) {}
}
