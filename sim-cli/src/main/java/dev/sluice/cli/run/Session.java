// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import dev.sluice.cli.Terminal;
import dev.sluice.machine.Simulation;
import java.util.function.Supplier;

/**
 * What the commands of one invocation share.
 *
 * @param version Sluice's version, for files
 */
public record Session(Terminal terminal, Simulation.Factory machines, Interrupt interrupt, String version) {

    /**
     * Does something while a line on the terminal, if a person watches, says how far it is.
     *
     * @param text asked a few times a second, from another thread
     */
    public <T> T visibly(Supplier<String> text, Supplier<T> work) {
        if (!terminal.interactive()) {
            return work.get();
        }
        try (Progress progress = new Progress(terminal.err(), text)) {
            assert progress != null;
            return work.get();
        }
    }
}
