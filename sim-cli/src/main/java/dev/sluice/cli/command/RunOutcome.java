// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.barriers.BarrierTable;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.output.BarrierTableFiles;
import dev.sluice.cli.output.CheckCsv;
import dev.sluice.cli.output.CsvFiles;
import dev.sluice.cli.output.EnergyCsv;
import dev.sluice.cli.output.JsonDocument;
import dev.sluice.cli.output.ResultJson;
import dev.sluice.cli.report.RunFindings;
import dev.sluice.cli.run.StreamCheck;
import dev.sluice.cli.run.StreamRun;
import dev.sluice.energy.EnergyEstimate;
import dev.sluice.result.RunResult;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came out of a run, with all that was worked out from it.
 *
 * @param loaded what ran
 * @param run the run, its findings judged
 * @param check what {@code --strict} found; null if nobody looked
 * @param table what {@code --barriers} asks for; null without it
 * @param energy what {@code --energy} asks for; null without it
 */
record RunOutcome(
        LoadedRun loaded,
        StreamRun run,
        @Nullable StreamCheck check,
        @Nullable BarrierTable table,
        @Nullable EnergyEstimate energy) {

    RunResult result() {
        return run.result();
    }

    /** The result file. */
    JsonDocument json(String version) {
        return ResultJson.of(result(), version, run.timing(), check, loaded.leftOut(), table, loaded.provenance());
    }

    /** The files of {@code --csv}, by name. */
    Map<String, String> tables() {
        Map<String, String> files = CsvFiles.of(result());
        if (table != null) {
            BarrierTableFiles.addTo(files, table);
        }
        if (check != null) {
            CheckCsv.addTo(files, check);
        }
        if (energy != null) {
            EnergyCsv.addTo(files, energy);
        }
        return files;
    }

    /** What it means to whoever called the program. */
    int exitCode() {
        int code = exitCode(result());
        return code == ExitCode.CLEAN && check != null && !check.clean() ? ExitCode.FINDINGS : code;
    }

    /** What a result means to whoever called the program. */
    static int exitCode(RunResult result) {
        if (result.cut() != null) {
            return ExitCode.CUT;
        }
        if (result.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        return RunFindings.none(result) ? ExitCode.CLEAN : ExitCode.FINDINGS;
    }
}
