// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.fault;

import dev.sluice.program.kernel.KernelLine;
import java.util.List;

/** Thrown when the waves of a kernel go round a loop that nothing can end any more. */
public final class EndlessLoopException extends KernelFaultException {

    private static final long serialVersionUID = 1L;

    /** Who could write what such a loop reads. */
    public enum Writers {
        /** Nobody any more. */
        GONE("nobody is left who could write there"),
        /** Others that get no issue slot meanwhile. */
        STARVED("whoever could write there gets no issue slot"),
        /** Whoever comes after what is carried out at once. */
        LATER("nobody writes there before it is over, because it is carried out at once in a functional region");

        private final String text;

        Writers(String text) {
            this.text = text;
        }
    }

    /**
     * @param command the dispatch or draw, for the message
     * @param at the line of the loop
     * @param waves how many waves go round it
     * @param polled what the loop reads, each a binding with its lines; nothing for a loop that reads no memory
     * @param writers who could write there
     */
    public EndlessLoopException(String command, KernelLine at, long waves, List<String> polled, Writers writers) {
        super(
                command + ": " + at + ": " + waves
                        + (waves == 1 ? " wave goes" : " waves go")
                        + " round this loop for ever: each turn finds the same registers"
                        + (polled.isEmpty()
                                ? ", and the loop reads no memory"
                                : " and the same values in " + String.join(", ", polled) + ", and " + writers.text),
                at);
    }
}
