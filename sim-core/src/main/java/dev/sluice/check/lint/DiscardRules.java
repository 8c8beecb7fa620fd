// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.trace.Intervals;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.check.trace.Resources;
import dev.sluice.check.trace.Space;
import dev.sluice.program.Command;
import dev.sluice.program.DrawState;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.Origin;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.sync.Stages;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rule about reads of contents that the program gave up: by a load or store operation {@code DONT_CARE}, or by a transition
 * out of {@code UNDEFINED} (Vulkan specification, sections Render Pass Load Operations, Render Pass Store Operations and Image
 * Layout Transitions).
 *
 * <p>It tells what a run finds, and nothing that may be harmless: a read of which it is not known where it reads counts only where
 * all that it may read was given up, a write always. What shares memory is followed byte by byte if its tiling is linear, and
 * not at all otherwise.
 */
final class DiscardRules implements LintCheck {

    /**
     * What gave contents up.
     *
     * @param command its command
     * @param where the command's place in the input
     * @param what the operation in words
     * @param keep what to write in its place
     * @param contents of what
     * @param transition the transition that it was; null for a load or store operation
     */
    private record Discard(
            String command,
            String where,
            String what,
            String keep,
            String contents,
            @Nullable DependencySite transition) {}

    /**
     * What some places hold.
     *
     * @param written whether anything was ever written there: there is nothing to give up otherwise
     * @param gone what gave that up; null where it is there
     */
    private record Content(boolean written, @Nullable Discard gone) {}

    private static final Content NEW = new Content(false, null);
    private static final Content WRITTEN = new Content(true, null);

    private final LintContext context;
    private final Findings findings;
    private final Map<Space, SegmentMap<Content>> spaces = new HashMap<>();
    private final Map<Discard, Content> gone = new HashMap<>();
    private final Set<Discard> told = new HashSet<>();
    private final Set<DependencySite> toldTransitions = new HashSet<>();
    /** The memories in which an image shares bytes with something. */
    private final Set<String> shared = new HashSet<>();

    DiscardRules(LintContext context, Findings findings) {
        this.context = context;
        this.findings = findings;
        Resources resources = context.trace().resources();
        context.program().images().stream()
                .map(image -> resources.image(image.name()))
                .filter(Resources.OfImage::aliased)
                .forEach(image -> shared.add(image.declaration().memory()));
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
        Discard discard = new Discard(
                site.at().id(),
                site.at().where(),
                "oldLayout UNDEFINED",
                "name the layout that the image is in, not UNDEFINED,",
                "image " + image.range().image(),
                site);
        places.forEach((space, where) -> {
            if (followed(space)) {
                giveUp(space, where, discard);
            }
        });
    }

    @Override
    public void accesses(CommandSite site, List<MemoryAccess> accesses) {
        for (MemoryAccess access : accesses) {
            if (reads(access)) {
                boolean certain = !access.has(MemoryAccess.INEXACT)
                        && !site.command().origin().approximate()
                        && !(tested(site.command()) && access.space().aspect() == Aspect.COLOR);
                for (Discard read : read(access, where(access, accesses), certain)) {
                    findings.add(LintRule.DISCARDED_READ, site, message(read), help(read, site.id()));
                }
            }
        }
        accesses.forEach(access -> write(site, access, accesses));
    }

    @Override
    public void hostAccesses(HostSite site, List<MemoryAccess> accesses) {
        for (MemoryAccess access : accesses) {
            if (reads(access)) {
                for (Discard read : read(access, access.where(), !access.has(MemoryAccess.INEXACT))) {
                    findings.add(LintRule.DISCARDED_READ, site, message(read), help(read, site.id()));
                }
            } else if (access.writes() && !access.has(MemoryAccess.ATOM)) {
                set(access.space(), access.where());
            }
        }
    }

    private static String message(Discard discard) {
        return "reads contents of " + discard.contents + " that " + discard.what + " of " + discard.command + " at "
                + Origin.within(discard.where) + " gave up: they are undefined, and no barrier brings them back";
    }

    private static Cure help(Discard discard, String reader) {
        return new Cure.Note(
                discard.keep + " at " + discard.command + ", or write all that " + reader + " reads before it");
    }

    /** Whether an access reads on its own account, from places that are followed. */
    private boolean reads(MemoryAccess access) {
        return !access.writes() && !access.has(MemoryAccess.KEEP | MemoryAccess.ATOM) && followed(access.space());
    }

