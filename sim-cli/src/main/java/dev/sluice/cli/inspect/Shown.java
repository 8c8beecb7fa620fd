// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import java.util.List;

/**
 * What a request to show comes to on a machine.
 *
 * @param parts at least one
 * @param set the set of a cache; -1 for any
 * @param address an address whose line is asked for; -1 for any
 * @param tables the tables, at least one
 */
record Shown(List<MachineState.Part> parts, int set, long address, List<String> tables) {}
