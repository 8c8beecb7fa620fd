/** What a program is: commands, host operations, declarations of memory, buffers and images, coverage. */
@NullMarked
package dev.sluice.program;

import org.jspecify.annotations.NullMarked;
