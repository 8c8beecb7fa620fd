/** What a sweep leaves: tables, a report, and a page with plots. */
@NullMarked
package dev.sluice.cli.sweep.outcome;

import org.jspecify.annotations.NullMarked;
