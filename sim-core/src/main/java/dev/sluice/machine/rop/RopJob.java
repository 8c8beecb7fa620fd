// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.machine.engine.Component;

/** Work for all render output units that a command orders; each does what it owns, and the one who ordered it is told once. */
public abstract sealed class RopJob permits ClearJob, ResolveJob, CachedTilesJob {

    private final int command;
    private final int agent;
    private final Component replyTo;
    private final int replyKind;
    private final int replyArgument;
    private boolean started;
    private int parts;

    RopJob(int command, int agent, Component replyTo, int replyKind, int replyArgument) {
        this.command = command;
        this.agent = agent;
        this.replyTo = replyTo;
        this.replyKind = replyKind;
        this.replyArgument = replyArgument;
    }

    /** The command on whose behalf, for attribution. */
    public final int command() {
        return command;
    }

    /** The agent that reads and writes. */
    public final int agent() {
        return agent;
    }

    /** Begins with a part for each of that many units; without any it is done at once. */
    final void begin(int count) {
        if (started) {
            throw new IllegalStateException("a job of render output units runs once");
        }
        started = true;
        parts = count;
        if (count == 0) {
            reply();
        }
    }

    /** All parts are carried out outside simulated time; nobody is told. */
    final void perform() {
        if (started) {
            throw new IllegalStateException("a job of render output units runs once");
        }
        started = true;
    }

    /** A unit has done its part. */
    final void partDone() {
        if (--parts == 0) {
            reply();
        }
    }

    private void reply() {
        replyTo.engine().schedule(replyTo, 0, replyKind, replyArgument);
    }
}
