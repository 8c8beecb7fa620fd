/** Which images a command uses, how, and in which layout it needs them. */
@NullMarked
package dev.sluice.check.image;

import org.jspecify.annotations.NullMarked;
