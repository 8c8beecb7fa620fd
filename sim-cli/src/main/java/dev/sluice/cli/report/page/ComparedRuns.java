// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report.page;

import dev.sluice.cli.compare.ResultDifference;
import dev.sluice.cli.compare.ResultFile;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.output.DifferenceJson;
import dev.sluice.cli.output.RelativePaths;
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
                new PageRun((ObjectNode) a.root(), null, null),
                a.file(),
                new PageRun((ObjectNode) b.root(), null, null),
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
        ObjectNode treeOfA = tree(a, ranA);
        ObjectNode treeOfB = tree(b, ranB);
        PageRun pageOfA = new PageRun(treeOfA, ranA.machine().details(), fileOfA);
        PageRun pageOfB = new PageRun(treeOfB, ranB.machine().details(), fileOfB);
        RelativePaths.shorten(treeOfA, fileOfA);
        RelativePaths.shorten(treeOfB, fileOfB);
        ResultDifference difference =
                new ResultDifference(new ResultFile(name(a, b), treeOfA), new ResultFile(name(b, a), treeOfB));
        return ReportPage.of(
                pageOfA, name(a, b), pageOfB, name(b, a), DifferenceJson.text(difference, version), version);
    }

    private ObjectNode tree(LoadedRun loaded, StreamRun run) {
        return ResultJson.tree(run.result(), version, run.timing(), null, loaded.leftOut(), null, loaded.provenance());
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
