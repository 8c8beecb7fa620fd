// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.docs;

import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * A figure of a part, and how a run gives the same one: a row of {@code configs/devices/measured/}.
 *
 * @param stream of {@code configs/streams/hardware/}, without ending
 * @param label of its two commands, less {@code " long"} and {@code " short"}
 * @param amount by which the long one exceeds the short one
 * @param unit {@code cycles} of each, {@code GB/s} or {@code 1/ns}, {@code ns} of each round, from end to end, or {@code us}
 * @param measured on the part
 */
record MeasuredFigure(String stream, String label, long amount, String unit, double measured) {
    private static final double NANOSECONDS = 1e9;
    private static final double MICROSECONDS = 1e6;

    static List<MeasuredFigure> of(String device) {
        return Documents.lines(Documents.ROOT.resolve("configs/devices/measured/" + device + ".csv")).stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .map(cells -> new MeasuredFigure(
                        cells[0], cells[1], Long.parseLong(cells[2]), cells[3], Double.parseDouble(cells[4])))
                .toList();
    }

    /** What a run of the stream gives, in the unit. */
    double simulated(JsonNode result, double clockHz) {
        double ends = end(result, "long") - end(result, "short");
        double cycles = ends - start(result, "long") + start(result, "short");
        return switch (unit) {
            case "cycles" -> cycles / amount;
            case "GB/s", "1/ns" -> amount / (cycles / clockHz * NANOSECONDS);
            case "us" -> cycles / amount / clockHz * MICROSECONDS;
            case "ns" -> ends / amount / clockHz * NANOSECONDS;
            default -> throw new AssertionError("a figure in " + unit);
        };
    }

    /** A figure as tables print it: three digits, or all before the point. */
    static String text(double value) {
        int decimals = value < 10 ? 2 : value < 100 ? 1 : 0;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    private double start(JsonNode result, String which) {
        return command(result, which).get("startCycle").asDouble();
    }

    private double end(JsonNode result, String which) {
        return command(result, which).get("endCycle").asDouble();
    }

    private JsonNode command(JsonNode result, String which) {
        for (JsonNode command : result.get("commands")) {
            if (command.path("label").asString("").equals(label + " " + which)) {
                return command;
            }
        }
        throw new AssertionError(stream + " has no command labelled " + label + " " + which);
    }
}
