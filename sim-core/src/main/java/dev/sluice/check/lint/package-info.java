/**
 * Checks of a command stream beside its hazards: validity, likely mistakes, waste ({@code docs/lint.md}).
 *
 * <p>{@link dev.sluice.check.lint.StreamWalk} walks a stream once and tells every rule what comes; a class of rules keeps
 * what state it needs and writes to {@link dev.sluice.check.lint.Findings}.
 */
@org.jspecify.annotations.NullMarked
package dev.sluice.check.lint;
