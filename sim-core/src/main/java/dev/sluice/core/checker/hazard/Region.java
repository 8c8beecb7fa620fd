package dev.sluice.core.checker.hazard;

/** Some places of a space. */
record Region(Space space, Intervals where) {}
