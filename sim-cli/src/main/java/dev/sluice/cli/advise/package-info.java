/** Advice on barriers: candidates are proven by the checker, priced by simulation, and written back into the stream. */
@NullMarked
package dev.sluice.cli.advise;

import org.jspecify.annotations.NullMarked;
