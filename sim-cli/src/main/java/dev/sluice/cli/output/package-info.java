/** Reports for programs: JSON and CSV, written whole or not at all. */
@NullMarked
package dev.sluice.cli.output;

import org.jspecify.annotations.NullMarked;
