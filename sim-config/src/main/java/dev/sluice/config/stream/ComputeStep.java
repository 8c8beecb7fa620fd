// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.bind.Default;
import dev.sluice.config.bind.Doc;
import dev.sluice.config.units.Size;
import dev.sluice.program.ComputeWork;
import java.util.List;
import java.util.Map;

/** A command that runs a kernel on workgroups: a dispatch, or work of ray tracing that a kernel describes. */
public sealed interface ComputeStep extends CommandStep {

    /** The kernel's name. */
    String kernel();

    /** Workgroups in x, y and z. */
    List<Long> groups();

    /** What is behind the kernel's bindings. */
    Map<String, Binding> bind();

    /** Integers that the kernel uses by name. */
    Map<String, Long> params();

    /** What the command does by it. */
    ComputeWork work();

    /** A command that says how many workgroups there are. */
    sealed interface Direct extends ComputeStep {}

    /** A command that has a buffer say how many workgroups there are. */
    sealed interface Indirect extends ComputeStep {

        /** The buffer with the counts. */
        String buffer();

        /** Where in it. */
        Size offset();
    }

    /** Runs a kernel. */
    record Dispatch(
            String kernel,
            @Doc("Workgroups in x, y and z.") List<Long> groups,

            @Doc("Buffers, images and views by the kernel's binding names.")
            Map<String, Binding> bind,

            @Doc("Integers that the kernel uses by name.") Map<String, Long> params)
            implements Direct {
        @Override
        public ComputeWork work() {
            return ComputeWork.DISPATCH;
        }
    }

    /** Runs a kernel for rays, in the ray tracing stage. */
    record TraceRays(
            String kernel,
            @Doc("Workgroups in x, y and z.") List<Long> groups,

            @Doc("Buffers, images and views by the kernel's binding names.")
            Map<String, Binding> bind,

            @Doc("Integers that the kernel uses by name.") Map<String, Long> params)
            implements Direct {
        @Override
        public ComputeWork work() {
            return ComputeWork.TRACE_RAYS;
        }
    }

    /** Builds or updates acceleration structures by a kernel that accesses what the build does. */
    record BuildAccelerationStructures(
            String kernel,
            @Doc("Workgroups in x, y and z.") List<Long> groups,

            @Doc("Buffers, images and views by the kernel's binding names.")
            Map<String, Binding> bind,

            @Doc("Integers that the kernel uses by name.") Map<String, Long> params)
            implements Direct {
        @Override
        public ComputeWork work() {
            return ComputeWork.BUILD_ACCELERATION_STRUCTURES;
        }
    }

    /** Copies or compacts an acceleration structure by a kernel. */
    record CopyAccelerationStructure(
            String kernel,
            @Doc("Workgroups in x, y and z.") List<Long> groups,

            @Doc("Buffers, images and views by the kernel's binding names.")
            Map<String, Binding> bind,

            @Doc("Integers that the kernel uses by name.") Map<String, Long> params)
            implements Direct {
        @Override
        public ComputeWork work() {
            return ComputeWork.COPY_ACCELERATION_STRUCTURE;
        }
    }

    /** Serializes an acceleration structure by a kernel. */
    record CopyAccelerationStructureToMemory(
            String kernel,
            @Doc("Workgroups in x, y and z.") List<Long> groups,

            @Doc("Buffers, images and views by the kernel's binding names.")
            Map<String, Binding> bind,

            @Doc("Integers that the kernel uses by name.") Map<String, Long> params)
            implements Direct {
        @Override
        public ComputeWork work() {
            return ComputeWork.COPY_ACCELERATION_STRUCTURE_TO_MEMORY;
        }
    }

    /** Brings an acceleration structure back from memory by a kernel. */
    record CopyMemoryToAccelerationStructure(
            String kernel,
            @Doc("Workgroups in x, y and z.") List<Long> groups,

            @Doc("Buffers, images and views by the kernel's binding names.")
            Map<String, Binding> bind,

            @Doc("Integers that the kernel uses by name.") Map<String, Long> params)
            implements Direct {
        @Override
        public ComputeWork work() {
            return ComputeWork.COPY_MEMORY_TO_ACCELERATION_STRUCTURE;
        }
    }

    /** Reads acceleration structures for queries by a kernel. */
    record WriteAccelerationStructuresProperties(
            String kernel,
            @Doc("Workgroups in x, y and z.") List<Long> groups,

            @Doc("Buffers, images and views by the kernel's binding names.")
            Map<String, Binding> bind,

            @Doc("Integers that the kernel uses by name.") Map<String, Long> params)
            implements Direct {
        @Override
        public ComputeWork work() {
            return ComputeWork.WRITE_ACCELERATION_STRUCTURES_PROPERTIES;
        }
    }

    /** Runs a kernel on as many workgroups as a buffer says. */
    record DispatchIndirect(
            String kernel,
            @Doc("The buffer with three u32 counts.") String buffer,
            @Default("0") Size offset,

            @Doc("Workgroups that run whatever the buffer holds; those of the buffer when absent.")
            List<Long> groups,

            Map<String, Binding> bind,
            Map<String, Long> params)
            implements Indirect {
        @Override
        public ComputeWork work() {
            return ComputeWork.DISPATCH;
        }
    }

    /** Runs a kernel for as many workgroups of rays as a buffer says. */
    record TraceRaysIndirect(
            String kernel,
            @Doc("The buffer with three u32 counts.") String buffer,
            @Default("0") Size offset,

            @Doc("Workgroups that run whatever the buffer holds; those of the buffer when absent.")
            List<Long> groups,

            Map<String, Binding> bind,
            Map<String, Long> params)
            implements Indirect {
        @Override
        public ComputeWork work() {
            return ComputeWork.TRACE_RAYS;
        }
    }
}
