// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

/** Which ways of a set may be evicted: a line with an outstanding fill may not. */
@FunctionalInterface
public interface WayCandidates {

    boolean evictable(int set, int way);
}
