/** A run, or two, as a page for a browser: the data that its modules under {@code web/report} draw. */
@NullMarked
package dev.sluice.cli.report.page;

import org.jspecify.annotations.NullMarked;
