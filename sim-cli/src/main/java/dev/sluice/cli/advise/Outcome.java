// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.report.RunFindings;
import dev.sluice.cli.run.StreamRun;
import dev.sluice.config.source.Sha256;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.result.RunFinding;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run left: the bytes of all buffers and images as digests, what the host read, and whether there were findings.
 *
 * @param digests of the newest copy of every byte, by buffer and image
 * @param checks outcomes of the host's expectations
 * @param clean whether the run had no findings
 * @param first the first lost write, or else the first stale read, and what it missed, in words; empty for none
 */
public record Outcome(Map<String, String> digests, List<String> checks, boolean clean, String first) {

    /** Of a run that followed bytes. */
    public static Outcome of(LoadedRun stream, StreamRun run) {
        List<String> names = new ArrayList<>();
        stream.stream().buffers().stream().map(BufferDeclaration::name).forEach(names::add);
        stream.stream().images().stream().map(ImageDeclaration::name).forEach(names::add);
        Map<String, String> digests = new LinkedHashMap<>();
        names.forEach(name -> digests.put(name, Sha256.of(run.machine().contents(name))));
        return new Outcome(
                digests,
                run.result().checks().stream()
                        .map(check -> check.ok() + " " + check.got())
                        .toList(),
                RunFindings.none(run.result()),
                first(run.result()));
    }

    private static String first(RunResult result) {
        if (!result.lostWrites().isEmpty()) {
            RunFinding.LostWrite lost = result.lostWrites().get(0);
            return "a write of " + lost.writer() + " to " + lost.resource() + " is lost: " + lost.missing();
        }
        if (!result.staleReads().isEmpty()) {
            RunFinding.StaleRead stale = result.staleReads().get(0);
            return stale.reader() + " reads " + stale.resource() + " stale: " + stale.missing();
        }
        return "";
    }

    /** What differs after another run of the same stream, a line each; empty if nothing does. */
    public List<String> differences(Outcome other) {
        List<String> differences = new ArrayList<>();
        digests.forEach((name, digest) -> {
            if (!digest.equals(other.digests.get(name))) {
                differences.add(name + " has other bytes");
            }
        });
        if (!checks.equals(other.checks)) {
            differences.add("the host reads other values");
        }
        if (clean && !other.clean) {
            differences.add(
                    "the run has findings that it had not" + (other.first.isEmpty() ? "" : " (" + other.first + ")"));
        }
        return differences;
    }

    /** What differs after another run of the same stream on a device, which is named in each line. */
    public List<String> differences(Outcome other, String device) {
        return differences(other).stream().map(line -> line + " on " + device).toList();
    }
}
