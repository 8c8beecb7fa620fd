// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.view;

/**
 * A column of a table.
 *
 * @param name its name, one within its table
 * @param type what it holds
 * @param meaning what it says, for a person
 */
public record Column(String name, ColumnType type, String meaning) {}
