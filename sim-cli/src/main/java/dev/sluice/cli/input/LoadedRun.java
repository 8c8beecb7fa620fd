package dev.sluice.cli.input;

import dev.sluice.core.barrier.BarrierProfile;
import dev.sluice.core.command.StreamProgram;
import dev.sluice.core.gpu.GpuSpec;

/**
 * Everything that a run needs, loaded and checked.
 *
 * @param file the stream as the user named it, for errors
 */
public record LoadedRun(String file, GpuSpec device, BarrierProfile profile, StreamProgram stream) {}
