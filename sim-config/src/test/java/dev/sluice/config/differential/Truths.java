// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import dev.sluice.Sluice;
import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.hazard.HazardReport;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.config.profile.Profiles;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.program.StreamProgram;
import dev.sluice.result.RunResult;
import java.nio.charset.StandardCharsets;

/** What checker and machine say of a stream. */
final class Truths {

    private final GpuSpec device;
    private final StreamProgram program;

    Truths(GpuSpec device, String stream) {
        this.device = device;
        this.program = StreamReader.read("case.yaml", stream.getBytes(StandardCharsets.UTF_8), null)
                .resolve(device);
    }

    /** Whether the checker finds no data race, and nothing that it could not follow. */
    boolean clean() {
        HazardReport report = HazardChecker.check(program, DeviceFacts.of(device));
        return report.raceFree() && report.notes().isEmpty();
    }

    /** What the machine finds first, its kind before all; empty if it is nothing. */
    String finding(long seed) {
        RunResult result = run(seed);
        if (!result.staleReads().isEmpty()) {
            return result.staleReads().get(0).toString();
        }
        return result.lostWrites().isEmpty() ? "" : result.lostWrites().get(0).toString();
    }

    /** Whether the machine finds something of the same kind, missing the same, and no image in another layout than is said. */
    boolean finds(String finding, long seed) {
        String found = finding(seed);
        return kind(found).equals(kind(finding))
                && run(seed).notes().stream().noneMatch(note -> note.contains(" is in layout "));
    }

    private static String kind(String finding) {
        int missing = finding.indexOf("missing=");
        int end = finding.indexOf(',', missing);
        return finding.substring(0, Math.min(5, finding.length()))
                + (missing < 0 || end < 0 ? "" : finding.substring(missing, end));
    }

    private RunResult run(long seed) {
        return Sluice.simulation(
                        device,
                        Profiles.load(device.barrierProfile()),
                        program,
                        new RunOptions(false, seed, SimObserver.NONE))
                .run();
    }
}
