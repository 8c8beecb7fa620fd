// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.image;

import dev.sluice.check.trace.AccessTrace;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The layouts of images from command to command, in submission order, with the transitions that cures add, and whether what comes
 * behind such a transition can do with it.
 */
public final class LayoutCourse {

    /** What happens to an image at a place: a transition or a use. */
    private record Moment(
            int place,
            @Nullable ImageTransition transition,
            @Nullable ImageUse use) {}

    /** A subresource of an image. */
    private record Cell(Aspect aspect, int level, int layer) {
        boolean in(ImageRange range) {
            Set<Aspect> named = range.aspects();
            return named.isEmpty()
                    ? range.of(Set.of(aspect)).has(aspect, level, layer)
                    : range.has(aspect, level, layer);
        }
    }

    private final ImageUses uses;
    private final Map<String, ImageDeclaration> images = new HashMap<>();
    private final Map<String, List<Moment>> moments = new HashMap<>();
    private final Map<String, Integer> places = new HashMap<>();

    private final AccessTrace trace;
    private boolean followed;

    /** Of a stream, which is gone through when the first question comes. */
    public LayoutCourse(AccessTrace trace) {
        this.trace = trace;
        this.uses = new ImageUses(trace);
    }

    private void follow() {
        if (followed) {
            return;
        }
        followed = true;
        trace.stream().images().forEach(image -> images.put(image.name(), image));
        for (AccessTrace.Track track : trace.threads()) {
            for (AccessTrace.Step step : track.steps()) {
                AccessTrace.Batch batch = step.batch();
                if (batch != null) {
                    batch.actions().forEach(this::follow);
                } else if (step.operation() instanceof HostOperation.QueuePresent present) {
                    int place = place(step.action());
                    present.images().forEach(image -> use(place, List.of(uses.presented(image))));
                }
            }
        }
    }

    /** Places are odd, so that there is one before each. */
    private int place(AccessTrace.Action action) {
        int place = 2 * places.size() + 1;
        places.put(action.id(), place);
        return place;
    }

    private void follow(AccessTrace.Action action) {
        int place = place(action);
        Command command = action.command();
        if (command instanceof Command.PassStep step) {
            use(place, uses.attachments(step, step.ends()));
            change(place, action);
            use(place, uses.attachments(step, step.begins()));
        } else {
            change(place, action);
            if (command != null && !(command instanceof Command.Synchronization)) {
                use(place, uses.of(command));
            }
        }
    }

    private void change(int place, AccessTrace.Action action) {
        for (AccessTrace.Dependency dependency : action.dependencies()) {
            ImageTransition transition = dependency.barrier().image();
            if (transition != null && transition.oldLayout() != transition.newLayout()) {
                of(transition.range().image()).add(new Moment(place, transition, null));
            }
        }
    }

    private void use(int place, List<ImageUse> all) {
        for (ImageUse use : all) {
            of(use.range().image()).add(new Moment(place, null, use));
        }
    }

    private List<Moment> of(String image) {
        return moments.computeIfAbsent(image, own -> new ArrayList<>());
    }

    /** Whether all subresources of a range are in a layout when a command begins. */
    public boolean in(String command, ImageRange range, ImageLayout layout) {
        follow();
        int place = places.getOrDefault(command, Integer.MAX_VALUE);
        return cells(range).stream().allMatch(cell -> same(before(range.image(), cell, place), layout, cell));
    }

    /**
     * Whether subresources can change their layout before a command: they are in the old one, and behind it nobody is worse off, as
     * far as the next transition of each, which must be one out of the new layout.
     */
    public boolean bears(String command, ImageTransition transition) {
        follow();
        Integer place = places.get(command);
        ImageRange range = transition.range();
        return place != null
                && in(command, range, transition.oldLayout())
                && cells(range).stream().allMatch(cell -> bears(place, cell, transition));
    }

    private boolean bears(int place, Cell cell, ImageTransition change) {
        for (Moment moment : of(change.range().image())) {
            if (moment.place() < place) {
                continue;
            }
            ImageTransition next = moment.transition();
            if (next != null && cell.in(next.range())) {
                return next.oldLayout() == ImageLayout.UNDEFINED
                        || same(next.oldLayout(), change.newLayout(), cell)
                        || !same(next.oldLayout(), change.oldLayout(), cell);
            }
            ImageUse use = moment.use();
            if (use != null
                    && cell.in(use.range())
                    && suits(use, change.oldLayout(), cell)
                    && !suits(use, change.newLayout(), cell)) {
                return false;
            }
        }
        return true;
    }

    private static boolean suits(ImageUse use, ImageLayout layout, Cell cell) {
        return use.allowedIn(layout) && use.keptBy(layout, cell.aspect());
    }

    /** A cure makes a transition before a command. */
    public void add(String command, ImageTransition transition) {
        follow();
        int place = places.getOrDefault(command, Integer.MAX_VALUE) - 1;
        List<Moment> all = of(transition.range().image());
        int at = all.size();
        while (at > 0 && all.get(at - 1).place() > place) {
            at--;
        }
        all.add(at, new Moment(place, transition, null));
    }

    /** The layout that a subresource is in when what is at a place begins. */
    private ImageLayout before(String image, Cell cell, int place) {
        List<Moment> all = of(image);
        ImageLayout layout = images.get(image) == null
                ? ImageLayout.UNDEFINED
                : images.get(image).initialLayout();
        for (Moment moment : all) {
            if (moment.place() >= place) {
                break;
            }
            ImageTransition transition = moment.transition();
            if (transition != null && cell.in(transition.range())) {
                layout = transition.newLayout();
            }
        }
        return layout;
    }

    private static boolean same(ImageLayout one, ImageLayout other, Cell cell) {
        return one.of(cell.aspect()) == other.of(cell.aspect());
    }

    private List<Cell> cells(ImageRange range) {
        List<Cell> cells = new ArrayList<>();
        for (Aspect aspect : range.aspects()) {
            for (int level = range.level(); level < range.level() + range.levels(); level++) {
                for (int layer = range.layer(); layer < range.layer() + range.layers(); layer++) {
                    cells.add(new Cell(aspect, level, layer));
                }
            }
        }
        return cells;
    }
}
