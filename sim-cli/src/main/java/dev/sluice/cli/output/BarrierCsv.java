// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.result.RunResult;
import java.util.Map;

/** The CSV files that say why barriers cost what they did: who waited for whom, and which resources were moved. */
final class BarrierCsv {

    private BarrierCsv() {}

    static void addTo(Map<String, String> files, RunResult result) {
        files.put("barrier_waits.csv", waits(result));
        files.put("barrier_resources.csv", resources(result));
    }

    private static String waits(RunResult result) {
        Csv csv = new Csv(
                "barrier",
                "relation",
                "command",
                "stage",
                "until",
                "cycles",
                "otherwiseReady",
                "alsoWaitedForCommand",
                "alsoWaitedForStage");
        for (RunResult.BarrierResult barrier : result.barriers()) {
            for (RunResult.Milestone m : barrier.waitedFor()) {
                csv.row(barrier.id(), "waitedFor", m.command(), m.stage(), m.until(), null, null, null, null);
            }
            for (RunResult.HeldBack held : barrier.heldBack()) {
                RunResult.Milestone also = held.alsoWaitedFor();
                csv.row(
                        barrier.id(),
                        "heldBack",
                        held.command(),
                        held.stage(),
                        held.otherwiseReady() + held.cycles(),
                        held.cycles(),
                        held.otherwiseReady(),
                        also == null ? null : also.command(),
                        also == null ? null : also.stage());
            }
        }
        return csv.toString();
    }

    private static String resources(RunResult result) {
        Csv csv = new Csv(
                "barrier",
                "kind",
                "cache",
                "startCycle",
                "resource",
                "dirtyLines",
                "writtenBackBytes",
                "misses",
                "bytes");
        for (RunResult.BarrierResult barrier : result.barriers()) {
            for (RunResult.ActionResult action : barrier.actions()) {
                action.dirtyLinesByResource()
                        .keySet()
                        .forEach(resource -> csv.row(written(barrier.id(), action, resource)));
                action.writtenBackBytesByResource().keySet().stream()
                        .filter(resource -> !action.dirtyLinesByResource().containsKey(resource))
                        .forEach(resource -> csv.row(written(barrier.id(), action, resource)));
            }
            for (RunResult.Refill refill : barrier.refills()) {
                csv.row(
                        barrier.id(),
                        "refill",
                        refill.cache(),
                        null,
                        refill.resource(),
                        null,
                        null,
                        refill.misses(),
                        refill.bytes());
            }
        }
        return csv.toString();
    }

    private static @org.jspecify.annotations.Nullable Object[] written(
            String barrier, RunResult.ActionResult action, String resource) {
        return new Object[] {
            barrier,
            action.kind(),
            action.cache(),
            action.startCycle(),
            resource,
            action.dirtyLinesByResource().getOrDefault(resource, 0L),
            action.writtenBackBytesByResource().getOrDefault(resource, 0L),
            null,
            null
        };
    }
}
