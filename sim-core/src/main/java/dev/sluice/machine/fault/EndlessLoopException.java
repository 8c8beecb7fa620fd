// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.fault;

import java.util.List;

/** Thrown when the waves of a kernel go round a loop that nothing can end any more. */
public final class EndlessLoopException extends KernelFaultException {

    private static final long serialVersionUID = 1L;

    /**
     * @param command the dispatch or draw, for the message
     * @param line the line of the loop
     * @param waves how many waves go round it
     * @param starving how many others get no issue slot meanwhile
     * @param polled what the loop reads, each a binding with its lines; nothing for a loop that reads no memory
     */
    public EndlessLoopException(
            String command, String kernel, int line, long waves, long starving, List<String> polled) {
        super(
                command + ": kernel " + kernel + ", line " + line + ": " + waves
                        + (waves == 1 ? " wave goes" : " waves go")
                        + " round this loop for ever: each turn finds the same registers"
                        + (polled.isEmpty()
                                ? ", and the loop reads no memory"
                                : " and the same values in " + String.join(", ", polled)
                                        + (starving == 0
                                                ? ", and nobody is left who could write there"
                                                : ", and whoever could write there gets no issue slot")),
                kernel,
                line);
    }
}
