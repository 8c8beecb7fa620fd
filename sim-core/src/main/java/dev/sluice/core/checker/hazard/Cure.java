package dev.sluice.core.checker.hazard;

import dev.sluice.core.command.Barrier;

/**
 * A barrier that cures a hazard.
 *
 * @param barrier the smallest that does
 * @param before the command that it goes before
 */
public record Cure(Barrier barrier, String before) {}
