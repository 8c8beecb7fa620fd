// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.analysis;

/**
 * Why a sector missed (Hill and Smith, Evaluating Associativity in CPU Caches, IEEE Transactions on Computers, 1989, for the first
 * three).
 */
public enum MissKind {
    /** No cache of this size had ever held it. */
    COMPULSORY,
    /** A fully associative cache of the same size that evicts the least recently used line had lost it too. */
    CAPACITY,
    /** Such a cache still has it. */
    CONFLICT,
    /** It was there, and an invalidation or an access that went past took it away. */
    COHERENCE
}
