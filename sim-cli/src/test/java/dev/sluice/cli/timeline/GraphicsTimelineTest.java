// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

/** The timeline of a run that draws, with layout transitions. */
class GraphicsTimelineTest extends TimelineContract {

    GraphicsTimelineTest() {
        super("color-write-sampled-read-cured");
    }
}
