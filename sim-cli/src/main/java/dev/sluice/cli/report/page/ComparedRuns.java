// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report.page;

import dev.sluice.cli.compare.ResultDifference;
import dev.sluice.cli.compare.ResultFile;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.output.DifferenceJson;
import dev.sluice.cli.output.JsonDocument;
import dev.sluice.cli.output.ResultJson;
import dev.sluice.cli.run.StreamRun;
import tools.jackson.databind.node.ObjectNode;

/**
 * The page of two runs.
 *
 * @param version Sluice's
 */
public record ComparedRuns(String version) {

    /** The page of two results of earlier runs, as HTML. */
    public String page(ResultDifference difference) {
        ResultFile a = difference.a();
        ResultFile b = difference.b();
        return ReportPage.of(
                new PageRun(JsonDocument.of((ObjectNode) a.root()), null, null),
                a.file(),
                new PageRun(JsonDocument.of((ObjectNode) b.root()), null, null),
                b.file(),
                DifferenceJson.text(difference, version),
                version);
    }

    /**
     * The page of two runs, as HTML.
     *
     * @param fileOfA the first stream as the user named it
     * @param fileOfB the second one
     */
    public String page(LoadedRun a, StreamRun ranA, String fileOfA, LoadedRun b, StreamRun ranB, String fileOfB) {
        JsonDocument resultOfA = result(a, ranA);
        JsonDocument resultOfB = result(b, ranB);
        ResultDifference difference = new ResultDifference(
                new ResultFile(name(a, b), resultOfA.relativeTo(fileOfA).tree()),
                new ResultFile(name(b, a), resultOfB.relativeTo(fileOfB).tree()));
        return ReportPage.of(
                new PageRun(resultOfA, ranA.machine().details(), fileOfA),
                name(a, b),
                new PageRun(resultOfB, ranB.machine().details(), fileOfB),
                name(b, a),
                DifferenceJson.text(difference, version),
                version);
    }

    private JsonDocument result(LoadedRun loaded, StreamRun run) {
        return ResultJson.of(run.result(), version, run.timing(), null, loaded.leftOut(), null, loaded.provenance());
    }

    /** What tells one run from the other. */
    private static String name(LoadedRun one, LoadedRun other) {
        if (!one.stream().name().equals(other.stream().name())) {
            return one.stream().name();
        }
        if (!one.device().name().equals(other.device().name())) {
            return one.stream().name() + " on " + one.device().name();
        }
        return one.profile().name().equals(other.profile().name())
                ? one.stream().name()
                : one.stream().name() + " with " + one.profile().name();
    }
}
