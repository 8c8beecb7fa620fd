/** Reports for a person: text, tables, units, bars. */
@NullMarked
package dev.sluice.cli.report;

import org.jspecify.annotations.NullMarked;
