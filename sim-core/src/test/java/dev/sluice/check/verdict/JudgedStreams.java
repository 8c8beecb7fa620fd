// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.verdict;

import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.device.MemoryProperty;
import dev.sluice.device.MemoryType;
import dev.sluice.program.Barrier;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostReads;
import dev.sluice.program.HostThread;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.MemoryDeclaration;
import dev.sluice.program.Origin;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.Sharing;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.UnseenWork;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Tiling;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Small streams of copies and barriers, and what is said of their dependencies. */
abstract class JudgedStreams {
    static final long KIB = 1024;

    private int commands;

    Origin here() {
        return Origin.at("t:" + commands++);
    }

    Command copy(String src, String dst) {
        return copy(src, dst, 0, 4 * KIB);
    }

    Command copy(String src, String dst, long offset, long size) {
        return new Command.CopyBuffer(here(), src, dst, List.of(new Command.CopyBuffer.Region(offset, offset, size)));
    }

    Command fill(String dst) {
        return new Command.FillBuffer(here(), new BufferRange(dst, 0, 4 * KIB), 1);
    }

    static Barrier barrier(Stage src, long srcAccess, Stage dst, long dstAccess) {
        return new Barrier(src.mask(), srcAccess, dst.mask(), dstAccess, null, null, null);
    }

    Command command(Barrier... barriers) {
        return new Command.PipelineBarrier(here(), List.of(barriers), false);
    }

    static final long WRITE = Access.TRANSFER_WRITE.mask();
    static final long READ = Access.TRANSFER_READ.mask();
    static final Barrier FILL_TO_COPY = barrier(Stage.CLEAR, WRITE, Stage.COPY, READ);
    static final Barrier WIDE = barrier(
            Stage.ALL_COMMANDS,
            Accesses.of(Access.MEMORY_READ, Access.MEMORY_WRITE),
            Stage.ALL_COMMANDS,
            Accesses.of(Access.MEMORY_READ, Access.MEMORY_WRITE));

    HostOperation submit(
            String queue, List<SemaphoreOperation> waits, List<SemaphoreOperation> signals, Command... all) {
        return new HostOperation.QueueSubmit(here(), queue, waits, List.of(List.of(all)), signals, null);
    }

    static Verdicts judge(long limit, HostOperation... operations) {
        return judge(limit, HostReads.STATED, operations);
    }

    static Verdicts judge(long limit, HostReads reads, HostOperation... operations) {
        return judge(limit, reads, UnseenWork.NONE, operations);
    }

    static Verdicts judge(long limit, HostReads reads, UnseenWork unseen, HostOperation... operations) {
        List<BufferDeclaration> buffers = new ArrayList<>();
        for (String name : List.of("a", "b", "c", "d")) {
            buffers.add(new BufferDeclaration(
                    name, "local", 64 * KIB * buffers.size(), 4 * KIB, List.of(), Origin.at("t")));
        }
        StreamProgram stream = new StreamProgram(
                "t",
                List.of(new MemoryDeclaration("local", 1024 * KIB, 0, reads, Origin.at("t"))),
                buffers,
                List.of(new ImageDeclaration(
                        new ImageSpec(
                                "i", Format.R8G8B8A8_UNORM, 16, 16, 1, 1, 1, 1, Tiling.OPTIMAL, Set.of("SAMPLED")),
                        "local",
                        512 * KIB,
                        ImageLayout.UNDEFINED,
                        true,
                        Sharing.UNSTATED,
                        Origin.at("t"))),
                Map.of(),
                List.of(new HostThread("main", List.of(operations))),
                List.of(),
                unseen);
        MemoryType type = new MemoryType(0, Set.of(MemoryProperty.HOST_VISIBLE, MemoryProperty.HOST_COHERENT));
        List<MemoryType> types = reads == HostReads.STATED ? List.of() : List.of(type);
        DeviceFacts device = new DeviceFacts(Map.of("universal", QueueCapabilities.ALL), types, 64, 256);
        return Verdicts.of(AccessTrace.of(stream, device), limit);
    }

    List<Verdict> judge(Command... commands) {
        return judge(Long.MAX_VALUE, submit("universal.0", List.of(), List.of(), commands))
                .all();
    }

    Command clear(String image) {
        return new Command.ClearImage(
                here(), Command.ClearImage.Form.CLEAR_COLOR_IMAGE, image, ClearValue.ZERO, List.of(whole(image)));
    }

    static ImageRange whole(String image) {
        return new ImageRange(image, Set.of(Aspect.COLOR), 0, 1, 0, 1);
    }

    static Barrier transition(Stage src, Stage dst, long dstAccess) {
        ImageTransition transition =
                new ImageTransition(whole("i"), ImageLayout.TRANSFER_DST_OPTIMAL, ImageLayout.TRANSFER_SRC_OPTIMAL);
        return new Barrier(src.mask(), 0, dst.mask(), dstAccess, null, transition, null, null);
    }
}
