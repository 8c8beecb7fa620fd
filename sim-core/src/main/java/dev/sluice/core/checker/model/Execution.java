package dev.sluice.core.checker.model;

/**
 * One consistent execution.
 *
 * @param ordering its relations
 * @param modificationOrder all its scoped modification orders together
 * @param readsFrom what its reads find
 */
public record Execution(Ordering ordering, Relation modificationOrder, ReadsFrom readsFrom) {}
