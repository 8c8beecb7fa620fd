// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.fault;

import java.util.List;

/** Thrown when a run cannot end: no event is left though work is, or events without work done; carries the wait-for chain and the failed audit. */
public final class DeadlockException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> chain;
    private final transient List<String> complaints;
    private final boolean awaitsSignal;

    /**
     * @param chain who waits for whom, a line each
     * @param complaints what is outstanding, a line each
     * @param awaitsSignal whether somebody waits for what the program would have to signal
     */
    public DeadlockException(long cycle, List<String> chain, List<String> complaints, boolean awaitsSignal) {
        this("deadlock at cycle " + cycle, chain, complaints, awaitsSignal);
    }

    private DeadlockException(String what, List<String> chain, List<String> complaints, boolean awaitsSignal) {
        super(what + ": " + String.join("; ", chain.isEmpty() ? complaints : chain));
        this.chain = List.copyOf(chain);
        this.complaints = List.copyOf(complaints);
        this.awaitsSignal = awaitsSignal;
    }

    /**
     * A livelock: events, but nothing that they get done.
     *
     * @param since the last cycle at which a request completed or an instruction was issued, as far as somebody looked
     */
    public static DeadlockException livelock(
            long cycle, long since, List<String> chain, List<String> complaints, boolean awaitsSignal) {
        return new DeadlockException(
                "livelock at cycle " + cycle + " (nothing has completed since cycle " + since + ")",
                chain,
                complaints,
                awaitsSignal);
    }

    /** The wait-for chain, a line each. */
    public List<String> chain() {
        return chain;
    }

    /** Whether somebody waits for what the program would have to signal. */
    public boolean awaitsSignal() {
        return awaitsSignal;
    }

    /** What the audit found outstanding, a line each. */
    public List<String> complaints() {
        return complaints;
    }
}
