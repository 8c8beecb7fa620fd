/** The access program that stands for a shader, and its interpreter. */
@NullMarked
package dev.sluice.program.kernel;

import org.jspecify.annotations.NullMarked;
