package dev.sluice.core.engine;

import java.util.List;

/** Thrown when no event is left though work is: carries the wait-for chain and the failed audit. */
public final class DeadlockException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> chain;
    private final transient List<String> complaints;
    private final boolean awaitsSignal;

    DeadlockException(long cycle, Audit audit, WaitGraph graph) {
        super("deadlock at cycle " + cycle + ": "
                + String.join("; ", graph.chain().isEmpty() ? audit.complaints() : graph.chain()));
        this.chain = graph.chain();
        this.complaints = audit.complaints();
        this.awaitsSignal = graph.chainAwaitsSignal();
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
