// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.cure.Draft;
import dev.sluice.check.image.ImageUse;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stage;
import java.util.List;

/**
 * Rules about the layout that each subresource is in, followed from barrier to barrier (Vulkan specification, section
 * Image Layout Transitions).
 */
final class LayoutRules implements LintCheck {

    private static final class Cell {
        ImageLayout layout;
        /** Who brought it into the layout; empty for the beginning. */
        String since = "";

        /** The mismatch that was told of last, so that the uses within one pass tell it once. */
        String told = "";

        Cell(ImageLayout layout) {
            this.layout = layout;
        }
    }

    private final LintContext context;
    private final Findings findings;
    private final Subresources<Cell> cells;

    LayoutRules(LintContext context, Findings findings) {
        this.context = context;
        this.findings = findings;
        this.cells = new Subresources<>(
                context, place -> new Cell(context.image(place.image()).initialLayout()));
    }

    @Override
    public void dependency(DependencySite site) {
        ImageTransition image = site.barrier().image();
        if (image == null || !site.transition() || site.form() == DependencySite.Form.SET) {
            return;
        }
        if (image.newLayout() == ImageLayout.UNDEFINED || image.newLayout() == ImageLayout.PREINITIALIZED) {
            findings.add(
                    LintRule.LAYOUT_BAD_NEW,
                    site,
                    "newLayout " + image.newLayout() + " of image "
                            + image.range().image() + ": no image can be brought into it",
                    new Cure.Layout(false, "the layout of the image's next use, or GENERAL"));
        }
        // the half of a transfer that comes second repeats the layouts of the first
        if (!site.acquire()) {
            checkOld(site, image);
        }
        for (Cell cell : cells.in(image.range())) {
            cell.layout = image.newLayout();
            cell.since = site.at().id();
            cell.told = "";
        }
    }

    private void checkOld(DependencySite site, ImageTransition image) {
        if (image.oldLayout() == ImageLayout.UNDEFINED) {
            return;
        }
        for (Subresources.Place place : cells.places(image.range())) {
            Cell cell = cells.at(place);
            if (!same(cell.layout, image.oldLayout(), place)) {
                findings.add(
                        LintRule.LAYOUT_MISMATCH,
                        site,
                        place + " is in layout " + cell.layout + since(cell) + ", but the barrier says oldLayout "
                                + image.oldLayout(),
                        new Cure.Layout(true, cell.layout));
                return;
            }
        }
    }

    private static boolean same(ImageLayout one, ImageLayout other, Subresources.Place place) {
        return one.of(place.aspect()) == other.of(place.aspect());
    }

    private static String since(Cell cell) {
        return cell.since.isEmpty() ? " from the beginning" : " since " + cell.since;
    }

    @Override
    public void imageUse(CommandSite site, ImageUse use) {
        String problem = problem(use);
        if (!problem.isEmpty()) {
            Cure.Transition cure = suggestion(use);
            findings.add(
                    LintRule.LAYOUT_USE_MISMATCH,
                    site,
                    problem,
                    cure,
                    Edit.before(context.passes().before(site.id()), transition(cure)));
        }
    }

    /** The command of a transition, with every mask: what is narrower follows from the uses around it. */
    private Command transition(Cure.Transition cure) {
        ImageRange whole = ImageRange.whole(context.image(cure.image()).spec());
        Barrier barrier = new Barrier(
                Stage.ALL_COMMANDS.mask(),
                Access.MEMORY_WRITE.mask(),
                Stage.ALL_COMMANDS.mask(),
                Accesses.of(Access.MEMORY_READ, Access.MEMORY_WRITE),
                null,
                new ImageTransition(whole, cure.oldLayout(), cure.newLayout()),
                null,
                null);
        return new Command.PipelineBarrier(Draft.added(), List.of(barrier), false);
    }

    @Override
    public void presented(HostSite site, ImageUse use) {
        String problem = problem(use);
        if (!problem.isEmpty()) {
            findings.add(LintRule.LAYOUT_USE_MISMATCH, site, problem, suggestion(use));
        }
    }

    /** What is wrong with the layout of a use, or nothing. */
    private String problem(ImageUse use) {
        for (Subresources.Place place : cells.places(use.range())) {
            Cell cell = cells.at(place);
            String wrong = wrong(use, place, cell);
            if (!wrong.isEmpty() && !wrong.equals(cell.told)) {
                cell.told = wrong;
                return wrong;
            }
        }
        return "";
    }

    private static String wrong(ImageUse use, Subresources.Place place, Cell cell) {
        if (!use.allowedIn(cell.layout)) {
            return place + " is in layout " + cell.layout + since(cell) + ", which does not allow it as the "
                    + use.what();
        }
        if (!use.keptBy(cell.layout, place.aspect())) {
            return place + " is in layout " + cell.layout + since(cell) + ", but the " + use.what() + " expects it in "
                    + use.promised();
        }
        return "";
    }

    private Cure.Transition suggestion(ImageUse use) {
        Subresources.Place place = cells.places(use.range()).get(0);
        return new Cure.Transition(place.image(), cells.at(place).layout, use.needed());
    }
}
