// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.problem;

import dev.sluice.check.hazard.Hazard;

/**
 * A hazard that can be told from others and found again.
 *
 * @param id the same in every run, and when commands that have nothing to do with it are added or taken away
 */
public record IdentifiedHazard(String id, Hazard hazard, HazardSite prior, HazardSite current) {}
