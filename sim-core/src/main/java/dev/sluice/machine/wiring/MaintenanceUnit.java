// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.cache.Maintenance;
import dev.sluice.machine.cache.RefillLedger;
import dev.sluice.machine.compute.UnitCacheControl;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.memory.ResourceRanges;
import dev.sluice.machine.queue.ActionRun;
import dev.sluice.machine.queue.CacheMaintenance;
import dev.sluice.program.sync.AddressRange;
import dev.sluice.program.sync.CacheAction;
import dev.sluice.program.sync.CacheRole;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Carries cache actions to every instance of a role, and a kernel's own barriers to the caches of one unit. */
final class MaintenanceUnit extends Component implements CacheMaintenance, UnitCacheControl {

    private static final int BARRIER_PART = 0;
    private static final int UNIT_PART = 1;

    /** Maintenance of one slice on behalf of a barrier's action or of a unit. */
    private static final class Part extends Maintenance {
        @Nullable
        ActionRun run;

        @Nullable
        UnitOrder order;

        @Nullable
        RoleOrder role;
        /** Whether it only writes back what comes before the action proper. */
        boolean ahead;
    }

    /** A barrier's action on the caches of its role, step after step, and then on those of their metadata. */
    private static final class RoleOrder {
        final ActionRun run;
        final List<RoleLevels.Step> steps;
        /** What speaks of tiles is walked after the caches of these. */
        final List<Cache> metadata;

        int next;
        int outstanding;

        RoleOrder(ActionRun run, List<RoleLevels.Step> steps, List<Cache> metadata) {
            this.run = run;
            this.steps = steps;
            this.metadata = metadata;
        }
    }

    /** A unit's order to its private caches, level after level. */
    private static final class UnitOrder {
        final Component replyTo;
        final int kind;
        final int argument;
        final Maintenance.Verb verb;
        final List<List<Cache>> levels;
        int next;
        int outstanding;

        UnitOrder(Component replyTo, int kind, int argument, Maintenance.Verb verb, List<List<Cache>> levels) {
            this.replyTo = replyTo;
            this.kind = kind;
            this.argument = argument;
            this.verb = verb;
            this.levels = levels;
        }
    }

    private final Hierarchy hierarchy;
    private final RefillLedger ledger;
    private final ResourceRanges resources;
    private final List<Part> parts = new ArrayList<>();
    private final List<Integer> free = new ArrayList<>();
    private long begun;
    private long done;

    /** @param resources by which what barriers write back is counted */
    MaintenanceUnit(Engine engine, Hierarchy hierarchy, RefillLedger ledger, ResourceRanges resources) {
        super(engine, "cache maintenance");
        this.hierarchy = hierarchy;
        this.ledger = ledger;
        this.resources = resources;
    }

    @Override
    public boolean prefetches(CacheRole role) {
        return nodes(role).stream()
                .anyMatch(node -> node.spec().structure().prefetch().on());
    }

    @Override
    public void begin(ActionRun run) {
        CacheRole role = run.action().role();
        List<CacheNode> nodes = nodes(role);
        if (nodes.isEmpty()) {
            return;
        }
        // their metadata travels with them (RADV: a CB flush always includes CB metadata)
        List<Cache> metadata = nodes(role.metadata()).stream()
                .flatMap(node -> node.slices().stream())
                .toList();
        for (CacheNode node : nodes) {
            run.began(node.spec().name(), node.slices().size());
        }
        if (!metadata.isEmpty()) {
            run.began(nodes(role.metadata()).get(0).spec().name(), metadata.size());
        }
        step(new RoleOrder(
                run,
                RoleLevels.of(nodes, hierarchy.nodes(), spec -> verb(run, spec) == Maintenance.Verb.INVALIDATE),
                metadata));
    }

    private void step(RoleOrder order) {
        if (order.next == order.steps.size()) {
            order.metadata.forEach(slice -> begin(order.run, slice, null, false));
            return;
        }
        RoleLevels.Step step = order.steps.get(order.next++);
        for (CacheNode node : step.nodes()) {
            order.outstanding += node.slices().size();
        }
        for (CacheNode node : step.nodes()) {
            for (Cache slice : node.slices()) {
                begin(order.run, slice, order, step.ahead());
            }
        }
    }

