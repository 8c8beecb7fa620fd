// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.trace.Intervals;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.check.trace.Resources;
import dev.sluice.check.trace.Space;
import dev.sluice.program.Attachment;
import dev.sluice.program.Command;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.Origin;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.sync.Stages;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The rule about reads of contents that the program gave up: by a load or store operation {@code DONT_CARE}, or by a transition
 * out of {@code UNDEFINED} (Vulkan specification, sections Render Pass Load Operations, Render Pass Store Operations and Image
 * Layout Transitions).
 *
 * <p>It tells what a run finds, and nothing that may be harmless: a read of which it is not known where it reads counts only where
 * all that it may read was given up, a write always, unless its fragments fail whatever is stored.
 */
final class DiscardRules implements LintCheck {

    private final LintContext context;
    private final Findings findings;
    private final Contents contents;
    private final Set<Contents.Discard> told = new HashSet<>();
    private final Set<DependencySite> toldTransitions = new HashSet<>();

    DiscardRules(LintContext context, Findings findings) {
        this.context = context;
        this.findings = findings;
        this.contents = new Contents(context);
    }

    /** Whether a read of what a transition gave up was told of. */
    boolean toldOf(DependencySite transition) {
        return toldTransitions.contains(transition);
    }

    @Override
    public void dependency(DependencySite site) {
        ImageTransition image = site.barrier().image();
        if (image == null
                || site.form() == DependencySite.Form.SET
                || !site.changesLayout()
                || !image.oldLayout().discards()) {
            return;
        }
        Map<Space, Intervals> places = Objects.requireNonNull(context.places(site.barrier()));
        Contents.Discard discard = new Contents.Discard(
                site.at().id(),
                site.at().where(),
                "oldLayout UNDEFINED",
                "name the layout that the image is in, not UNDEFINED,",
                "image " + image.range().image(),
                site);
        places.forEach((space, where) -> {
            if (space.image() != null) {
                contents.giveUpSubresources(space, where, discard);
            }
        });
    }

    @Override
    public void accesses(CommandSite site, List<MemoryAccess> all) {
        FragmentTests tests =
                new FragmentTests(site.command(), context.program().kernels());
        List<MemoryAccess> accesses =
                all.stream().filter(access -> !tests.prevents(access)).toList();
        for (MemoryAccess access : accesses) {
            if (reads(access)) {
                boolean certain = !access.has(MemoryAccess.INEXACT)
                        && !site.command().origin().approximate()
                        && !tests.mayPrevent(access);
                for (Contents.Discard read : read(access, where(access, accesses), certain)) {
                    findings.add(LintRule.DISCARDED_READ, site, message(read), help(read, site.id()));
                }
            }
        }
        accesses.forEach(access -> write(site, access, accesses));
    }

    @Override
    public void begins(CommandSite site, RenderTargets targets) {
        targets.all()
                .forEach(attachment -> attachment.unloaded().forEach(aspect -> {
                    Space space = space(attachment, aspect);
                    contents.hide(
                            space,
                            space.rect(attachment.slice(), targets.area()),
                            new Contents.Discard(
                                    site.id(), site.where(), "loadOp NONE", "loadOp: LOAD", what(space), null));
                }));
    }

    @Override
    public void ends(CommandSite site, RenderTargets targets) {
        targets.all()
                .forEach(attachment -> attachment.kept().forEach(aspect -> {
                    Space space = space(attachment, aspect);
                    contents.show(space, space.rect(attachment.slice(), targets.area()));
                }));
    }

    private Space space(Attachment attachment, Aspect aspect) {
        return Objects.requireNonNull(context.trace()
                .resources()
                .image(attachment.slice().image())
                .aspects()
                .get(aspect));
    }

    @Override
    public void hostAccesses(HostSite site, List<MemoryAccess> accesses) {
        for (MemoryAccess access : accesses) {
            if (reads(access)) {
                for (Contents.Discard read : read(access, access.where(), !access.has(MemoryAccess.INEXACT))) {
                    findings.add(LintRule.DISCARDED_READ, site, message(read), help(read, site.id()));
                }
            } else if (access.writes() && !access.has(MemoryAccess.ATOM) && contents.follows(access)) {
                contents.write(access, false, true);
            }
        }
    }

    private static String message(Contents.Discard discard) {
        return "reads contents of " + discard.contents() + " that " + discard.what() + " of " + discard.command()
                + " at " + Origin.within(discard.where())
                + " gave up: they are undefined, and no barrier brings them back";
    }

    private static Cure help(Contents.Discard discard, String reader) {
        return new Cure.Note(
                discard.keep() + " at " + discard.command() + ", or write all that " + reader + " reads before it");
    }

    /** Whether an access reads on its own account, from places that are followed. */
    private boolean reads(MemoryAccess access) {
        return !access.writes() && !access.has(MemoryAccess.KEEP | MemoryAccess.ATOM) && contents.follows(access);
    }

