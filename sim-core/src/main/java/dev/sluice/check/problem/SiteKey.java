// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.problem;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stages;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * What tells the code that recorded a command from other code: the command, its debug labels, its pipeline and shader, and of a
 * layout transition the layouts. Frames and submissions that record it again have the same.
 *
 * @param labels with numbers that stand alone left out
 * @param bindings without the element of an array of descriptors
 * @param captured whether pipelines and shaders may be named after handles
 */
record SiteKey(
        Hazard.Agent agent,
        String command,
        String transition,
        String labels,
        String pipeline,
        String shader,
        List<String> bindings,
        boolean captured) {
    private static final Pattern ELEMENT = Pattern.compile("(?<=\\d)e\\d+$");

    static SiteKey of(HazardSite site) {
        Hazard.Party party = site.party();
        return new SiteKey(
                party.agent(),
                party.command(),
                party.agent() == Hazard.Agent.TRANSITION ? party.what() : "",
                StableText.labels(site.labels()),
                Objects.toString(site.code().pipeline(), ""),
                Objects.toString(site.shader(), ""),
                site.bindings().stream()
                        .map(name -> ELEMENT.matcher(name).replaceFirst(""))
                        .distinct()
                        .toList(),
                captured(site));
    }

    static boolean captured(HazardSite site) {
        return site.code().captureIndex() != null;
    }

    /** Adds what stays the same when something else changes. */
    void addTo(List<String> parts) {
        parts.add(agent.name());
        parts.add(command);
        parts.add(transition);
        parts.add(labels);
        parts.add(StableText.object(pipeline, captured));
        parts.add(StableText.object(shader, captured));
        parts.add(String.join(" ", bindings));
    }

    /** Adds the stages and accesses of a site. */
    static void accesses(HazardSite site, List<String> parts) {
        parts.add(Stages.text(site.party().stages()));
        parts.add(Accesses.text(site.party().access()));
    }
}
