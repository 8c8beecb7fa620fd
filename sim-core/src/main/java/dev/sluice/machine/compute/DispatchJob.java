// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.device.ComputeSpec;
import dev.sluice.device.DeviceLimits;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.fault.OccupancyException;
import dev.sluice.program.image.ImageView;
import dev.sluice.program.kernel.KernelProgram;
import org.jspecify.annotations.Nullable;

/**
 * One dispatch while it runs: what to run on what, where its groups stand, and what it has done so far.
 *
 * <p>A fragment job ({@link #fragments}) is a dispatch each of whose workgroups is one wave of fragments.
 *
 * <p>Made by whoever executes the command, handed to {@link Dispatcher#start}, and used once.
 */
public final class DispatchJob {

    /** The most workgroups that one dispatch may have. */
    public static final long MAX_GROUPS = DeviceLimits.SIMULATED_GROUPS;

    final KernelProgram program;
    final AccessSites sites;
    final int groupsX;
    final int groupsY;
    final int groupsZ;
    final long groups;
    final long[] parameters;
    final int command;
    final int agent;
    final String label;
    final Component replyTo;
    final int replyKind;
    final int replyArgument;
    /** The waves of a fragment job; empty for a dispatch. */
    final FragmentWave[] fragments;

    /** Gets the shaded waves of a fragment job; null for a dispatch. */
    final @Nullable FragmentSink sink;

    /** Waves of one workgroup on this dispatcher's units. */
    int wavesPerGroup;
    /** Registers that a wave occupies. */
    int registersPerWave;

    /** Workgroup memory of a unit that runs it. */
    long split;
    /** Units that changed their split for it. */
    long resplit;

    long readyAt;
    long placed;
    int nextX;
    int nextY;
    int nextZ;
    long liveWaves;
    /** Accesses that were not answered. */
    long liveAccesses;
    /** The last cycle in which an answer to a store comes that was sent. */
    long answeredAt;

    /** Whether it was found {@link #finished}, which is so once: it is done when the last answer that was sent has come. */
    boolean ended;

    boolean done;

    long requests;
    long sectors;
    long waves;
    long bytesRead;
    long bytesWritten;

    /**
     * A dispatch on buffers.
     *
     * @param groupsX workgroups in x, 0 or more
     * @param addresses address of byte 0 of each binding, in the order of {@link KernelProgram#bindings()}
     * @param sizes bytes bound to each binding; an access beyond is a {@code OutOfRangeAccessException}
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
        this(
                program,
                groupsX,
                groupsY,
                groupsZ,
                addresses,
                sizes,
                new ImageView[addresses.length],
                parameters,
                command,
                agent,
                label,
                replyTo,
                replyKind,
                replyArgument);
    }

    /**
     * A dispatch on buffers and images.
     *
     * @param groupsX workgroups in x, 0 or more
     * @param addresses address of byte 0 of each binding that is a buffer, in the order of {@link KernelProgram#bindings()}
     * @param sizes bytes bound to each binding that is a buffer; an access beyond is a {@code OutOfRangeAccessException}
     * @param views the image of each binding, null for a buffer
     * @param parameters values of the kernel's parameters in the order of {@link KernelProgram#parameters()}; those of images
     *     ({@code NAME.width}) are taken from the views, whatever stands here
     * @param command index into the run's command table, -1 for none
     * @param agent version of the bytes that the dispatch writes
     * @param label the command's name in messages
     * @param replyTo gets one event of {@code replyKind} when the dispatch is complete
     * @throws IllegalArgumentException if counts of groups, bindings or parameters do not fit, if the kernel accesses an image
     *     by a type that its texels do not have, or if it is a fragment kernel
     */
    public DispatchJob(
            KernelProgram program,
            int groupsX,
            int groupsY,
            int groupsZ,
            long[] addresses,
            long[] sizes,
            @Nullable ImageView[] views,
            long[] parameters,
            int command,
            int agent,
            String label,
            Component replyTo,
            int replyKind,
            int replyArgument) {
        this(
                new AccessSites(program, addresses.clone(), sizes.clone(), views.clone()),
                new int[] {groupsX, groupsY, groupsZ},
                parameters.clone(),
                command,
                agent,
                label,
                new FragmentWave[0],
                null,
                replyTo,
                replyKind,
                replyArgument);
    }

    private DispatchJob(
            AccessSites sites,
            int[] groupCounts,
            long[] parameters,
            int command,
            int agent,
            String label,
            FragmentWave[] fragments,
            @Nullable FragmentSink sink,
            Component replyTo,
            int replyKind,
            int replyArgument) {
        this.program = sites.program;
        this.sites = sites;
        this.groupsX = groupCounts[0];
        this.groupsY = groupCounts[1];
        this.groupsZ = groupCounts[2];
        this.parameters = parameters;
        this.command = command;
        this.agent = agent;
        this.label = label;
        this.fragments = fragments;
        this.sink = sink;
        this.replyTo = replyTo;
        this.replyKind = replyKind;
        this.replyArgument = replyArgument;
        this.groups = product();
        check();
    }

