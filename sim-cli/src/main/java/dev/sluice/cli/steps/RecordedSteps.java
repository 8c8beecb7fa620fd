// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.page.Page;
import dev.sluice.cli.report.Quantity;
import dev.sluice.machine.Simulation;
import dev.sluice.result.RunResult;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A recording as it was made.
 *
 * @param head its head, as JSON
 * @param packed its steps, packed by gzip
 */
public record RecordedSteps(String head, byte[] packed) {

    /** The module that a page with a recording runs. */
    private static final String ENTRY = "sluice/stepper/main.js";

    /** Its style sheets, the later ones over the earlier. */
    private static final List<String> STYLES =
            List.of("stepper", "toolbar", "panels", "device", "parts", "bytes", "tables", "side", "narrow");

    /** What was recorded of a run that is over. */
    public static RecordedSteps of(
            StepRecorder recorder, LoadedRun loaded, RunResult result, Simulation machine, String version) {
        return of(recorder, StepSource.of(loaded), result, machine, version);
    }

    /** What was recorded of a run, or a replay, that is over. */
    public static RecordedSteps of(
            StepRecorder recorder, StepSource source, RunResult result, Simulation machine, String version) {
        byte[] packed = recorder.packed();
        return new RecordedSteps(new StepHead(recorder, source).text(result, machine, version), packed);
    }

    /** How much was recorded, and why no more, for a person. */
    public String summary() {
        JsonNode read = JsonMapper.shared().readTree(head);
        return Quantity.plural(read.path("steps").asInt(), "step") + ", cycles "
                + Quantity.count(read.path("firstCycle").asLong()) + " to "
                + Quantity.count(read.path("lastCycle").asLong())
                + end(read);
    }

    /** Why a recording ended before its run, or went on although it was to end; empty where there is nothing to say. */
    public static String end(JsonNode head) {
        return switch (head.path("cut").asString()) {
            case "" ->
                missed(head) ? "; the run never came to --to " + head.path("to").asString() : "";
            case "maxSteps" -> "; then --max-steps was reached, --from shows what follows";
            case "to" -> "; --to ended it";
            default -> "; the run was cut off";
        };
    }

    /** Whether a command was to end the recording that the whole run did not come to. */
    public static boolean missed(JsonNode head) {
        return head.path("cut").asString().isEmpty()
                && head.path("to").asString().contains(".");
    }

    /** The recording, to be read. */
    public StepRecording open() {
        return StepRecording.of(head, packed);
    }

    /** A page of one file that steps through the recording. */
    public String page(String title) {
        return page(title, null);
    }

    /**
     * The same with a lesson beside the picture.
     *
     * @param lesson JSON as docs/stepping.md has it; null for none
     */
    public String page(String title, @Nullable String lesson) {
        StringWriter out = new StringWriter();
        Page page = new Page(title, ENTRY);
        STYLES.forEach(style -> page.style("stepper/" + style + ".css"));
        page.json("steps-head", head).bytes("steps", packed);
        if (lesson != null) {
            page.json("lesson", lesson);
        }
        try {
            page.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }
}
