// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.cure.Draft;
import dev.sluice.check.trace.Intervals;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.check.trace.Space;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostThread;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.Sharing;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.image.ImageLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rules about contents that are given up or not handed over: transitions out of {@code UNDEFINED}, and queue families that
 * own a resource (Vulkan specification, sections Image Layout Transitions and Queue Family Ownership Transfer).
 */
final class ContentRules implements LintCheck {

    /**
     * What is known of the contents of some places.
     *
     * @param discard the transition that gave them up, or null
     * @param family the queue family that they belong to; empty for none yet
     * @param acquired the acquire that brought them, or null
     */
    private record Content(
            @Nullable DependencySite discard,
            String family,
            @Nullable DependencySite acquired) {}

    private static final Content NEW = new Content(null, "", null);

    private final LintContext context;
    private final Findings findings;
    private final DiscardRules discards;
    private final Map<Space, SegmentMap<Content>> spaces = new HashMap<>();
    private final Set<DependencySite> told = new HashSet<>();
    private final Set<DependencySite> acquires = new LinkedHashSet<>();
    private final Set<DependencySite> needed = new HashSet<>();
    private final Set<String> transferred = new HashSet<>();

    /** @param discards tells of what is read for sure, before it is told here */
    ContentRules(LintContext context, Findings findings, DiscardRules discards) {
        this.context = context;
        this.findings = findings;
        this.discards = discards;
        for (HostThread thread : context.program().threads()) {
            for (HostOperation operation : thread.operations()) {
                if (operation instanceof HostOperation.QueueSubmit submit) {
                    submit.commandBuffers().forEach(commands -> commands.forEach(this::noteTransfers));
                }
            }
        }
    }

    private void noteTransfers(Command command) {
        if (command instanceof Command.PipelineBarrier barrier) {
            for (Barrier part : barrier.barriers()) {
                if (part.srcQueueFamily() != null) {
                    transferred.add(resource(part));
                }
            }
        }
    }

    private static String resource(Barrier barrier) {
        ImageTransition image = barrier.image();
        return image != null
                ? image.range().image()
                : barrier.range() == null ? "" : barrier.range().buffer();
    }

    @Override
    public void dependency(DependencySite site) {
        Map<Space, Intervals> places = context.places(site.barrier());
        if (places == null || site.form() == DependencySite.Form.SET || !changes(site)) {
            return;
        }
        ImageTransition image = site.barrier().image();
        boolean discards = image != null && site.changesLayout() && image.oldLayout() == ImageLayout.UNDEFINED;
        if (site.acquire()) {
            acquires.add(site);
        }
        Map<Content, Content> changed = new HashMap<>();
        places.forEach((space, where) -> {
            SegmentMap<Content> map = map(space);
            for (int i = 0; i < where.count(); i++) {
                map.change(
                        where.start(i),
                        where.end(i),
                        old -> changed.computeIfAbsent(
                                old,
                                content -> new Content(
                                        discards ? site : content.discard,
                                        site.acquire() ? site.at().family() : content.family,
                                        site.acquire() ? site : content.acquired)));
            }
        });
    }

    private static boolean changes(DependencySite site) {
        return site.changesLayout() || site.transfersOwnership();
    }

    private SegmentMap<Content> map(Space space) {
        return spaces.computeIfAbsent(space, key -> new SegmentMap<>(NEW));
    }

    @Override
    public void accesses(CommandSite site, List<MemoryAccess> accesses) {
        for (MemoryAccess access : accesses) {
            if (!access.writes() && !access.has(MemoryAccess.ALIAS)) {
                read(site, access);
            }
        }
        for (MemoryAccess access : accesses) {
            if (!access.has(MemoryAccess.ALIAS) && !access.has(MemoryAccess.ALONG)) {
                use(access, site.family());
            }
        }
    }

    @Override
    public void hostAccesses(HostSite site, List<MemoryAccess> accesses) {
        for (MemoryAccess access : accesses) {
            if (access.has(MemoryAccess.ALIAS)) {
                continue;
            }
            if (access.writes()) {
                use(access, "");
            } else {
                discarded(site.id(), access);
            }
        }
    }

    private void read(CommandSite site, MemoryAccess access) {
        discarded(site.id(), access);
        boolean exclusive = exclusive(access.resource());
        for (int i = 0; i < access.where().count(); i++) {
            for (SegmentMap.Run<Content> run : map(access.space())
                    .runs(access.where().start(i), access.where().end(i))) {
                Content content = run.value();
                if (content.acquired != null) {
                    needed.add(content.acquired);
                }
                if (exclusive && !content.family.isEmpty() && !content.family.equals(site.family())) {
                    findings.add(
                            LintRule.QFOT_MISSING,
                            site,
                            access.resource() + " is EXCLUSIVE and belongs to queue family " + content.family
                                    + ", which has not handed it over to " + site.family(),
                            new Cure.HandOverOrShare(content.family, site.family()));
                    return;
                }
            }
        }
    }

