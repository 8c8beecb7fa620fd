// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.BarrierProfile;
import dev.sluice.program.sync.BarrierResolver;
import dev.sluice.program.sync.CacheAction;
import dev.sluice.program.sync.CacheRole;
import dev.sluice.program.sync.ImplicitPoint;
import dev.sluice.program.sync.PendingActions;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.ResolvedActions;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Whether a profile's barriers carry what each client writes to each client that reads, on the paths that a device has.
 *
 * <p>The paths of both meet in a cache that serves the whole device, or in memory. Above that, what the writer's caches hold must be
 * written back, and what the reader's caches hold must be dropped, by actions on their roles. The host's own caches are not the
 * profile's business; what submissions do of themselves helps it.
 */
final class ProfilePaths {

    /** A way to access memory, and the flags that name it. */
    private record Way(Client client, Stage stage, Access access) {
        @Override
        public String toString() {
            return stage + "/" + access;
        }
    }

    private static final List<Way> WRITES = List.of(
            new Way(Client.STORAGE, Stage.COMPUTE_SHADER, Access.SHADER_STORAGE_WRITE),
            new Way(
                    Client.ACCELERATION_STRUCTURE,
                    Stage.ACCELERATION_STRUCTURE_BUILD_KHR,
                    Access.ACCELERATION_STRUCTURE_WRITE_KHR),
            new Way(Client.COLOR_ATTACHMENT, Stage.COLOR_ATTACHMENT_OUTPUT, Access.COLOR_ATTACHMENT_WRITE),
            new Way(Client.DEPTH_STENCIL_ATTACHMENT, Stage.LATE_FRAGMENT_TESTS, Access.DEPTH_STENCIL_ATTACHMENT_WRITE),
            new Way(Client.TRANSFER, Stage.COPY, Access.TRANSFER_WRITE),
            new Way(Client.HOST, Stage.HOST, Access.HOST_WRITE));

    private static final List<Way> READS = List.of(
            new Way(Client.STORAGE, Stage.COMPUTE_SHADER, Access.SHADER_STORAGE_READ),
            new Way(Client.SAMPLED, Stage.FRAGMENT_SHADER, Access.SHADER_SAMPLED_READ),
            new Way(Client.UNIFORM, Stage.COMPUTE_SHADER, Access.UNIFORM_READ),
            new Way(Client.INPUT_ATTACHMENT, Stage.FRAGMENT_SHADER, Access.INPUT_ATTACHMENT_READ),
            new Way(
                    Client.ACCELERATION_STRUCTURE,
                    Stage.RAY_TRACING_SHADER_KHR,
                    Access.ACCELERATION_STRUCTURE_READ_KHR),
            new Way(
                    Client.ACCELERATION_STRUCTURE,
                    Stage.ACCELERATION_STRUCTURE_BUILD_KHR,
                    Access.ACCELERATION_STRUCTURE_READ_KHR),
            new Way(Client.SHADER_BINDING_TABLE, Stage.RAY_TRACING_SHADER_KHR, Access.SHADER_BINDING_TABLE_READ_KHR),
            new Way(Client.STORAGE, Stage.ACCELERATION_STRUCTURE_BUILD_KHR, Access.SHADER_READ),
            new Way(Client.INDEX, Stage.INDEX_INPUT, Access.INDEX_READ),
            new Way(Client.VERTEX_ATTRIBUTE, Stage.VERTEX_ATTRIBUTE_INPUT, Access.VERTEX_ATTRIBUTE_READ),
            new Way(Client.INDIRECT, Stage.DRAW_INDIRECT, Access.INDIRECT_COMMAND_READ),
            new Way(Client.INDIRECT, Stage.CONDITIONAL_RENDERING_EXT, Access.CONDITIONAL_RENDERING_READ_EXT),
            new Way(Client.COLOR_ATTACHMENT, Stage.COLOR_ATTACHMENT_OUTPUT, Access.COLOR_ATTACHMENT_READ),
            new Way(Client.DEPTH_STENCIL_ATTACHMENT, Stage.EARLY_FRAGMENT_TESTS, Access.DEPTH_STENCIL_ATTACHMENT_READ),
            new Way(Client.TRANSFER, Stage.COPY, Access.TRANSFER_READ),
            new Way(Client.HOST, Stage.HOST, Access.HOST_READ));

    /** Those to whom a layout transition hands the tiles that it has rewritten. */
    private static final Set<Client> OF_IMAGES =
            EnumSet.of(Client.STORAGE, Client.SAMPLED, Client.INPUT_ATTACHMENT, Client.TRANSFER);

