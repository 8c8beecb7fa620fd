/** The commands of the program, one class each: options in, an exit code out. */
@NullMarked
package dev.sluice.cli.command;

import org.jspecify.annotations.NullMarked;