    /** Where an access reads what its command has not written: a kernel may read what it stored. */
    private static Intervals where(MemoryAccess read, List<MemoryAccess> accesses) {
        Intervals where = read.where();
        if (byShader(read)) {
            for (MemoryAccess other : accesses) {
                if (other.writes()
                        && !other.has(MemoryAccess.ATOMIC)
                        && byShader(other)
                        && other.space().equals(read.space())) {
                    where = where.minus(other.where());
                }
            }
        }
        return where;
    }

    private static boolean byShader(MemoryAccess access) {
        return (access.stage().mask() & Stages.SHADERS) != 0;
    }

    /**
     * What gave up something that is read, as far as nobody was told of it.
     *
     * @param certain whether all of the places are read
     */
    private Set<Contents.Discard> read(MemoryAccess access, Intervals where, boolean certain) {
        Contents.Missed missed = contents.missed(access, where);
        if (!certain && !missed.all()) {
            return Set.of();
        }
        Set<Contents.Discard> found = missed.by();
        found.removeAll(told);
        told.addAll(found);
        found.stream()
                .map(Contents.Discard::transition)
                .filter(Objects::nonNull)
                .forEach(toldTransitions::add);
        return found;
    }

    private void write(CommandSite site, MemoryAccess access, List<MemoryAccess> accesses) {
        if (!access.writes()
                || access.has(MemoryAccess.KEEP | MemoryAccess.ALONG | MemoryAccess.ATOM)
                || !contents.follows(access)) {
            return;
        }
        if (!access.has(MemoryAccess.DISCARD)) {
            contents.write(
                    access,
                    site.command() instanceof Command.ClearImage || clearsTiles(access, accesses),
                    unused(site.command()));
        } else if (!access.has(MemoryAccess.INEXACT)) {
            if (accesses.stream().anyMatch(other -> clearsBeside(other, access))) {
                contents.write(access, clearsTiles(access, accesses), true);
            }
            contents.giveUp(access, operation(site, access));
        }
    }

    /** Whether unused bytes of texels are written: transfers of one aspect leave them. */
    private static boolean unused(Command command) {
        return !(command instanceof Command.ImageTransfer transfer)
                || transfer.regions().stream().anyMatch(region -> region.aspect() == null);
    }

    /** Whether a load operation clears the other aspect, and takes along the one that nobody cares for. */
    private static boolean clearsBeside(MemoryAccess other, MemoryAccess discard) {
        return discard.has(MemoryAccess.LOAD) && clears(other) && sameImage(other, discard);
    }

    /** Whether load operations clear all aspects of an image, or take them along, and so all bytes of its tiles. */
    private boolean clearsTiles(MemoryAccess access, List<MemoryAccess> accesses) {
        List<Space> taken = accesses.stream()
                .filter(other ->
                        other.has(MemoryAccess.LOAD) && !other.has(MemoryAccess.KEEP) && sameImage(other, access))
                .map(MemoryAccess::space)
                .toList();
        return access.has(MemoryAccess.LOAD)
                && accesses.stream().anyMatch(other -> clears(other) && sameImage(other, access))
                && taken.containsAll(context.trace()
                        .resources()
                        .image(access.resource())
                        .aspects()
                        .values());
    }

    private static boolean sameImage(MemoryAccess other, MemoryAccess access) {
        return !other.has(MemoryAccess.ALIAS) && other.resource().equals(access.resource());
    }

    private static boolean clears(MemoryAccess access) {
        return access.has(MemoryAccess.LOAD) && !access.has(MemoryAccess.KEEP | MemoryAccess.DISCARD);
    }

    private Contents.Discard operation(CommandSite site, MemoryAccess access) {
        String what = what(access.space());
        return access.has(MemoryAccess.LOAD)
                ? new Contents.Discard(site.id(), site.where(), "loadOp DONT_CARE", "loadOp: LOAD", what, null)
                : new Contents.Discard(
                        site.id(), site.where(), "storeOp " + called(site, access), "storeOp: STORE", what, null);
    }

    /** An aspect of an image, in words. */
    private String what(Space space) {
        Resources.OfImage image = context.trace().resources().image(space.name());
        String part = image.aspects().size() == 1
                ? ""
                : space.aspect() == Aspect.STENCIL ? "the stencil of " : "the depth of ";
        return part + "image " + space.name();
    }

    /** What the program calls a store operation. */
    private static String called(CommandSite site, MemoryAccess access) {
        RenderTargets ends = site.command() instanceof Command.PassStep step ? step.ends() : null;
        return Objects.requireNonNull(ends)
                .all()
                .filter(attachment -> attachment.slice().image().equals(access.resource()))
                .filter(attachment -> attachment.store(access.space().aspect()) == Attachment.StoreOp.DONT_CARE)
                .map(attachment -> attachment.called(access.space().aspect()))
                .findFirst()
                .orElse(Attachment.StoreOp.DONT_CARE.name());
    }
}
