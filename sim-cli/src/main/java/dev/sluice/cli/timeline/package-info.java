/** Timelines of runs for trace viewers: Perfetto's binary format, and Chrome's JSON with the same content. */
@NullMarked
package dev.sluice.cli.timeline;

import org.jspecify.annotations.NullMarked;
