package dev.sluice.core.barrier;

/**
 * A profile's words about deferred actions. {@link PendingActions} does what they say.
 *
 * @param rule what the prefixes mean
 * @param reset what a command buffer starts and ends with
 */
public record PendingRule(String rule, String reset) {}