    /** Whether places are followed: the texels of images that share no memory, and the bytes of those that do. */
    private boolean followed(Space space) {
        return space.image() == null
                ? shared.contains(space.name())
                : !image(space).aliased();
    }

    private Resources.OfImage image(Space space) {
        return context.trace().resources().image(space.name());
    }

    /** Whether a command's fragments may all fail a test, and blend with nothing then. */
    private static boolean tested(Command command) {
        return command instanceof Command.Draw draw
                && draw.targets().depthStencil() != null
                && draw.state().depthTest() != DrawState.Compare.ALWAYS;
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
    private Set<Discard> read(MemoryAccess access, Intervals where, boolean certain) {
        Set<Discard> found = new LinkedHashSet<>();
        Intervals missed = gone(access.space(), where, found);
        if (access.space().image() != null && byShader(access)) {
            // kernels load depth and stencil together, whichever of them they mean
            for (Space beside : image(access.space()).aspects().values()) {
                missed = gone(beside, missed, new HashSet<>());
            }
            found.clear();
            gone(access.space(), missed, found);
        }
        if (!certain && missed.size() < where.size()) {
            return Set.of();
        }
        found.removeAll(told);
        told.addAll(found);
        found.stream().map(Discard::transition).filter(Objects::nonNull).forEach(toldTransitions::add);
        return found;
    }

    /** The places of some whose contents were given up; adds by what. */
    private Intervals gone(Space space, Intervals where, Set<Discard> by) {
        Intervals.Builder gone = new Intervals.Builder();
        for (int i = 0; i < where.count(); i++) {
            for (SegmentMap.Run<Content> run : map(space).runs(where.start(i), where.end(i))) {
                Discard discard = run.value().gone;
                if (discard != null) {
                    gone.add(run.start(), run.end());
                    by.add(discard);
                }
            }
        }
        return gone.build();
    }

    private void write(CommandSite site, MemoryAccess access, List<MemoryAccess> accesses) {
        if (!access.writes()
                || access.has(MemoryAccess.KEEP | MemoryAccess.ALONG | MemoryAccess.ATOM)
                || !followed(access.space())) {
            return;
        }
        if (!access.has(MemoryAccess.DISCARD)) {
            set(access.space(), access.where());
        } else if (!access.has(MemoryAccess.INEXACT)) {
            if (accesses.stream().anyMatch(other -> clearsBeside(other, access))) {
                set(access.space(), access.where());
            }
            giveUp(access.space(), access.where(), operation(site, access));
        }
    }

    /** Whether a load operation clears the other aspect, and takes along the one that nobody cares for. */
    private static boolean clearsBeside(MemoryAccess clear, MemoryAccess discard) {
        return discard.has(MemoryAccess.LOAD)
                && clear.has(MemoryAccess.LOAD)
                && !clear.has(MemoryAccess.KEEP | MemoryAccess.DISCARD | MemoryAccess.ALONG | MemoryAccess.ALIAS)
                && clear.resource().equals(discard.resource());
    }

    private Discard operation(CommandSite site, MemoryAccess access) {
        Resources.OfImage image = context.trace().resources().image(access.resource());
        String aspect = image.aspects().size() == 1 || access.space().image() == null
                ? ""
                : access.space().aspect() == Aspect.STENCIL ? "the stencil of " : "the depth of ";
        String contents = aspect + "image " + access.resource();
        return access.has(MemoryAccess.LOAD)
                ? new Discard(site.id(), site.where(), "loadOp DONT_CARE", "loadOp: LOAD", contents, null)
                : new Discard(site.id(), site.where(), "storeOp DONT_CARE", "storeOp: STORE", contents, null);
    }

    private void giveUp(Space space, Intervals where, Discard discard) {
        Content given = gone.computeIfAbsent(discard, key -> new Content(true, key));
        SegmentMap<Content> map = map(space);
        for (int i = 0; i < where.count(); i++) {
            map.change(where.start(i), where.end(i), old -> old.written ? given : old);
        }
    }

    private void set(Space space, Intervals where) {
        SegmentMap<Content> map = map(space);
        for (int i = 0; i < where.count(); i++) {
            map.set(where.start(i), where.end(i), WRITTEN);
        }
    }

    private SegmentMap<Content> map(Space space) {
        return spaces.computeIfAbsent(space, key -> new SegmentMap<>(NEW));
    }
}
