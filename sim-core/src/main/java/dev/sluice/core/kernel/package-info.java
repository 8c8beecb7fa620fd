/** The access program that stands for a shader, and its interpreter. */
@NullMarked
package dev.sluice.core.kernel;

import org.jspecify.annotations.NullMarked;
