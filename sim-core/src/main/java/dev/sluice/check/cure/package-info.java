/**
 * Cures proven: each is applied to the program and the program checked again, before anybody is shown it. A cure that does
 * not mend its hazard, or brings another one, is completed by what it lacks, and else the next one is tried.
 */
@NullMarked
package dev.sluice.check.cure;

import org.jspecify.annotations.NullMarked;
