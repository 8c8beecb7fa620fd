// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.barriers;

import dev.sluice.result.RunResult;

/**
 * A declared barrier with its cost.
 *
 * @param order its place among all barriers of the run
 * @param shareOfFrame the part of its frame's time during which it stalled, 0 to 1
 */
public record BarrierRow(int order, RunResult.BarrierResult barrier, BarrierCost cost, double shareOfFrame) {}