    /** Clients that only a device with render output units has. */
    private static final Set<Client> OF_DRAWS = EnumSet.of(
            Client.SAMPLED,
            Client.INPUT_ATTACHMENT,
            Client.INDEX,
            Client.VERTEX_ATTRIBUTE,
            Client.COLOR_ATTACHMENT,
            Client.DEPTH_STENCIL_ATTACHMENT);

    private final GpuSpec device;
    private final BarrierProfile profile;
    private final BarrierResolver resolver;

    ProfilePaths(GpuSpec device, BarrierProfile profile) {
        this.device = device;
        this.profile = profile;
        this.resolver = new BarrierResolver(profile);
    }

    /** @throws InvalidSpecException for the first cache that a barrier would have to act on, and does not */
    void check() {
        for (Way write : WRITES) {
            for (Way read : READS) {
                boolean drawn = OF_DRAWS.contains(write.client()) || OF_DRAWS.contains(read.client());
                if (meet(write, read) && (device.rop().count() > 0 || !drawn)) {
                    check(write, read);
                }
            }
        }
        checkTransitions();
    }

    /** Acceleration structures are written as such alone. */
    private static boolean meet(Way write, Way read) {
        return read.client() != Client.ACCELERATION_STRUCTURE || write.client() == Client.ACCELERATION_STRUCTURE;
    }

    /**
     * Tiles are rewritten below the units and between the halves of a barrier, so that it is for its second half to write them
     * back for who does not see them there.
     *
     * @throws InvalidSpecException for the first cache that it leaves them in
     */
    private void checkTransitions() {
        RopSpec rop = device.rop();
        if (rop.count() == 0 || rop.ratios().isEmpty() && rop.clearColors().isEmpty()) {
            return;
        }
        List<CacheSpec> unit = path(Client.COLOR_ATTACHMENT, false);
        List<CacheSpec> out = unit.subList(Math.min(1, unit.size()), unit.size());
        for (Way read : READS) {
            if (OF_IMAGES.contains(read.client()) && !rop.clearReaders().contains(read.client())) {
                checkTransition(out, path(read.client(), true), read, List.of());
            }
        }
        for (Way write : WRITES) {
            if (OF_IMAGES.contains(write.client())) {
                List<CacheAction> implicit = profile.implicitActions(ImplicitPoint.OVERWRITE_BEGIN);
                checkTransition(out, path(write.client(), false), write, implicit);
            }
        }
    }

    private void checkTransition(List<CacheSpec> out, List<CacheSpec> in, Way next, List<CacheAction> implicit) {
        List<CacheAction> actions = new ArrayList<>(new PendingActions(profile)
                .take(resolver.destinationActions(
                        Stages.of(next.stage()), Accesses.of(next.access()), QueueCapabilities.UNIVERSAL)));
        actions.addAll(implicit);
        for (CacheSpec cache : above(out, in)) {
            if (cache.policy().canBeDirty() && !does(actions, cache.role(), true)) {
                throw fault(cache, "layout transitions", next, actions, "write stays in", "afterwards flushes");
            }
        }
    }

    private void check(Way write, Way read) {
        List<CacheSpec> out = path(write.client(), false);
        List<CacheSpec> in = path(read.client(), true);
        ResolvedActions actions = resolver.resolve(
                Stages.of(write.stage()),
                Accesses.of(write.access()),
                Stages.of(read.stage()),
                Accesses.of(read.access()),
                QueueCapabilities.UNIVERSAL);
        List<CacheAction> all = new ArrayList<>();
        if (write.client() == Client.HOST) {
            all.addAll(profile.implicitActions(ImplicitPoint.SUBMIT_BEGIN));
        }
        PendingActions pending = new PendingActions(profile);
        all.addAll(pending.take(actions.src()));
        all.addAll(pending.take(actions.dst()));
        if (read.client() == Client.HOST) {
            all.addAll(pending.endCommandBuffer());
            all.addAll(profile.implicitActions(ImplicitPoint.SUBMIT_END));
            all.addAll(profile.implicitActions(ImplicitPoint.FENCE_SIGNAL));
        }
        int from = 0;
        for (CacheSpec cache : above(out, in)) {
            if (!cache.policy().canBeDirty() || selfCleaning(cache)) {
                continue;
            }
            if (!does(all, cache.role(), true)) {
                throw fault(cache, write, read, all, "writes stays in", "flushes");
            }
            int at = writesBack(all, from, cache.role());
            if (at < 0) {
                throw late(cache, write, read, all);
            }
            from = at; // caches of one role are written back from the cores down by one action
        }
        for (CacheSpec cache : above(in, out)) {
            boolean dropped = does(all, cache.role(), false)
                    || cache.upkeep().flushInvalidates() && does(all, cache.role(), true);
            if (!dropped && !selfCleaning(cache) && !droppedByOwnWrites(cache, read)) {
                throw fault(cache, write, read, all, "writes may be hidden by older lines of", "invalidates");
            }
        }
    }

