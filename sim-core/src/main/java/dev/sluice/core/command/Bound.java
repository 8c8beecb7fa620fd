package dev.sluice.core.command;

/** What stands behind a kernel's binding. */
public sealed interface Bound permits BufferRange, ImageBinding {}
