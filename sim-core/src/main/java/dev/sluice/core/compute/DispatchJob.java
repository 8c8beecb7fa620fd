package dev.sluice.core.compute;

import dev.sluice.core.engine.Component;
import dev.sluice.core.kernel.KernelProgram;

/**
 * One dispatch while it runs: what to run on what, where its groups stand, and what it has done so far.
 *
 * <p>Made by whoever executes the command, handed to {@link Dispatcher#start}, and used once.
 */
public final class DispatchJob {

    /** The most workgroups that one dispatch may have. */
    public static final long MAX_GROUPS = 1L << 48;

    final KernelProgram program;
    final int groupsX;
    final int groupsY;
    final int groupsZ;
    final long groups;
    final long[] addresses;
    final long[] sizes;
    final long[] parameters;
    final int command;
    final int agent;
    final String label;
    final Component replyTo;
    final int replyKind;
    final int replyArgument;

    /** Waves of one workgroup on this dispatcher's units. */
    int wavesPerGroup;
    /** Registers that a wave occupies. */
    int registersPerWave;

    long readyAt;
    long placed;
    int nextX;
    int nextY;
    int nextZ;
    long liveWaves;
    long liveAccesses;
    boolean done;

    long requests;
    long sectors;
    long waves;
    long bytesRead;
    long bytesWritten;

    /**
     * @param groupsX workgroups in x, 0 or more
     * @param addresses address of byte 0 of each binding, in the order of {@link KernelProgram#bindings()}
     * @param sizes bytes bound to each binding; an access beyond is a {@link OutOfRangeAccessException}
     * @param parameters values of the kernel's parameters in the order of {@link KernelProgram#parameters()}
     * @param command index into the run's command table, -1 for none
     * @param agent version of the bytes that the dispatch writes
     * @param label the command's name in messages
     * @param replyTo gets one event of {@code replyKind} when the dispatch is complete
     * @throws IllegalArgumentException if counts of groups, bindings or parameters do not fit
     */
    public DispatchJob(
            KernelProgram program,
            int groupsX,
            int groupsY,
            int groupsZ,
            long[] addresses,
            long[] sizes,
            long[] parameters,
            int command,
            int agent,
            String label,
            Component replyTo,
            int replyKind,
            int replyArgument) {
        if (groupsX < 0 || groupsY < 0 || groupsZ < 0) {
            throw new IllegalArgumentException(label + ": the number of workgroups must not be negative");
        }
        long plane = (long) groupsX * groupsY;
        if (groupsZ != 0 && plane > MAX_GROUPS / groupsZ) {
            throw new IllegalArgumentException(label + ": a dispatch has at most " + MAX_GROUPS + " workgroups");
        }
        int bindings = program.bindings().size();
        if (addresses.length != bindings || sizes.length != bindings) {
            throw new IllegalArgumentException(
                    label + ": kernel " + program.name() + " has " + bindings + " bindings, not " + addresses.length);
        }
        if (parameters.length != program.parameters().size()) {
            throw new IllegalArgumentException(label + ": kernel " + program.name() + " has "
                    + program.parameters().size() + " parameters, not " + parameters.length);
        }
        this.program = program;
        this.groupsX = groupsX;
        this.groupsY = groupsY;
        this.groupsZ = groupsZ;
        this.groups = plane * groupsZ;
        this.addresses = addresses.clone();
        this.sizes = sizes.clone();
        this.parameters = parameters.clone();
        this.command = command;
        this.agent = agent;
        this.label = label;
        this.replyTo = replyTo;
        this.replyKind = replyKind;
        this.replyArgument = replyArgument;
    }

    /** Workgroups of the dispatch. */
    public long groups() {
        return groups;
    }

    /** Whether every wave has ended and every access was answered. */
    public boolean done() {
        return done;
    }

    /** Coalesced requests sent. */
    public long requests() {
        return requests;
    }

    /** Sectors that those requests address. */
    public long sectors() {
        return sectors;
    }

    /** Waves started. */
    public long waves() {
        return waves;
    }

    /** Bytes that lanes loaded, each byte of a request once; atomics count as both. */
    public long bytesRead() {
        return bytesRead;
    }

    /** Bytes that lanes stored, each byte of a request once; atomics count as both. */
    public long bytesWritten() {
        return bytesWritten;
    }

    /**
     * Works out what a workgroup needs of a unit.
     *
     * @throws OccupancyException if it does not fit on an empty unit
     */
    void fit(ComputeSpec spec) {
        int needed = program.wavesPerGroup(spec.waveSize());
        long registers = (long) program.registersPerLane() * spec.waveSize();
        if (needed > spec.wavesPerUnit()) {
            throw new OccupancyException(program.name(), "waves", needed, spec.wavesPerUnit());
        }
        if (program.sharedBytes() > spec.sharedBytes()) {
            throw new OccupancyException(
                    program.name(), "bytes of shared memory", program.sharedBytes(), spec.sharedBytes());
        }
        if (spec.registersPerUnit() != 0 && needed * registers > spec.registersPerUnit()) {
            throw new OccupancyException(program.name(), "registers", needed * registers, spec.registersPerUnit());
        }
        wavesPerGroup = needed;
        registersPerWave = spec.registersPerUnit() == 0 ? 0 : (int) registers;
    }

    boolean allPlaced() {
        return placed == groups;
    }

    boolean finished() {
        return !done && liveWaves == 0 && liveAccesses == 0 && placed == groups;
    }

    /** The next workgroup has been placed. */
    void advance() {
        placed++;
        if (++nextX == groupsX) {
            nextX = 0;
            if (++nextY == groupsY) {
                nextY = 0;
                nextZ++;
            }
        }
    }
}
