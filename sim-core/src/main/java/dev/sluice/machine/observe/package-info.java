/** What watches a run: observers and their events (no-op by default), and the milestones that say what a request waited for. */
@NullMarked
package dev.sluice.machine.observe;

import org.jspecify.annotations.NullMarked;
