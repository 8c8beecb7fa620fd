// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The timeline of a run whose barrier makes a cache fetch its lines again. */
class RefillTimelineTest extends TimelineContract {

    RefillTimelineTest() {
        super("stale-l1-cured-barrier");
    }

    @Test
    void aBarrierHasARefillBehindItsRelease() {
        assertThat(timeline.slices("barrier"))
                .anyMatch(slice -> slice.begin().name().equals("refill of submit0.5"));
    }
}