    /**
     * The fragments of a draw, or of a part of it: each wave is one workgroup.
     *
     * @param sites of the kernel; parts of one draw share them
     * @param parameters as for a dispatch; those of images are filled in here. They and {@code waves} are not copied and must
     *     stay as they are until the reply
     * @param waves the waves
     * @param count how many of them, 0 or more
     * @param sink gets each wave once it is shaded
     * @param replyTo gets one event of {@code replyKind} when all waves have ended and all accesses were answered
     * @throws IllegalArgumentException if counts of bindings or parameters do not fit, if the kernel accesses an image by a
     *     type that its texels do not have, or if it uses what only compute kernels have
     */
    public static DispatchJob fragments(
            AccessSites sites,
            long[] parameters,
            int command,
            int agent,
            String label,
            FragmentWave[] waves,
            int count,
            FragmentSink sink,
            Component replyTo,
            int replyKind,
            int replyArgument) {
        return new DispatchJob(
                sites,
                new int[] {count, 1, 1},
                parameters,
                command,
                agent,
                label,
                waves,
                sink,
                replyTo,
                replyKind,
                replyArgument);
    }

    private long product() {
        if (groupsX < 0 || groupsY < 0 || groupsZ < 0) {
            throw new IllegalArgumentException(label + ": the number of workgroups must not be negative");
        }
        long plane = (long) groupsX * groupsY;
        if (groupsZ != 0 && plane > MAX_GROUPS / groupsZ) {
            throw new IllegalArgumentException(label + ": a dispatch has at most " + MAX_GROUPS + " workgroups");
        }
        return plane * groupsZ;
    }

    private void check() {
        int bindings = program.bindings().size();
        @Nullable ImageView[] views = sites.views;
        if (sites.addresses.length != bindings || sites.sizes.length != bindings || views.length != bindings) {
            throw new IllegalArgumentException(label + ": kernel " + program.name() + " has " + bindings
                    + " bindings, not " + sites.addresses.length);
        }
        if (parameters.length != program.parameters().size()) {
            throw new IllegalArgumentException(label + ": kernel " + program.name() + " has "
                    + program.parameters().size() + " parameters, not " + parameters.length);
        }
        if (sink == null && program.fragment()) {
            throw new IllegalArgumentException(label + ": kernel " + program.name()
                    + " is a fragment kernel, because it uses x, y or out, and cannot be dispatched");
        }
        if (sink != null && program.usesInvocation()) {
            throw new IllegalArgumentException(label + ": kernel " + program.name()
                    + " uses built-ins of compute kernels and cannot shade fragments");
        }
        if (fragments.length < groups && sink != null) {
            throw new IllegalArgumentException(label + ": " + fragments.length + " waves are fewer than " + groups);
        }
        for (int i = 0; i < bindings; i++) {
            String misfit = program.misfit(i, views[i]);
            if (misfit != null) {
                throw new IllegalArgumentException(label + ": kernel " + program.name() + ": " + misfit);
            }
        }
        for (int i = 0; i < parameters.length; i++) {
            int binding = program.parameterBinding(i);
            ImageView view = binding < 0 ? null : views[binding];
            if (view != null) {
                parameters[i] = program.parameterValue(i, view);
            }
        }
    }

    /** Whether it shades fragments. */
    boolean shades() {
        return sink != null;
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
        int needed = sink != null ? 1 : program.wavesPerGroup(spec.waveSize());
        long registers = (long) program.registersPerLane() * spec.waveSize();
        if (needed > spec.wavesPerUnit()) {
            throw new OccupancyException(program.at(0), "waves", needed, spec.wavesPerUnit());
        }
        long memory = spec.sharedMemory().forKernel(program.carveOut(), program.sharedBytes());
        if (program.sharedBytes() > memory) {
            throw new OccupancyException(program.at(0), "bytes of shared memory", program.sharedBytes(), memory);
        }
        if (spec.registersPerUnit() != 0 && needed * registers > spec.registersPerUnit()) {
            throw new OccupancyException(program.at(0), "registers", needed * registers, spec.registersPerUnit());
        }
        split = memory;
        wavesPerGroup = needed;
        registersPerWave = spec.registersPerUnit() == 0 ? 0 : (int) registers;
    }

    boolean allPlaced() {
        return placed == groups;
    }

    boolean finished() {
        return !ended && liveWaves == 0 && liveAccesses == 0 && placed == groups;
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
