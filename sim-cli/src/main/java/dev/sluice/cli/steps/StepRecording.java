// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A recording of the steps of a run, read: what happened in each step, and the machine's state after it.
 *
 * <p>Steps are numbered from 0, which is the state before the first recorded event. {@code docs/step-recording.md} describes the
 * format and what the tables hold.
 */
public final class StepRecording {

    /**
     * A part of the machine.
     *
     * @param name its name, for example {@code l2[0]}
     * @param kind what it is, for example {@code cache}
     * @param group what it is one of, for example {@code l2}
     * @param below names of the parts and groups to which it sends requests
     * @param tables the names of its tables
     */
    public record Part(String name, String kind, String group, List<String> below, List<String> tables) {}

    /**
     * A row that a step changed.
     *
     * @param part whose row
     * @param table of which table
     * @param row its number
     * @param before what it held; null if it was absent
     * @param after what it holds; null if it is gone
     */
    public record Change(
            String part, String table, long row, @Nullable StepValues before, @Nullable StepValues after) {}

    private final JsonNode head;
    private final StepSchema schema;
    private final StepLog log;

    private StepRecording(JsonNode head, StepSchema schema, StepLog log) {
        this.head = head;
        this.schema = schema;
        this.log = log;
    }

    /**
     * Reads a recording.
     *
     * @param headText its head, as JSON
     * @param packed its steps
     * @throws IllegalArgumentException if it is none, or of another version
     */
    public static StepRecording of(String headText, byte[] packed) {
        JsonNode head;
        try {
            head = JsonMapper.shared().readTree(headText);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("the head of a step recording is JSON: " + e.getOriginalMessage(), e);
        }
        String format = head.path("format").asString();
        if (!format.equals(StepHead.FORMAT)) {
            throw new IllegalArgumentException(
                    "a step recording of format '" + format + "', not '" + StepHead.FORMAT + "'");
        }
        StepSchema schema = new StepSchema(head);
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            byte[] bytes = in.readAllBytes();
            return new StepRecording(head, schema, new StepLog(schema, bytes, head.path("steps").asInt()));
        } catch (IOException | ArrayIndexOutOfBoundsException e) {
            throw new IllegalArgumentException("the steps of a recording are damaged", e);
        }
    }

    /** The whole head: stream, device, findings, resources, commands. */
    public JsonNode head() {
        return head;
    }

    /** The parts of the machine. */
    public List<Part> parts() {
        return List.copyOf(schema.parts);
    }

    /** Steps recorded: numbers go from 0 to one less. */
    public int stepCount() {
        return log.steps();
    }

    /** The cycle of a step. */
    public long cycle(int step) {
        return log.cycle(step);
    }

    /** The number of the engine's event that was a step, counted from 1; 0 before the first. */
    public long engineEvent(int step) {
        return log.event(step);
    }

    /** The first step at or after a cycle, or {@link #stepCount()}. */
    public int stepAt(long cycle) {
        int at = Arrays.binarySearch(log.cycles(), cycle);
        while (at > 0 && log.cycle(at - 1) == cycle) {
            at--;
        }
        return at < 0 ? -at - 1 : at;
    }

    /** What happened in a step, in order. */
    public List<StepValues> events(int step) {
        return log.events(step);
    }

    /** The state after a step. The next one is found by what changed, another one from the nearest snapshot. */
    public StepState stateAt(int step) {
        return new StepState(schema, log, log.stateAt(step));
    }

    /** The rows that a step changed; of step 0, all that there are. */
    public List<Change> changes(int step) {
        return log.changes(step);
    }
}
