// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import dev.sluice.cli.report.Quantity;
import dev.sluice.config.trace.TraceFile;
import dev.sluice.machine.trace.AccessTrace;
import dev.sluice.machine.trace.GridTrace;
import dev.sluice.machine.trace.Trace;
import dev.sluice.machine.trace.TraceRecord;

/** Reads a trace from its beginning to its end, as a replay does. */
public final class TraceCheck {
    private static final int PERCENT = 100;

    private final TraceFile file;
    private long accesses;
    private long kernels;
    private long blocks;

    /** The check of an open trace. */
    public TraceCheck(TraceFile file) {
        this.file = file;
    }

    /**
     * What it is.
     *
     * @throws dev.sluice.config.ConfigException for the first line or record that is none
     */
    public FileCheck run() {
        Trace trace = file.trace();
        if (trace instanceof GridTrace grid) {
            read(grid);
        } else if (trace instanceof AccessTrace list) {
            read(list);
        }
        String what = trace instanceof GridTrace
                ? Quantity.plural(kernels, "kernel") + ", " + Quantity.plural(blocks, "block")
                : Quantity.count(accesses) + (accesses == 1 ? " access" : " accesses");
        return new FileCheck("trace of format " + file.format() + ", " + what, trace.notes());
    }

    private void read(GridTrace grid) {
        while (grid.nextKernel() != null) {
            kernels++;
            while (grid.nextBlock() != null) {
                blocks++;
            }
        }
    }

    private void read(AccessTrace list) {
        TraceRecord record = new TraceRecord();
        while (list.next(record)) {
            accesses += record.kind.access() ? 1 : 0;
        }
    }

    /** How far it is, for a person who waits; may be asked from another thread. */
    public String progress() {
        return file.trace().name() + "  " + Math.min(PERCENT, file.read() * PERCENT / Math.max(1, file.size()))
                + " % of " + Quantity.bytes(file.size());
    }
}
