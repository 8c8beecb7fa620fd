// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.problem;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.MissingHalf;
import java.util.ArrayList;
import java.util.List;

/**
 * Why there is a hazard: two sites that something is missing between.
 *
 * @param family what the names of the resources have in common
 */
record Cause(SiteKey prior, SiteKey current, String family, MissingHalf missing) {
    static Cause of(IdentifiedHazard one) {
        Hazard hazard = one.hazard();
        return new Cause(
                SiteKey.of(one.prior()),
                SiteKey.of(one.current()),
                StableText.family(hazard.resource()),
                hazard.missing());
    }

    /** What stays the same of it when something else changes. */
    List<String> stable() {
        List<String> parts = new ArrayList<>();
        prior.addTo(parts);
        current.addTo(parts);
        parts.add(family);
        parts.add(missing.name());
        return parts;
    }
}