    /** A pass begins and ends with nothing in the tile caches of a device that empties them itself. */
    private boolean selfCleaning(CacheSpec cache) {
        return cache.scope() == CacheSpec.Scope.ROP && device.rop().flushAtPassEnd();
    }

    /** An attachment that was written is flushed before it is anything else, and the flush of such a tile cache drops its lines. */
    private boolean droppedByOwnWrites(CacheSpec cache, Way read) {
        return cache.scope() == CacheSpec.Scope.ROP
                && cache.upkeep().flushInvalidates()
                && WRITES.stream()
                        .filter(write -> write.client() == read.client())
                        .anyMatch(write -> does(
                                resolver.sourceActions(
                                        Stages.of(write.stage()),
                                        Accesses.of(write.access()),
                                        QueueCapabilities.UNIVERSAL),
                                cache.role(),
                                true));
    }

    /** Whether an action writes a role's lines back, or drops them; what drops lines writes them back first. */
    private static boolean does(List<CacheAction> actions, CacheRole role, boolean writesBack) {
        return actions.stream()
                .anyMatch(action -> !action.isWait()
                        && action.role().equals(role)
                        && (writesBack || action.verb() == CacheAction.Verb.INVALIDATE));
    }

    /** The first action from a place on that writes a role's lines back; -1 if there is none. */
    private static int writesBack(List<CacheAction> actions, int from, CacheRole role) {
        for (int i = from; i < actions.size(); i++) {
            if (does(actions.subList(i, i + 1), role, true)) {
                return i;
            }
        }
        return -1;
    }

    /** The caches of a path above the first place that both paths share. */
    private static List<CacheSpec> above(List<CacheSpec> path, List<CacheSpec> other) {
        List<CacheSpec> list = new ArrayList<>();
        for (CacheSpec cache : path) {
            // a tile has one render output unit; a compute unit hears nothing of another's
            if (cache.scope() != CacheSpec.Scope.COMPUTE_UNIT && passes(other, cache)) {
                break;
            }
            list.add(cache);
        }
        return list;
    }

    /** Whether a path goes through a cache of this device, whose caches have a name each. */
    private static boolean passes(List<CacheSpec> path, CacheSpec cache) {
        for (CacheSpec other : path) {
            if (other.name().equals(cache.name())) {
                return true;
            }
        }
        return false;
    }

    private List<CacheSpec> path(Client client, boolean reads) {
        String at = target(client, reads);
        List<CacheSpec> path = new ArrayList<>();
        while (at != null && !at.equals(GpuSpec.VRAM)) {
            CacheSpec cache = device.cache(at);
            if (!cache.role().equals(CacheRole.MALL)) {
                path.add(cache);
            }
            at = cache.parent();
        }
        return path;
    }

    private @Nullable String target(Client client, boolean reads) {
        String target = device.clients().get(client);
        if (client != Client.TRANSFER) {
            return target;
        }
        String readsFrom = device.transfer().reads();
        if (reads && readsFrom != null) {
            return readsFrom;
        }
        if (!device.transfer().coherent() || !GpuSpec.VRAM.equals(target)) {
            return target;
        }
        String at = device.clients().get(Client.STORAGE);
        while (at != null && !at.equals(GpuSpec.VRAM) && device.cache(at).scope() != CacheSpec.Scope.DEVICE) {
            at = device.cache(at).parent();
        }
        return at;
    }

    private InvalidSpecException late(CacheSpec cache, Way write, Way read, List<CacheAction> actions) {
        return new InvalidSpecException(
                "caches." + cache.name() + ": what " + write + " writes stays in " + cache.name() + " of role "
                        + cache.role() + " when " + read + " comes: a barrier of profile " + profile.name()
                        + " writes that role back before what is nearer to the cores (it does " + words(actions)
                        + "); let the caches above it write through, give them another role, or take another profile",
                "caches",
                cache.name(),
                "role");
    }

    private static String words(List<CacheAction> actions) {
        return actions.stream()
                .filter(action -> !action.isWait())
                .map(CacheAction::toString)
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private InvalidSpecException fault(
            CacheSpec cache, Object write, Way read, List<CacheAction> actions, String what, String missing) {
        String done = words(actions);
        return new InvalidSpecException(
                "caches." + cache.name() + ": what " + write + " " + what + " " + cache.name() + " of role "
                        + cache.role() + " when " + read + " comes: no barrier of profile " + profile.name() + " "
                        + missing
                        + " that role there (" + (done.isEmpty() ? "it does nothing" : "it does " + done)
                        + "); give the cache such a role, let both meet above it, or take another profile",
                "caches",
                cache.name(),
                "role");
    }
}
