// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardKind;
import dev.sluice.check.problem.HazardSite;
import dev.sluice.check.problem.IdentifiedHazard;
import dev.sluice.config.capture.AddressName;
import dev.sluice.config.capture.DescriptorName;
import dev.sluice.config.rewrite.CureText;
import dev.sluice.program.CodeSite;
import dev.sluice.program.sync.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The lines of a report that say of a hazard what it is about, and what cures it. */
final class HazardLines {
    static final String INDENT = "             ";

    private static final long ATTACHMENT_STAGES =
            Stage.COLOR_ATTACHMENT_OUTPUT.mask() | Stage.EARLY_FRAGMENT_TESTS.mask() | Stage.LATE_FRAGMENT_TESTS.mask();

    private final Style style;
    private final CureSyntax syntax;

    HazardLines(Style style, CureSyntax syntax) {
        this.style = style;
        this.syntax = syntax;
    }

    static String words(HazardKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** A hazard with its two accesses and its cure. */
    List<String> of(IdentifiedHazard one) {
        return lines(one, List.of());
    }

    /** The same with where in the program the accesses stand. */
    List<String> withSites(IdentifiedHazard one) {
        return lines(one, List.of(one.prior(), one.current()));
    }

    private List<String> lines(IdentifiedHazard one, List<HazardSite> sites) {
        Hazard hazard = one.hazard();
        List<String> lines = new ArrayList<>();
        lines.add("  " + style.bad(words(hazard.kind())) + "   " + style.bold(places(hazard))
                + (hazard.exact() ? "" : style.dim("   at most: " + basis(hazard))));
        lines.add(party("first", hazard.prior(), hazard.resource()));
        sites.stream().limit(1).forEach(site -> site(site, lines));
        lines.add(party("then", hazard.current(), hazard.resource()));
        sites.stream().skip(1).forEach(site -> site(site, lines));
        lines.add(INDENT + "missing  " + hazard.missing().words());
        CureText cure = syntax.text(hazard.cure());
        String label = cure.note() ? "note     " : "add      ";
        for (String line : cure.text().lines().toList()) {
            lines.add(INDENT + label + style.hint(line));
            label = " ".repeat(label.length());
        }
        return lines;
    }

    private void site(HazardSite site, List<String> lines) {
        List<String> parts = new ArrayList<>();
        CodeSite code = site.code();
        if (site.frame() != null) {
            parts.add("frame " + site.frame());
        }
        if (code.pipeline() != null) {
            parts.add("pipeline " + code.pipeline());
        }
        if (site.shader() != null) {
            parts.add("shader " + site.shader());
        }
        site.bindings().forEach(name -> parts.add(binding(name)));
        if (!parts.isEmpty()) {
            lines.add(INDENT + "         " + style.dim(String.join(", ", parts)));
        }
    }

    private static String binding(String name) {
        DescriptorName descriptor = DescriptorName.parse(name);
        return descriptor == null
                ? AddressName.matches(name) ? "by address (" + name + " of the import)" : "binding " + name
                : "set " + descriptor.set() + " binding " + descriptor.binding()
                        + (descriptor.element() == 0 ? "" : " element " + descriptor.element());
    }

    /** What a hazard rests on that is not known exactly. */
    private static String basis(Hazard hazard) {
        List<Hazard.Party> guessed = Stream.of(hazard.prior(), hazard.current())
                .filter(party -> party.origin().approximate())
                .toList();
        if (guessed.isEmpty()) {
            return "not all of what is accessed is known";
        }
        return guessed.stream().allMatch(party -> (party.stages() & ~ATTACHMENT_STAGES) == 0)
                ? "it rests on whole viewports, of which the draws may cover less"
                : "it rests on whole bindings, of which the shaders may access less";
    }

    private String party(String when, Hazard.Party party, String resource) {
        String label = party.origin().label();
        String by = party.resource().equals(resource) ? "" : " by " + party.resource();
        return INDENT + when + " ".repeat(9 - when.length()) + party.id() + " " + party.command()
                + (label == null ? "" : " \"" + label + "\"") + ", " + party.what() + by
                + (party.agent() == Hazard.Agent.HOST || party.agent() == Hazard.Agent.DISPLAY
                        ? ""
                        : " on " + party.queue())
                + style.dim("   " + party.origin().where());
    }

    private static String places(Hazard hazard) {
        Hazard.Subresource sub = hazard.subresource();
        if (sub == null) {
            String range = FindingsSection.bytes(hazard.resource(), hazard.offset(), hazard.size());
            return hazard.bytes() == hazard.size() ? range : range + ", " + Quantity.bytes(hazard.bytes()) + " of them";
        }
        return hazard.resource() + " " + sub.words();
    }
}
