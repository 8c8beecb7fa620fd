/** What each command of a program accesses: spaces, runs of bytes and texels, footprints of kernels, draws, passes and transfers. */
@NullMarked
package dev.sluice.check.trace;

import org.jspecify.annotations.NullMarked;
