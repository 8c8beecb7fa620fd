package dev.sluice.machine.cache.policy;

/** Which ways of a set may be evicted: a line with an outstanding fill may not. */
@FunctionalInterface
public interface Candidates {

    boolean evictable(int set, int way);
}
