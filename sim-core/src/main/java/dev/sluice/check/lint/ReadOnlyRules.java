// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.program.Attachment;
import dev.sluice.program.Command;
import dev.sluice.program.DrawState;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.image.Aspect;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rules about writes of depth and stencil that are attached in a layout in which these can only be read. */
final class ReadOnlyRules implements LintCheck {
    private final Findings findings;
    /** What was told of in the open subpass: each aspect once. */
    private final Set<Aspect> told = EnumSet.noneOf(Aspect.class);

    ReadOnlyRules(Findings findings) {
        this.findings = findings;
    }

    @Override
    public void begins(CommandSite site, RenderTargets targets) {
        told.clear();
        Attachment tested = targets.depthStencil();
        if (tested != null) {
            for (Aspect aspect : tested.aspects()) {
                if (tested.load(aspect) == Attachment.LoadOp.CLEAR) {
                    writes(site, tested, aspect, operation(site, aspect) + " CLEAR", "load it");
                }
            }
        }
    }

    /** What the program calls a load operation: attachments of dynamic rendering are of one aspect each. */
    private static String operation(CommandSite site, Aspect aspect) {
        boolean dynamic = site.command() instanceof Command.PassStep step && step.dynamic();
        return aspect == Aspect.STENCIL && !dynamic ? "stencilLoadOp" : "loadOp";
    }

    @Override
    public void command(CommandSite site) {
        if (site.command() instanceof Command.Draw draw) {
            draw(site, draw.state(), draw.targets().depthStencil());
        } else if (site.command() instanceof Command.ClearAttachments clears) {
            for (Command.ClearAttachments.Clear clear : clears.clears()) {
                for (Aspect aspect : clear.aspects()) {
                    writes(site, clear.attachment(), aspect, clears.kind(), "clear it elsewhere");
                }
            }
        }
    }

    private void draw(CommandSite site, DrawState state, @Nullable Attachment tested) {
        if (tested != null && state.depthWrite()) {
            writes(site, tested, Aspect.DEPTH, "the draw", "draw without depthWrite");
        }
        if (tested != null && state.stencil().changes()) {
            writes(site, tested, Aspect.STENCIL, "the draw", "draw with writeMask: 0 or no operation but KEEP");
        }
    }

    private void writes(CommandSite site, Attachment tested, Aspect aspect, String who, String instead) {
        if (tested.aspects().contains(aspect)
                && tested.slice().format().has(aspect)
                && tested.readOnly(aspect)
                && told.add(aspect)) {
            String name = aspect.name().toLowerCase(Locale.ROOT);
            findings.add(
                    LintRule.READ_ONLY_WRITE,
                    site,
                    who + " writes the " + name + " of image " + tested.slice().image() + ", which is attached in "
                            + tested.layout(aspect),
                    new Cure.Note(instead + ", or attach it in a layout in which its " + name + " can be written"));
        }
    }
}
