/** A simulation as those who run one see it: what it is asked, with which options, and whose eyes look at its images. */
@NullMarked
package dev.sluice.machine;

import org.jspecify.annotations.NullMarked;
