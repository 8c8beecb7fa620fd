package dev.sluice.cli.advise;

import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.report.Findings;
import dev.sluice.cli.run.StreamRun;
import dev.sluice.core.command.BufferDeclaration;
import dev.sluice.core.command.ImageDeclaration;
import dev.sluice.core.command.StreamProgram;
import dev.sluice.core.stats.RunResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Compares what two runs left in memory, and what the host read. */
public final class SameBytes {
    private SameBytes() {}

    /** What differs, a line each; empty if nothing does. */
    public static List<String> differences(LoadedRun stream, StreamRun was, StreamRun now) {
        List<String> differences = new ArrayList<>();
        StreamProgram program = stream.stream();
        String device = stream.device().name();
        List<String> names = new ArrayList<>();
        program.buffers().stream().map(BufferDeclaration::name).forEach(names::add);
        program.images().stream().map(ImageDeclaration::name).forEach(names::add);
        for (String name : names) {
            int at = Arrays.mismatch(was.machine().contents(name), now.machine().contents(name));
            if (at >= 0) {
                differences.add(name + " differs on " + device + " from byte " + at + " on");
            }
        }
        if (!checks(was.result()).equals(checks(now.result()))) {
            differences.add("the host reads other values on " + device);
        }
        if (Findings.none(was.result()) && !Findings.none(now.result())) {
            differences.add("a run on " + device + " has findings that it had not");
        }
        return differences;
    }

    private static List<String> checks(RunResult result) {
        return result.checks().stream().map(check -> check.ok() + " " + check.got()).toList();
    }
}
