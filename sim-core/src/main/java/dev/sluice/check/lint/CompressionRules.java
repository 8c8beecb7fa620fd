// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.image.ImageUse;
import dev.sluice.check.image.LayoutChoice;
import dev.sluice.device.LayoutCompression;
import dev.sluice.device.RopSpec;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Tiling;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds images that lose their compression to the {@code GENERAL} layout without need. */
final class CompressionRules implements LintCheck {

    private static final class Cell {
        /** The barrier that brought it into GENERAL; null in any other layout. */
        @Nullable
        DependencySite since;

        final Set<ImageLayout.User> users = EnumSet.noneOf(ImageLayout.User.class);
    }

    private final LintContext context;
    private final Findings findings;
    private final Subresources<Cell> cells;

    CompressionRules(LintContext context, Findings findings) {
        this.context = context;
        this.findings = findings;
        this.cells = new Subresources<>(context, place -> new Cell());
    }

    @Override
    public void dependency(DependencySite site) {
        ImageTransition image = site.barrier().image();
        if (image == null || !site.changesLayout() || site.form() == DependencySite.Form.SET) {
            return;
        }
        for (Subresources.Place place : cells.places(image.range())) {
            Cell cell = cells.at(place);
            judge(place, cell, site);
            cell.since = image.newLayout() == ImageLayout.GENERAL ? site : null;
            cell.users.clear();
        }
    }

    @Override
    public void imageUse(CommandSite site, ImageUse use) {
        cells.in(use.range()).forEach(cell -> cell.users.add(use.user()));
    }

    @Override
    public void presented(HostSite site, ImageUse use) {
        cells.in(use.range()).forEach(cell -> cell.users.add(use.user()));
    }

    @Override
    public void end() {
        cells.all().forEach((place, cell) -> judge(place, cell, null));
    }

    /** @param left the barrier that brings it into another layout; null for none */
    private void judge(Subresources.Place place, Cell cell, @Nullable DependencySite left) {
        DependencySite since = cell.since;
        ImageSpec spec = context.image(place.image()).spec();
        RopSpec rop = context.device().rop();
        if (since == null
                || cell.users.isEmpty()
                || !rop.compresses()
                || !spec.attachment()
                || spec.tiling() != Tiling.OPTIMAL) {
            return;
        }
        ImageLayout better = LayoutChoice.of(cell.users);
        LayoutCompression general = LayoutCompression.of(ImageLayout.GENERAL, spec.usage(), rop);
        if (better == ImageLayout.GENERAL
                || LayoutCompression.of(better, spec.usage(), rop).compareTo(general) <= 0) {
            return;
        }
        boolean storage = spec.usage().contains("STORAGE") && !cell.users.contains(ImageLayout.User.STORAGE);
        findings.add(
                LintRule.GENERAL_KILLS_COMPRESSION,
                since.at(),
                "in GENERAL image " + place.image() + " cannot be compressed on "
                        + context.device().name() + (storage ? " (its usage has STORAGE)" : "")
                        + ", and its uses there need no more than " + better,
                new Cure.Layout(false, better),
                edits(since, left, better));
    }

    /** The better layout where the image enters it, and where it leaves it. */
    private static Edit[] edits(DependencySite since, @Nullable DependencySite left, ImageLayout better) {
        List<Edit> edits = new ArrayList<>();
        edits.add(Edit.each(since, one -> Edit.in(one, new Cure.Layout(false, better))));
        ImageTransition image = left == null ? null : left.barrier().image();
        if (left != null && image != null && image.oldLayout() == ImageLayout.GENERAL) {
            edits.add(Edit.each(left, one -> Edit.in(one, new Cure.Layout(true, better))));
        }
        return edits.toArray(Edit[]::new);
    }
}
