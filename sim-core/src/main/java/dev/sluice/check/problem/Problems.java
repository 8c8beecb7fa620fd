// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.problem;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.trace.AccessTrace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The hazards of a stream, and the problems that they come from.
 *
 * @param hazards in the order in which they were found
 * @param problems those that are certain first, then in the order of their first hazards
 */
public record Problems(List<IdentifiedHazard> hazards, List<Problem> problems) {
    public Problems {
        hazards = List.copyOf(hazards);
        problems = List.copyOf(problems);
    }

    /** Identifies the hazards of a stream and groups them by cause. */
    public static Problems of(AccessTrace trace, List<Hazard> found) {
        Sites sites = new Sites(trace);
        Ids ids = new Ids();
        List<IdentifiedHazard> hazards = new ArrayList<>();
        for (Hazard hazard : found) {
            HazardSite prior = sites.of(hazard, hazard.prior());
            HazardSite current = sites.of(hazard, hazard.current());
            hazards.add(new IdentifiedHazard(ids.next(identity(hazard, prior, current)), hazard, prior, current));
        }
        return grouped(hazards);
    }

    /** Some of the hazards, grouped by cause. */
    public Problems only(List<IdentifiedHazard> some) {
        return grouped(some);
    }

    private static Problems grouped(List<IdentifiedHazard> hazards) {
        Map<Cause, List<IdentifiedHazard>> causes = new LinkedHashMap<>();
        hazards.forEach(one -> causes.computeIfAbsent(Cause.of(one), cause -> new ArrayList<>())
                .add(one));
        Ids ids = new Ids();
        List<Problem> problems = new ArrayList<>();
        causes.forEach((cause, members) -> {
            List<IdentifiedHazard> certainFirst = new ArrayList<>(members);
            certainFirst.sort(Comparator.comparing(one -> !one.hazard().exact()));
            problems.add(new Problem(ids.next(cause.stable()), cause.family(), certainFirst));
        });
        problems.sort(Comparator.comparing(problem -> !problem.exact()));
        return new Problems(hazards, problems);
    }

    private static List<String> identity(Hazard hazard, HazardSite prior, HazardSite current) {
        List<String> parts = new ArrayList<>();
        parts.add(hazard.kind().name());
        parts.add(hazard.missing().name());
        SiteKey.of(prior).addTo(parts);
        SiteKey.accesses(prior, parts);
        SiteKey.of(current).addTo(parts);
        SiteKey.accesses(current, parts);
        parts.add(StableText.object(hazard.resource(), SiteKey.captured(current)));
        Hazard.Subresource part = hazard.subresource();
        parts.add(part == null ? "" : part.aspect() + " " + part.level() + " " + part.layer());
        return parts;
    }
}
