// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.BufferAddresses.Spot;
import dev.sluice.config.stream.ComputeStep.BuildAccelerationStructures;
import dev.sluice.program.kernel.BindingKind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns the build of an acceleration structure into one by a kernel that touches its inputs, scratch memory and structures. */
final class Builds {
    private static final long INDICES = 3;
    /** Bytes of a {@code VkTransformMatrixKHR}. */
    private static final long TRANSFORM_BYTES = 48;

    private static final String UNKNOWN = "builds whose addresses are not known are left out in part";

    private final CaptureSession session;
    private final BuildSizes sizes;
    private final RayWork work;

    Builds(CaptureSession session, BuildSizes sizes, RayWork work) {
        this.session = session;
        this.sizes = sizes;
        this.work = work;
    }

    /**
     * Adds the build of one structure.
     *
     * @param ranges the parts of its geometries that are built
     */
    void add(CapturedSubmission submission, Call call, BuildGeometry build, List<Struct> ranges) {
        AccelerationStructure structure = session.structures.of(build.info().handle("dstAccelerationStructure"));
        if (structure == null || structure.buffer.memory() == null) {
            session.lost(call, "builds of acceleration structures that are not known are left out");
            return;
        }
        Inputs inputs = new Inputs(call);
        List<Long> primitives = new ArrayList<>();
        for (int i = 0; i < build.geometries().size(); i++) {
            primitives.add(ranges.get(i).size("primitiveCount"));
            inputs.add(build.geometries().get(i), ranges.get(i));
        }
        List<Resource> reached = new ArrayList<>(inputs.buffers.resources(
                "inputs", "vertices, indices, boxes or instances", BindingKind.STORAGE, true, false));
        Set<AccelerationStructure> named = inputs.named;
        reached.addAll(AccelerationStructures.reads(named, "named", "structures that instances name"));
        AccelerationStructure source = session.structures.of(build.info().handle("srcAccelerationStructure"));
        if (build.update() && source != null) {
            reached.addAll(AccelerationStructures.reads(List.of(source), "source", "the structure that is updated"));
        }
        scratch(call, build, primitives, structure, reached);
        reached.add(new Resource.Range(
                "structure",
                "the structure that is built",
                BindingKind.ACCELERATION_STRUCTURE,
                structure.buffer,
                structure.offset,
                structure.size,
                false,
                true));
        if (!inputs.all) {
            session.lost(call, "structures that instances name, which are not known, are not read");
        }
        long total = primitives.stream().mapToLong(Long::longValue).sum();
        work.add(submission, call, PipelineUse.NONE, "build", reached, total, BuildAccelerationStructures::new);
        structure.holds(named, inputs.all);
    }

    private void scratch(
            Call call,
            BuildGeometry build,
            List<Long> primitives,
            AccelerationStructure structure,
            List<Resource> reached) {
        Spot spot = session.addresses.find(address(build.info(), "scratchData"));
        if (spot == null || spot.buffer().memory() == null) {
            session.lost(call, UNKNOWN);
            return;
        }
        long bytes = sizes.scratch(build, primitives);
        if (bytes < 0) {
            session.notes.count(
                    "scratch memory of builds, of which the capture does not tell how much they need, is taken"
                            + " as large as what is built");
            bytes = structure.size;
        }
        BufferRanges range = new BufferRanges();
        range.add(spot.buffer(), spot.offset(), bytes);
        reached.addAll(range.resources("scratch", "scratch memory", BindingKind.ACCELERATION_STRUCTURE, true, true));
    }

    private static long address(Struct of, String key) {
        return of.raw(key).isObject() ? of.struct(key).number("deviceAddress", 0) : 0;
    }

    /** What geometries are read from. */
    private final class Inputs {
        private final Call call;
        private final BufferRanges buffers = new BufferRanges();
        private final Set<AccelerationStructure> named = new LinkedHashSet<>();
        /** Whether all that instances name is known. */
        private boolean all = true;

        private Inputs(Call call) {
            this.call = call;
        }

        private void add(Struct geometry, Struct range) {
            Struct data = BuildGeometry.data(geometry);
            long count = range.size("primitiveCount");
            long offset = range.size("primitiveOffset");
            if (count == 0) {
                return;
            }
            String sort = geometry.text("geometryType");
            if (sort.contains("TRIANGLES")) {
                triangles(data, range, count, offset);
            } else if (sort.contains("AABBS")) {
                read(address(data, "data") + offset, count * data.size("stride"));
            } else {
                instances(data, count, offset);
            }
        }

        private void triangles(Struct data, Struct range, long count, long offset) {
            long stride = data.size("vertexStride");
            long vertices = address(data, "vertexData") + range.size("firstVertex") * stride;
            String type = data.text("indexType");
            if (type.contains("NONE")) {
                read(vertices + offset, count * INDICES * stride);
            } else {
                long bytes = type.contains("UINT32") ? Integer.BYTES : type.contains("UINT16") ? Short.BYTES : 1;
                read(vertices, (data.size("maxVertex") + 1) * stride);
                read(address(data, "indexData") + offset, count * INDICES * bytes);
            }
            long transform = address(data, "transformData");
            if (transform != 0) {
                read(transform + range.size("transformOffset"), TRANSFORM_BYTES);
            }
        }

        private void instances(Struct data, long count, long offset) {
            boolean pointers = data.number("arrayOfPointers", 0) != 0;
            Spot spot = read(
                    address(data, "data") + offset,
                    count * (pointers ? Long.BYTES : AccelerationStructures.INSTANCE_BYTES));
            if (spot == null) {
                all = false;
                return;
            }
            AccelerationStructures.Instances found = session.structures.named(spot, count, pointers);
            named.addAll(found.structures());
            all = all && found.all();
        }

        private @Nullable Spot read(long address, long size) {
            Spot spot = session.addresses.find(address);
            if (spot == null || spot.buffer().memory() == null) {
                session.lost(call, UNKNOWN);
                return null;
            }
            buffers.add(spot.buffer(), spot.offset(), size);
            return spot;
        }
    }
}
