// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.inspect.Looks;
import dev.sluice.machine.Simulation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a look into the machine. */
final class LookOptions {
    @InHelp(HelpGroup.INSIDE)
    @Option(
            names = "--follow",
            paramLabel = "BYTES",
            description = "Where bytes went, and every copy: x:64:4, IMAGE:X,Y, 0x1040:4. Repeatable.")
    private List<String> followed = new ArrayList<>();

    @InHelp(HelpGroup.INSIDE)
    @Option(
            names = "--show",
            paramLabel = "PART@CYCLE",
            description = "What a part held then: l2:set=3@12000, l1:line=x:64, vram[0]:banks. Repeatable.")
    private List<String> shown = new ArrayList<>();

    /** Whether any of them was given. */
    boolean given() {
        return !followed.isEmpty() || !shown.isEmpty();
    }

    /**
     * What to look at.
     *
     * @param other an option of the run that does not go with these; null for none
     */
    Looks looks(SessionCommand command, @Nullable String other) {
        if (given() && other != null) {
            throw command.usage("--follow and --show do not go with " + other);
        }
        try {
            return new Looks(followed, shown);
        } catch (IllegalArgumentException e) {
            throw command.usage("--show: " + e.getMessage());
        }
    }

    /** Binds what to look at to a machine. */
    static void bind(SessionCommand command, Looks looks, Simulation machine, LoadedRun loaded) {
        try {
            looks.bind(machine, loaded);
        } catch (IllegalArgumentException e) {
            throw command.usage(e.getMessage());
        }
    }
}
