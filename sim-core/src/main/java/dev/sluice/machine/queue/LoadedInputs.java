// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.Command;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.AddressRange;
import dev.sluice.program.sync.CacheAction;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.Stage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Lets fragment kernels that read attachments as input attachments come after the load operations of their subpass, and see
 * what those wrote: "the load operation for each sample in an attachment happens-before any recorded command which accesses
 * the sample" (Vulkan specification, section Render Pass Load Operations), without any barrier of the program.
 *
 * <p>A driver does then what it does for a barrier of the attachment from the one to the other. It waits for the load
 * operation alone: what else is missing stays as the program leaves it.
 */
final class LoadedInputs {

    private final RunContext run;
    private final BarrierUnit barriers;
    private final GraphicsExecutor graphics;
    private final QueueCapabilities queue;

    LoadedInputs(RunContext run, BarrierUnit barriers, GraphicsExecutor graphics, QueueCapabilities queue) {
        this.run = run;
        this.barriers = barriers;
        this.graphics = graphics;
        this.queue = queue;
    }

    /**
     * What the fragment kernel of a draw comes after.
     *
     * @param fragment which is told of it
     */
    List<Awaited> before(CommandRecord record, Command.Draw draw, StageTask fragment, PassOrder pass) {
        if (pass.loads().isEmpty()) {
            return List.of();
        }
        List<AddressRange> inputs = graphics.inputs(draw);
        List<Awaited> before = new ArrayList<>();
        for (int i = 0; i < pass.loads().size() && !inputs.isEmpty(); i++) {
            PassLoad load = pass.loads().get(i);
            List<AddressRange> loaded = graphics.addresses(load.slice);
            if (meet(loaded, inputs)) {
                int agent = load.task.agent.id();
                fragment.knows(run.order.strand(agent), run.order.position(agent));
                Access writes = load.writes;
                before.add(writes == null ? load.task : visible(record, ".load" + i, load, writes, loaded).completion);
            }
        }
        return before;
    }

    private static boolean meet(List<AddressRange> some, List<AddressRange> others) {
        return some.stream()
                .anyMatch(one ->
                        others.stream().anyMatch(other -> one.address() < other.end() && other.address() < one.end()));
    }

    private BarrierRun visible(
            CommandRecord record, String part, PassLoad load, Access writes, List<AddressRange> bytes) {
        BarrierRun known = load.visible;
        if (known != null) {
            return known;
        }
        List<CacheAction> source = now(run.resolver.sourceActions(load.task.stage, writes.mask(), queue));
        Set<CacheAction> actions = new LinkedHashSet<>(source);
        actions.addAll(now(run.resolver.destinationActions(
                Stage.FRAGMENT_SHADER.mask(), Access.INPUT_ATTACHMENT_READ.mask(), queue)));
        BarrierOrder order = BarrierOrder.between(record, part, BarrierKind.LOADED_INPUT, List.copyOf(actions), bytes);
        BarrierRun visible = barriers.start(order, List.of(load.task), b -> {});
        load.visible = visible;
        return visible;
    }

    /** Waits are not needed, because the load operation is waited for; what a profile defers is due now. */
    private static List<CacheAction> now(List<CacheAction> actions) {
        return actions.stream()
                .filter(action -> !action.isWait())
                .map(CacheAction::immediate)
                .toList();
    }
}
