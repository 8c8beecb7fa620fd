// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.stream.ComputeStep.CopyAccelerationStructure;
import dev.sluice.config.stream.ComputeStep.WriteAccelerationStructuresProperties;
import dev.sluice.program.kernel.BindingKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Acceleration structures, their builds and copies. */
final class AccelerationCalls {
    /** A choice: at most so many bytes of a structure tell its properties. */
    private static final long HEADER_BYTES = 64;

    private final CaptureSession session;
    private final CommandCalls commands;
    private final BuildSizes sizes = new BuildSizes();
    private final RayWork work;
    private final Builds builds;

    AccelerationCalls(CaptureSession session, CommandCalls commands) {
        this.session = session;
        this.commands = commands;
        work = new RayWork(session);
        builds = new Builds(session, sizes, work);
    }

    void register(Map<String, Handler> handlers) {
        handlers.put("vkCreateAccelerationStructureKHR", this::create);
        handlers.put("vkGetAccelerationStructureDeviceAddressKHR", this::address);
        handlers.put("vkGetAccelerationStructureBuildSizesKHR", this::sizes);
        handlers.put("vkCmdBuildAccelerationStructuresKHR", this::build);
        handlers.put("vkCmdCopyAccelerationStructureKHR", this::copy);
        handlers.put("vkCmdWriteAccelerationStructuresPropertiesKHR", this::properties);
    }

    private void create(Struct args) {
        Struct info = args.struct("pCreateInfo");
        Buffer buffer = session.buffers().get(info.handle("buffer"));
        if (buffer == null) {
            throw info.error("buffer", "names no buffer that the capture has created");
        }
        long offset = info.size("offset");
        long size = info.size("size");
        CaptureSession.check(info, "offset", buffer, offset, size);
        boolean bottom = info.text("type").contains("BOTTOM_LEVEL");
        session.structures.add(
                args.handle("pAccelerationStructure"),
                new AccelerationStructure(buffer, offset, size, bottom || !session.midway()));
    }

    private void address(Struct args) {
        AccelerationStructure structure =
                session.structures.of(args.struct("pInfo").handle("accelerationStructure"));
        Long address = args.call().returned();
        if (structure != null && address != null && address != 0) {
            session.structures.lies(structure, address);
        }
    }

    private void sizes(Struct args) {
        if (args.raw("pBuildInfo").isObject() && args.raw("pSizeInfo").isObject()) {
            BuildGeometry build = BuildGeometry.of(args.struct("pBuildInfo"));
            if (build.known()) {
                sizes.asked(build, args.numbers("pMaxPrimitiveCounts"), args.struct("pSizeInfo"));
            }
        }
    }

    private void build(Struct args) {
        List<BuildGeometry> infos =
                args.structs("pInfos").stream().map(BuildGeometry::of).toList();
        if (!infos.stream().allMatch(BuildGeometry::known)) {
            session.lost(args.call(), "builds of geometries that are not known are left out");
            return;
        }
        List<List<Struct>> ranges = infos.size() == 1
                ? List.of(BuildGeometry.nested(args, "ppBuildRangeInfos"))
                : BuildGeometry.apart(args, "ppBuildRangeInfos");
        for (int i = 0; i < infos.size(); i++) {
            int given = i < ranges.size() ? ranges.get(i).size() : 0;
            if (given < infos.get(i).geometries().size()) {
                throw args.error("ppBuildRangeInfos", "has fewer ranges than build " + i + " has geometries");
            }
        }
        commands.record(args, submission -> {
            for (int i = 0; i < infos.size(); i++) {
                builds.add(submission, args.call(), infos.get(i), ranges.get(i));
            }
        });
    }

    private void copy(Struct args) {
        Struct info = args.struct("pInfo");
        AccelerationStructure from = session.structures.of(info.handle("src"));
        AccelerationStructure to = session.structures.of(info.handle("dst"));
        commands.record(args, submission -> {
            if (from == null || to == null || from.buffer.memory() == null || to.buffer.memory() == null) {
                session.lost(args.call(), "copies of acceleration structures that are not known are left out");
                return;
            }
            List<Resource> reached = new ArrayList<>(
                    AccelerationStructures.reads(List.of(from), "source", "the structure that is copied"));
            reached.add(new Resource.Range(
                    "structure",
                    "the copy",
                    BindingKind.ACCELERATION_STRUCTURE,
                    to.buffer,
                    to.offset,
                    to.size,
                    false,
                    true));
            work.add(submission, args.call(), PipelineUse.NONE, "copy", reached, 1, CopyAccelerationStructure::new);
            to.holds(from.named(), from.known());
        });
    }

    private void properties(Struct args) {
        List<AccelerationStructure> structures = args.handles("pAccelerationStructures").stream()
                .map(session.structures::of)
                .filter(Objects::nonNull)
                .toList();
        BufferRanges headers = new BufferRanges();
        structures.forEach(
                structure -> headers.add(structure.buffer, structure.offset, Math.min(structure.size, HEADER_BYTES)));
        commands.record(
                args,
                submission -> work.add(
                        submission,
                        args.call(),
                        PipelineUse.NONE,
                        "properties",
                        headers.resources(
                                "structure",
                                "the structures that are asked about",
                                BindingKind.ACCELERATION_STRUCTURE,
                                true,
                                false),
                        1,
                        WriteAccelerationStructuresProperties::new));
    }
}
