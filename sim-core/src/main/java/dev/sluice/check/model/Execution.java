// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

/**
 * One consistent execution.
 *
 * @param ordering its relations
 * @param readsFrom what its reads find
 */
public record Execution(Ordering ordering, ReadsFrom readsFrom) {}
