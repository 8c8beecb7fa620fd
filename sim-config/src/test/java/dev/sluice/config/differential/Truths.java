package dev.sluice.config.differential;

import dev.sluice.config.profile.Profiles;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.core.Sluice;
import dev.sluice.core.checker.hazard.DeviceFacts;
import dev.sluice.core.checker.hazard.HazardChecker;
import dev.sluice.core.checker.hazard.HazardReport;
import dev.sluice.core.command.StreamProgram;
import dev.sluice.core.gpu.GpuSpec;
import dev.sluice.core.gpu.RunOptions;
import dev.sluice.core.observe.SimObserver;
import dev.sluice.core.stats.RunResult;
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
