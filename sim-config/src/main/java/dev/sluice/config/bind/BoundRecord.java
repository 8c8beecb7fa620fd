// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

/**
 * A record read from a file, with the places of everything in it.
 *
 * @param <T> the record's type
 * @param value the record
 * @param where the places of it and of the records inside it
 */
public record BoundRecord<T>(T value, Located where) {}
