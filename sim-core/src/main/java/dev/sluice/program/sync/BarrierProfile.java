// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A device's answer to Vulkan's memory dependencies: which caches are flushed and invalidated for which access, and what
 * submissions, semaphores and fences do of themselves. Data from a profile file; see {@code docs/barrier-profiles.md}.
 *
 * @param name its name
 * @param description what it models
 * @param caches the caches that it knows, in the order of the file
 * @param src rows of the first half (availability)
 * @param dst rows of the second half (visibility)
 * @param waits rules about execution waits
 * @param implicit what happens without a barrier
 * @param defers whether {@link PendingActions} keep some of its actions for later
 * @param costs cycles that its work takes beside what its caches do
 * @param variants rows that replace others, applied only when named
 */
public record BarrierProfile(
        String name,
        String description,
        List<ProfileCache> caches,
        BarrierRows src,
        BarrierRows dst,
        List<WaitRule> waits,
        ImplicitActions implicit,
        boolean defers,
        BarrierCosts costs,
        List<ProfileVariant> variants) {

    /** Copies the lists and checks that variants can be told apart. */
    public BarrierProfile {
        caches = List.copyOf(caches);
        waits = List.copyOf(waits);
        variants = List.copyOf(variants);
        Set<String> names = new TreeSet<>();
        for (ProfileVariant variant : variants) {
            if (!names.add(variant.name())) {
                throw new IllegalArgumentException("two variants are called " + variant.name());
            }
        }
    }

    /**
     * The actions at a place where no barrier stands. Where the profile's were not extracted, a submission's start
     * invalidates all of its caches and its end flushes all that can be dirty; {@link #implicitAssumed} says so.
     */
    public List<CacheAction> implicitActions(ImplicitPoint point) {
        if (!implicit.unknown() || implicit.lists().containsKey(point)) {
            return implicit.lists().getOrDefault(point, List.of());
        }
        return switch (point) {
            case SUBMIT_BEGIN -> allCaches(CacheAction.Verb.INVALIDATE);
            case SUBMIT_END -> allCaches(CacheAction.Verb.FLUSH);
            case SEMAPHORE_SIGNAL, SEMAPHORE_WAIT, FENCE_SIGNAL, DISPATCH_BEGIN, OVERWRITE_BEGIN -> List.of();
        };
    }

    /** Whether {@link #implicitActions} are an assumption, to be labelled as such. */
    public boolean implicitAssumed() {
        return implicit.unknown();
    }

    private List<CacheAction> allCaches(CacheAction.Verb verb) {
        return ActionOrder.sorted(caches.stream()
                .filter(cache -> verb == CacheAction.Verb.INVALIDATE || cache.canBeDirty())
                .map(cache -> new CacheAction(verb, cache.role().name(), CacheAction.Prefix.NONE))
                .toList());
    }

    /**
     * This profile under one of its variants, which is named by its short name or by its whole condition.
     *
     * @throws IllegalArgumentException when there is none of that name, or it is described in words only
     */
    public BarrierProfile withVariant(String variantName) {
        ProfileVariant variant = variants.stream()
                .filter(v -> v.name().equalsIgnoreCase(variantName) || v.when().equals(variantName))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "profile " + name + " has no variant '" + variantName + "'" + known(variantName)));
        if (!variant.hasRows()) {
            throw new IllegalArgumentException("variant " + variant.name() + " of profile " + name
                    + " is described in words only and cannot be applied: " + variant.when());
        }
        return new BarrierProfile(
                name + "+" + variant.name(),
                description,
                caches,
                src.without(variant.drop()).replacedBy(variant.src()),
                dst.without(variant.drop()).replacedBy(variant.dst()),
                waits,
                implicit,
                defers,
                variant.costs().none() ? costs : variant.costs(),
                variants);
    }

    /** What to say beside a name that no variant has: the one that was meant, or those that can be applied. */
    private String known(String variantName) {
        String meant = NearestName.suggestion(
                variantName, variants.stream().map(ProfileVariant::name).toList());
        if (!meant.isEmpty()) {
            return meant;
        }
        List<String> applied = variants.stream()
                .filter(ProfileVariant::hasRows)
                .map(ProfileVariant::name)
                .toList();
        return "; it has " + (applied.isEmpty() ? "none" : String.join(", ", applied));
    }

    /** The rules about waits that are words, and so are not applied. */
    public List<String> waitNotes() {
        List<String> notes = new ArrayList<>();
        for (WaitRule rule : waits) {
            if (rule instanceof WaitRule.Note note) {
                notes.add(note.text());
            }
        }
        return List.copyOf(notes);
    }

    /** Every action of the rows, the wait rules and the implicit places, in {@link ActionOrder}; variants aside. */
    public List<CacheAction> actions() {
        List<CacheAction> actions = new ArrayList<>(barrierActions());
        for (ImplicitPoint point : ImplicitPoint.values()) {
            actions.addAll(implicitActions(point));
        }
        return ActionOrder.sorted(actions);
    }

    /** Every action that a barrier can have, of the rows and the wait rules, in {@link ActionOrder}; variants aside. */
    public List<CacheAction> barrierActions() {
        List<CacheAction> actions = new ArrayList<>(rowActions());
        for (WaitRule rule : waits) {
            if (rule instanceof WaitRule.Emit emit) {
                actions.addAll(emit.actions());
            }
        }
        return ActionOrder.sorted(actions);
    }

    /** Every action of the rows, in {@link ActionOrder}: what a variant can drop. */
    public List<CacheAction> rowActions() {
        List<CacheAction> actions = new ArrayList<>(actions(src));
        actions.addAll(actions(dst));
        return ActionOrder.sorted(actions);
    }

    private static List<CacheAction> actions(BarrierRows rows) {
        List<CacheAction> into = new ArrayList<>();
        for (ActionRow row : rows.rows().values()) {
            row.cells().forEach(cell -> into.addAll(cell.actions()));
        }
        for (ActionRow row : new ActionRow[] {rows.every(), rows.execution()}) {
            if (row != null) {
                row.cells().forEach(cell -> into.addAll(cell.actions()));
            }
        }
        return into;
    }

    /** The roles that the profile's actions name, sorted: those that a device should have. */
    public List<CacheRole> rolesUsed() {
        Set<CacheRole> roles = new TreeSet<>();
        for (CacheAction action : actions()) {
            if (!action.isWait()) {
                roles.add(action.role());
            }
        }
        return List.copyOf(roles);
    }
}