    private List<CacheNode> nodes(CacheRole role) {
        return hierarchy.nodes().stream()
                .filter(node -> node.spec().role().equals(role))
                .toList();
    }

    private static Maintenance.Verb verb(ActionRun run, CacheSpec spec) {
        boolean keep =
                run.action().verb() == CacheAction.Verb.FLUSH && !spec.upkeep().flushInvalidates();
        return keep ? Maintenance.Verb.FLUSH : Maintenance.Verb.INVALIDATE;
    }

    private void begin(ActionRun run, Cache slice, @Nullable RoleOrder role, boolean ahead) {
        int index = take();
        Part part = parts.get(index);
        part.run = run;
        part.role = role;
        part.ahead = ahead;
        part.start(ahead ? Maintenance.Verb.FLUSH : verb(run, slice.spec()), run.barrier(), -1);
        part.tally = run.tally(resources);
        part.exact = run.exact();
        List<AddressRange> ranges = run.ranges();
        if (ranges != null) {
            for (AddressRange range : ranges) {
                part.addRange(range.address(), range.end());
            }
        }
        part.replyTo(this, BARRIER_PART, index);
        begun++;
        run.walks(part);
        slice.orders().start(part);
    }

    @Override
    public void invalidate(int unit, Component replyTo, int kind, int argument) {
        order(unit, Maintenance.Verb.INVALIDATE, replyTo, kind, argument);
    }

    @Override
    public void flush(int unit, Component replyTo, int kind, int argument) {
        order(unit, Maintenance.Verb.FLUSH, replyTo, kind, argument);
    }

    @Override
    public boolean quiet(int unit) {
        return hierarchy.sharingArray(unit).stream().allMatch(Cache::quiet);
    }

    @Override
    public long leave(int unit, long workgroupMemory) {
        long longest = 0;
        for (Cache slice : hierarchy.sharingArray(unit)) {
            longest = Math.max(longest, slice.leave(workgroupMemory));
        }
        return longest;
    }

    private void order(int unit, Maintenance.Verb verb, Component replyTo, int kind, int argument) {
        List<List<Cache>> levels = new ArrayList<>();
        for (List<Cache> level : hierarchy.privateCaches(unit)) {
            List<Cache> concerned = level.stream()
                    .filter(cache -> verb == Maintenance.Verb.INVALIDATE
                            || cache.spec().policy().canBeDirty())
                    .toList();
            if (!concerned.isEmpty()) {
                levels.add(concerned);
            }
        }
        if (verb == Maintenance.Verb.INVALIDATE) {
            Collections.reverse(
                    levels); // the outer level first, or the inner one would refill with what it still holds
        }
        step(new UnitOrder(replyTo, kind, argument, verb, levels));
    }

    private void step(UnitOrder order) {
        if (order.next == order.levels.size()) {
            engine().schedule(order.replyTo, 0, order.kind, order.argument);
            return;
        }
        List<Cache> level = order.levels.get(order.next++);
        order.outstanding = level.size();
        for (Cache cache : level) {
            int index = take();
            Part part = parts.get(index);
            part.order = order;
            part.start(order.verb, -1, -1);
            part.replyTo(this, UNIT_PART, index);
            begun++;
            cache.orders().start(part);
        }
    }

    @Override
    public void onEvent(int kind, int argument) {
        done++;
        Part part = parts.get(argument);
        ActionRun run = part.run;
        UnitOrder order = part.order;
        RoleOrder role = part.role;
        part.run = null;
        part.order = null;
        part.role = null;
        free.add(argument);
        if (run != null) {
            // before the next step, which may use this part again
            run.walked(part);
            if (!part.ahead) {
                run.instanceDone();
            }
            if (role != null && --role.outstanding == 0) {
                step(role);
            }
            return;
        }
        if (order != null && --order.outstanding == 0) {
            step(order);
        }
    }

    @Override
    public long refillMisses(int barrier) {
        return ledger.refillMisses(barrier);
    }

    @Override
    public long refillBytes(int barrier) {
        return ledger.refillBytes(barrier);
    }

    @Override
    public List<RunResult.Refill> refills(int barrier) {
        return ledger.refills(barrier);
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "maintenance orders", begun, done);
    }

    private int take() {
        if (free.isEmpty()) {
            parts.add(new Part());
            return parts.size() - 1;
        }
        return free.remove(free.size() - 1);
    }
}
