package dev.sluice.core.command;

import java.util.List;
import java.util.Map;

/** A command of a command buffer, with its arguments resolved and checked: what {@code vkCmd...} records. */
public sealed interface Command {

    /** Where it comes from. */
    Origin origin();

    /** Vulkan's name without the {@code vkCmd} prefix. */
    String kind();

    /** A memory and execution dependency between earlier and later commands of the queue. */
    record PipelineBarrier(Origin origin, List<Barrier> barriers, boolean byRegion) implements Command {
        public PipelineBarrier {
            barriers = List.copyOf(barriers);
        }

        @Override
        public String kind() {
            return "pipelineBarrier";
        }
    }

    /** Runs a kernel on {@code groups} workgroups; {@code bindings} in the kernel's order, {@code parameters} too. */
    record Dispatch(
            Origin origin,
            String kernel,
            List<Long> groups,
            Map<String, BufferRange> bindings,
            Map<String, Long> parameters)
            implements Command {
        public Dispatch {
            groups = List.copyOf(groups);
            bindings = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(bindings));
            parameters = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(parameters));
        }

        @Override
        public String kind() {
            return "dispatch";
        }
    }

    /** As {@link Dispatch}, the three group counts read from a buffer ({@code u32} each) at the DRAW_INDIRECT stage. */
    record DispatchIndirect(
            Origin origin,
            String kernel,
            String buffer,
            long offset,
            Map<String, BufferRange> bindings,
            Map<String, Long> parameters)
            implements Command {
        public DispatchIndirect {
            bindings = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(bindings));
            parameters = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(parameters));
        }

        @Override
        public String kind() {
            return "dispatchIndirect";
        }
    }

    /** Copies regions between buffers in the COPY stage. */
    record CopyBuffer(Origin origin, String src, String dst, List<Region> regions) implements Command {
        public CopyBuffer {
            regions = List.copyOf(regions);
        }

        /** One run of bytes to copy. */
        public record Region(long srcOffset, long dstOffset, long size) {}

        @Override
        public String kind() {
            return "copyBuffer";
        }
    }

    /** Fills a range with a 32-bit value in the CLEAR stage. */
    record FillBuffer(Origin origin, BufferRange dst, int data) implements Command {
        @Override
        public String kind() {
            return "fillBuffer";
        }
    }

    /** Writes bytes held in the command buffer in the CLEAR stage (seed 003 counts it as a clear). */
    record UpdateBuffer(Origin origin, String dst, long offset, byte[] data) implements Command {
        @Override
        public String kind() {
            return "updateBuffer";
        }
    }

    /** Notes the time at which a stage of all earlier commands has completed. */
    record WriteTimestamp(Origin origin, long stage, String name) implements Command {
        @Override
        public String kind() {
            return "writeTimestamp";
        }
    }

    /** Begins a region of interest when all earlier commands of the queue have completed: counters restart at zero. */
    record ResetStatistics(Origin origin) implements Command {
        @Override
        public String kind() {
            return "resetStatistics";
        }
    }

    /** Names what follows, for reports. */
    record Label(Origin origin, String text) implements Command {
        @Override
        public String kind() {
            return "label";
        }
    }
}
