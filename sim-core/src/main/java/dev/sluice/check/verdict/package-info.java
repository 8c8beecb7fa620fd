/**
 * Judges each dependency of a stream: whether something needs it, and how much of it. It asks the hazard checker what would
 * be unordered without it.
 */
@NullMarked
package dev.sluice.check.verdict;

import org.jspecify.annotations.NullMarked;
