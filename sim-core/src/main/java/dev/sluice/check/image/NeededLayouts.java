// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.image;

import dev.sluice.check.trace.AccessTrace;
import dev.sluice.program.Command;
import dev.sluice.program.ImageRange;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which layout a command needs an image in that is in another one. */
public final class NeededLayouts {
    private final ImageUses uses;

    /** For the commands of a stream. */
    public NeededLayouts(AccessTrace trace) {
        this.uses = new ImageUses(trace);
    }

    /**
     * The layout that subresources of an image are to be brought into before a command.
     *
     * @param layout the one that they are in
     * @return null where the command does with that, and where no one layout suits all that it does with them
     */
    public @Nullable ImageLayout of(Command command, ImageRange range, ImageLayout layout) {
        List<ImageUse> here =
                of(command).stream().filter(use -> use.range().overlaps(range)).toList();
        if (fits(here, range, layout)) {
            return null;
        }
        Set<ImageLayout> promised = here.stream()
                .map(ImageUse::promised)
                .filter(Objects::nonNull)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(ImageLayout.class)));
        if (promised.size() > 1) {
            return null;
        }
        ImageLayout needed = promised.isEmpty()
                ? LayoutChoice.of(users(here))
                : promised.iterator().next();
        return fits(here, range, needed) ? needed : null;
    }

    private static boolean fits(Collection<ImageUse> uses, ImageRange range, ImageLayout layout) {
        for (ImageUse use : uses) {
            if (!use.allowedIn(layout)) {
                return false;
            }
            for (Aspect aspect : range.aspects()) {
                if (use.range().aspects().contains(aspect) && !use.keptBy(layout, aspect)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static Set<ImageLayout.User> users(Collection<ImageUse> uses) {
        Set<ImageLayout.User> users = EnumSet.noneOf(ImageLayout.User.class);
        uses.forEach(use -> users.add(use.user()));
        return users;
    }

    private List<ImageUse> of(Command command) {
        if (!(command instanceof Command.PassStep step)) {
            return uses.of(command);
        }
        List<ImageUse> both = new ArrayList<>(uses.attachments(step, step.ends()));
        both.addAll(uses.attachments(step, step.begins()));
        return both;
    }
}
