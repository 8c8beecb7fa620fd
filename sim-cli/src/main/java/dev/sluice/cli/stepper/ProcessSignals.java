// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import java.util.EnumMap;
import java.util.Map;
import org.jline.terminal.Terminal;
import org.jline.utils.Signals;

/**
 * Signals of the process that a terminal gets, from one moment to another without a gap.
 *
 * <p>JLine, left to do it, would give the signal back and take it again whenever a line is begun or has been read; an
 * interrupt between the two would end the program.
 */
final class ProcessSignals implements AutoCloseable {

    private final Map<Terminal.Signal, Object> before = new EnumMap<>(Terminal.Signal.class);

    /** @param terminal what handles them from now on */
    ProcessSignals(Terminal terminal) {
        take(Terminal.Signal.INT, terminal);
        take(Terminal.Signal.WINCH, terminal);
        take(Terminal.Signal.CONT, terminal);
    }

    private void take(Terminal.Signal signal, Terminal terminal) {
        Object handler = Signals.register(signal.name(), () -> terminal.raise(signal));
        if (handler != null) { // Windows does not know all of them
            before.put(signal, handler);
        }
    }

    @Override
    public void close() {
        before.forEach((signal, handler) -> Signals.unregister(signal.name(), handler));
    }
}
