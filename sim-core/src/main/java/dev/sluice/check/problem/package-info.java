/**
 * Puts hazards that have one cause together, says of each where in the program it stands, and gives hazards, problems and lint
 * findings ids that stay the same when something else in the program changes.
 */
@NullMarked
package dev.sluice.check.problem;

import org.jspecify.annotations.NullMarked;