    /** Tells of a transition that gave up what is read here; of reads that may be elsewhere, if all of it was given up. */
    private void discarded(String reader, MemoryAccess access) {
        DependencySite found = null;
        boolean all = true;
        for (int i = 0; i < access.where().count(); i++) {
            for (SegmentMap.Run<Content> run : map(access.space())
                    .runs(access.where().start(i), access.where().end(i))) {
                found = found == null ? run.value().discard : found;
                all &= run.value().discard != null;
            }
        }
        if (found != null && (all || !access.has(MemoryAccess.INEXACT)) && told.add(found) && !discards.toldOf(found)) {
            findings.add(
                    LintRule.UNDEFINED_DISCARDS,
                    found.at(),
                    "oldLayout UNDEFINED gives up the contents of image " + access.resource() + ", and " + reader
                            + " reads them before they are written again",
                    new Cure.Layout(true, "the layout that the image is in, or write all of it before " + reader));
        }
    }

    private void use(MemoryAccess access, String family) {
        SegmentMap<Content> map = map(access.space());
        Map<Content, Content> changed = new HashMap<>();
        for (int i = 0; i < access.where().count(); i++) {
            map.change(
                    access.where().start(i),
                    access.where().end(i),
                    old -> changed.computeIfAbsent(old, content -> after(content, access, family)));
        }
    }

    private static Content after(Content old, MemoryAccess access, String family) {
        if (!access.writes()) {
            return old.family.isEmpty() && !family.isEmpty() ? new Content(old.discard, family, old.acquired) : old;
        }
        // a write somewhere in a range leaves what it may have missed
        return new Content(
                null, family.isEmpty() ? old.family : family, access.has(MemoryAccess.INEXACT) ? old.acquired : null);
    }

    /** Whether a resource belongs to one queue family at a time; one that says nothing does if some barrier hands it over. */
    private boolean exclusive(String resource) {
        Sharing sharing = context.sharing(resource);
        return switch (sharing.mode()) {
            case EXCLUSIVE -> true;
            case CONCURRENT -> false;
            case UNSTATED -> transferred.contains(resource);
        };
    }

    @Override
    public void end() {
        for (DependencySite acquire : acquires) {
            ImageTransition image = acquire.barrier().image();
            boolean given = image != null && image.oldLayout() == ImageLayout.UNDEFINED;
            if (given || (!needed.contains(acquire) && overwritten(acquire))) {
                findings.add(
                        LintRule.QFOT_UNNEEDED,
                        acquire.at(),
                        acquire.subject() + " is handed over from "
                                + acquire.barrier().srcQueueFamily()
                                + (given
                                        ? ", but oldLayout UNDEFINED gives its contents up"
                                        : ", but all of it is written again before anyone reads it"),
                        new Cure.Note(
                                image == null
                                        ? "remove the release and the acquire: a queue family may overwrite without owning"
                                        : "remove the release, and here use oldLayout: UNDEFINED without queue families"),
                        new Edit.OfProgram(
                                List.of(acquire.at().id()),
                                draft -> kept(draft, acquire.at().id(), acquire.barrier())));
            }
        }
    }

    /** Takes a transfer away, with the half that released the resource; an image still enters its layout. */
    private static boolean kept(Draft draft, String acquire, Barrier transfer) {
        for (String id : draft.commands()) {
            if (draft.command(id) instanceof Command.PipelineBarrier own
                    && own.barriers().stream().anyMatch(one -> halves(one, transfer))) {
                List<Barrier> rest = new ArrayList<>();
                for (Barrier one : own.barriers()) {
                    if (!halves(one, transfer)) {
                        rest.add(one);
                    } else if (id.equals(acquire) && one.image() != null) {
                        rest.add(here(one, one.image()));
                    }
                }
                boolean done = rest.isEmpty()
                        ? draft.remove(id)
                        : draft.replace(
                                id, command -> new Command.PipelineBarrier(command.origin(), rest, own.byRegion()));
                if (!done) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether two barriers are the halves of one transfer, or the same one. */
    private static boolean halves(Barrier one, Barrier other) {
        return Objects.equals(one.srcQueueFamily(), other.srcQueueFamily())
                && Objects.equals(one.dstQueueFamily(), other.dstQueueFamily())
                && Objects.equals(one.range(), other.range())
                && Objects.equals(one.image(), other.image());
    }

    private static Barrier here(Barrier barrier, ImageTransition image) {
        return new Barrier(
                barrier.srcStages(),
                barrier.srcAccess(),
                barrier.dstStages(),
                barrier.dstAccess(),
                null,
                new ImageTransition(image.range(), ImageLayout.UNDEFINED, image.newLayout()),
                null,
                null);
    }

    private boolean overwritten(DependencySite acquire) {
        Map<Space, Intervals> places = context.places(acquire.barrier());
        if (places == null) {
            return false;
        }
        for (Map.Entry<Space, Intervals> part : places.entrySet()) {
            for (int i = 0; i < part.getValue().count(); i++) {
                for (SegmentMap.Run<Content> run : map(part.getKey())
                        .runs(part.getValue().start(i), part.getValue().end(i))) {
                    if (acquire.equals(run.value().acquired)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }
}
