// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import dev.sluice.cli.inspect.MachineState;
import dev.sluice.cli.inspect.Values;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Something of the program that has begun and not ended.
 *
 * @param id of the command, barrier or host operation
 * @param what what of it
 * @param since when that began
 */
record UnderWay(String id, String what, long since) {

    private static final String PROGRAM = "program";

    /** Rows of stages for each command. */
    private static final int STAGES = 16;

    /** All that is under way in a state, which has it even where a recording begins midway: what began first comes first. */
    static List<UnderWay> of(MachineState state) {
        List<UnderWay> all = new ArrayList<>();
        for (MachineState.Part part : state.parts()) {
            if (part.tables().contains("operation")) {
                for (Values row : state.rows(part.name(), "operation").values()) {
                    all.add(new UnderWay(
                            state.command(row.number("command")), row.text("operation"), row.number("since")));
                }
            }
        }
        for (Values row : state.rows(PROGRAM, "barriers").values()) {
            if (row.number("released") < 0) {
                boolean drained = row.number("drained") >= 0;
                all.add(new UnderWay(
                        row.text("id"),
                        drained ? "barrier drained" : "barrier reached",
                        row.number(drained ? "drained" : "reached")));
            }
        }
        Map<Long, Values> commands = state.rows(PROGRAM, "commands");
        state.rows(PROGRAM, "stages").forEach((number, row) -> {
            Values command = commands.get(number / STAGES);
            if (command != null && row.number("start") >= 0 && row.number("end") < 0) {
                all.add(new UnderWay(state.command(command.number("command")), row.text("stage"), row.number("start")));
            }
        });
        all.sort(Comparator.comparingLong(UnderWay::since));
        return all;
    }
}
