// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.image.ImageUse;
import dev.sluice.program.Barrier;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.sync.Accesses;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rules about what a transition says of itself: layouts and accesses that do not go together, and transitions for nothing. */
final class LayoutAdvice implements LintCheck {

    private static final class Cell {
        ImageLayout left = ImageLayout.UNDEFINED;
        ImageLayout entered = ImageLayout.UNDEFINED;
        /** The barrier by which it was entered. */
        @Nullable
        DependencySite at;

        boolean used = true;
    }

    private final Findings findings;
    private final Subresources<Cell> cells;

    LayoutAdvice(LintContext context, Findings findings) {
        this.findings = findings;
        this.cells = new Subresources<>(context, place -> new Cell());
    }

    @Override
    public void dependency(DependencySite site) {
        ImageTransition image = site.barrier().image();
        if (image == null || !site.transition()) {
            return;
        }
        // the masks of a subpass dependency are for all attachments at once
        if (site.form() != DependencySite.Form.SUBPASS) {
            combinations(site, image);
        }
        if (site.form() == DependencySite.Form.SET) {
            return;
        }
        if (image.oldLayout() == ImageLayout.UNDEFINED && LayoutAccess.readOnly(image.newLayout())) {
            findings.add(
                    LintRule.UNDEFINED_TO_READONLY,
                    site,
                    "image " + image.range().image() + " goes from UNDEFINED to " + image.newLayout()
                            + ", in which it can only be read: nothing valid is there to read",
                    new Cure.Layout(true, "the layout that the image is in, or write it before"));
        }
        pingPong(site, image);
    }

    private void combinations(DependencySite site, ImageTransition image) {
        Barrier barrier = site.barrier();
        if (site.hasSource()) {
            combination(
                    site, Cure.Mask.Part.SRC_ACCESS, "srcAccess", barrier.srcAccess(), "oldLayout", image.oldLayout());
        }
        if (site.hasDestination()) {
            combination(
                    site, Cure.Mask.Part.DST_ACCESS, "dstAccess", barrier.dstAccess(), "newLayout", image.newLayout());
        }
    }

    private void combination(
            DependencySite site, Cure.Mask.Part part, String key, long accesses, String layoutKey, ImageLayout layout) {
        long impossible = LayoutAccess.impossible(accesses, layout);
        if (impossible != 0) {
            findings.add(
                    LintRule.ACCESS_LAYOUT_COMBINATION,
                    site,
                    key + " " + Accesses.text(impossible) + " of " + site.subject() + ": there is no such access in "
                            + layoutKey + " " + layout,
                    Cure.Masks.of(new Cure.Mask(part, accesses & ~impossible)));
        }
    }

    private void pingPong(DependencySite site, ImageTransition image) {
        Set<DependencySite> back = new LinkedHashSet<>();
        for (Cell cell : cells.in(image.range())) {
            if (!cell.used
                    && cell.at != null
                    && site.changesLayout()
                    && cell.entered == image.oldLayout()
                    && cell.left == image.newLayout()) {
                back.add(cell.at);
            }
            cell.left = image.oldLayout();
            cell.entered = image.newLayout();
            cell.at = site;
            // a half of a transfer is not alone in being for something
            cell.used = site.transfersOwnership();
        }
        for (DependencySite first : back) {
            findings.add(
                    LintRule.PING_PONG_LAYOUT,
                    site.at(),
                    "image " + image.range().image() + " goes back to " + image.newLayout() + ", which it left at "
                            + first.at().id() + " for " + image.oldLayout() + " without a use in between",
                    new Cure.Note("remove the transition here and the one at "
                            + first.at().id() + "; their masks stay"),
                    staying(first, image.newLayout()),
                    staying(site, image.newLayout()));
        }
    }

    /** A barrier without its transition. */
    private static Edit staying(DependencySite site, ImageLayout layout) {
        return Edit.each(
                site, one -> Edit.in(Edit.in(one, new Cure.Layout(true, layout)), new Cure.Layout(false, layout)));
    }

    @Override
    public void imageUse(CommandSite site, ImageUse use) {
        cells.in(use.range()).forEach(cell -> cell.used = true);
    }

    @Override
    public void presented(HostSite site, ImageUse use) {
        cells.in(use.range()).forEach(cell -> cell.used = true);
    }
}
