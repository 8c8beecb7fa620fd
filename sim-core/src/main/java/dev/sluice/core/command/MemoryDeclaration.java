package dev.sluice.core.command;

/**
 * An allocation.
 *
 * @param typeIndex the memory type, found by the search loop of seed 001
 */
public record MemoryDeclaration(String name, long size, int typeIndex, Origin origin) {}
