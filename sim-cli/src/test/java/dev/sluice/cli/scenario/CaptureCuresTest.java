// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.check.cure.CureProver;
import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.hazard.HazardReport;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.edit.Cure;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cures of the hazards of the shipped captures: each by itself leaves fewer hazards of its two commands, and brings none. */
final class CaptureCuresTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ffmpeg-libplacebo.yaml",
                "fillcopy-dispatch.jsonl",
                "fillcopy-good.jsonl",
                "fillcopy-raw.jsonl",
                "fillcopy-waw.jsonl"
            })
    void a_printed_cure_cures(String capture) {
        LoadedRun run = Inputs.run("../configs/streams/captures/" + capture, new Inputs.Choice(null, null, null));
        DeviceFacts facts = DeviceFacts.of(run.device());
        AccessTrace trace = AccessTrace.of(run.stream(), facts);
        HazardReport found = CureProver.proven(trace, HazardChecker.check(trace));
        Map<List<String>, Long> before = bytes(found);
        for (Hazard hazard : found.hazards()) {
            Cure cure = hazard.cure();
            assertThat(cure).isNotInstanceOf(Cure.Unchecked.class);
            if (!CureProver.checked(cure)) {
                continue;
            }
            StreamProgram cured = Objects.requireNonNull(CureProver.applied(trace, List.of(cure)));
            Map<List<String>, Long> after = bytes(HazardChecker.check(AccessTrace.of(cured, facts)));
            assertThat(after.getOrDefault(key(hazard), 0L)).as("%s", cure).isLessThan(before.get(key(hazard)));
            after.forEach((pair, left) ->
                    assertThat(left).as("%s by %s", pair, cure).isLessThanOrEqualTo(before.getOrDefault(pair, 0L)));
        }
    }

    private static Map<List<String>, Long> bytes(HazardReport report) {
        Map<List<String>, Long> bytes = new HashMap<>();
        report.hazards().forEach(hazard -> bytes.merge(key(hazard), hazard.bytes(), Long::sum));
        return bytes;
    }

    /** Places in the input: ids shift with the commands that are inserted. */
    private static List<String> key(Hazard hazard) {
        String prior = hazard.prior().origin().where() + hazard.prior().command();
        String current = hazard.current().origin().where() + hazard.current().command();
        return prior.compareTo(current) < 0
                ? List.of(prior, current, hazard.resource())
                : List.of(current, prior, hazard.resource());
    }
}
