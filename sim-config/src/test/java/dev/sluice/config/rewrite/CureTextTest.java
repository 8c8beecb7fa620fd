// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.Barrier;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.MemoryRange;
import dev.sluice.program.Origin;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.SubpassScopes;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.edit.Spot;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Tiling;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class CureTextTest {
    private static final String SCOPES =
            "srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [CLEAR], dstAccess: [TRANSFER_WRITE]";

    private static Barrier barrier(
            @Nullable BufferRange range, @Nullable ImageTransition image, @Nullable String from) {
        return new Barrier(
                Stage.COPY.mask(),
                Access.TRANSFER_WRITE.mask(),
                Stage.CLEAR.mask(),
                Access.TRANSFER_WRITE.mask(),
                range,
                image,
                from,
                from == null ? null : "transfer");
    }

    private static Cure insert(Barrier barrier) {
        return new Cure.InsertCommand(
                new Command.PipelineBarrier(Origin.NOWHERE, List.of(barrier), false), null, Spot.before("submit0.1"));
    }

    private static Cure.Mask stages(Cure.Mask.Part part) {
        return new Cure.Mask(part, Stage.COPY.mask());
    }

    private static Cure handOver(Cure.HandOver.Half half) {
        return new Cure.HandOver(half, "x", null, "submit0.0", "u.0", "submit1.0", "t.0", "u", "t");
    }

    static Stream<Arguments> cures() {
        List<MemoryRange> ranges = List.of(new MemoryRange("m", 0, 64));
        return Stream.of(
                Arguments.of(Cure.NONE, ""),
                Arguments.of(
                        insert(barrier(null, null, null)),
                        "- pipelineBarrier: {memory: [{" + SCOPES + "}]}   # before submit0.1"),
                Arguments.of(
                        insert(barrier(new BufferRange("b", 0, 32), null, null)),
                        "- pipelineBarrier: {buffers: [{buffer: b, offset: 0, size: 32, " + SCOPES
                                + "}]}   # before submit0.1"),
                Arguments.of(
                        insert(barrier(null, null, null).masked(Stage.COPY.mask(), 0, Stage.CLEAR.mask(), 0)),
                        "- pipelineBarrier: {memory: [{srcStage: [COPY], dstStage: [CLEAR]}]}   # before submit0.1"),
                Arguments.of(
                        insert(barrier(new BufferRange("b", 0, 32), null, "universal")
                                .masked(Stage.COPY.mask(), Access.TRANSFER_WRITE.mask(), 0, 0)),
                        "- pipelineBarrier: {buffers: [{buffer: b, offset: 0, size: 32, srcStage: [COPY],"
                                + " srcAccess: [TRANSFER_WRITE], dstStage: [NONE], dstAccess: [],"
                                + " srcQueueFamily: universal, dstQueueFamily: transfer}]}   # before submit0.1"),
                Arguments.of(
                        new Cure.InsertCommand(
                                new Command.PipelineBarrier(Origin.NOWHERE, List.of(barrier(null, null, null)), true),
                                null,
                                Spot.here()),
                        "- pipelineBarrier: {memory: [{" + SCOPES + "}], dependencyFlags: [BY_REGION]}"),
                Arguments.of(
                        new Cure.InsertCommand(
                                new Command.ResetEvent(Origin.NOWHERE, "e", Stage.COPY.mask()), null, Spot.here()),
                        "- resetEvent: {event: e, stageMask: [COPY]}"),
                Arguments.of(
                        new Cure.InsertCommand(
                                new Command.SetEvent(Origin.NOWHERE, "e", List.of(barrier(null, null, null)), false),
                                null,
                                Spot.saying("as submit0.2")),
                        "- setEvent: {event: e, memory: [{" + SCOPES + "}]}   # as submit0.2"),
                Arguments.of(
                        new Cure.InsertCommand(
                                new Command.WaitEvents(
                                        Origin.NOWHERE,
                                        List.of(new Command.WaitEvents.Wait(
                                                List.of("e"), List.of(barrier(null, null, null)))),
                                        false),
                                null,
                                Spot.here()),
                        "- waitEvents: {events: [e], memory: [{" + SCOPES + "}]}"),
                Arguments.of(
                        new Cure.InsertOperation(
                                new HostOperation.FlushMappedMemoryRanges(Origin.NOWHERE, ranges),
                                Spot.after("host.0").remarked("before the submission")),
                        "- flushMappedMemoryRanges: [{memory: m, offset: 0, size: 64}]"
                                + "   # after host.0, before the submission"),
                Arguments.of(
                        new Cure.InsertOperation(
                                new HostOperation.InvalidateMappedMemoryRanges(Origin.NOWHERE, ranges), Spot.here()),
                        "- invalidateMappedMemoryRanges: [{memory: m, offset: 0, size: 64}]"),
                Arguments.of(
                        new Cure.InsertOperation(new HostOperation.StoreFence(Origin.NOWHERE), Spot.after("host.0")),
                        "- storeFence: {}   # after host.0"),
                Arguments.of(
                        new Cure.InsertOperation(
                                new HostOperation.ResetEvent(Origin.NOWHERE, "e"), Spot.saying("before it")),
                        "- resetEvent: e   # before it"),
                Arguments.of(
                        new Cure.WaitForFence("host.1", "submit0.0", "F", false, true),
                        "- waitForFences: [F]   # before host.1, with fence: F at the submission of submit0.0;"
                                + " and a barrier to HOST before the fence"),
                Arguments.of(
                        new Cure.WaitForFence("host.1", "submit0.0", "F", true, false),
                        "- waitForFences: [F]   # before host.1: the fence of submit0.0"),
                Arguments.of(
                        new Cure.InsertOperation(
                                new HostOperation.SignalSemaphore(Origin.NOWHERE, "S", 1), Spot.after("host.0")),
                        "- signalSemaphore: {semaphore: S, value: 1}   # after host.0"),
                Arguments.of(
                        new Cure.InsertOperation(
                                new HostOperation.WaitSemaphores(
                                        Origin.NOWHERE, List.of(new SemaphoreOperation("S", 1, true, 0))),
                                Spot.before("t.0")),
                        "- waitSemaphores: [{semaphore: S, value: 1}]   # before t.0"),
                Arguments.of(
                        new Cure.InsertOperation(
                                new HostOperation.DeviceWaitIdle(Origin.NOWHERE), Spot.before("host.1")),
                        "- deviceWaitIdle: {}   # before host.1"),
                Arguments.of(
                        new Cure.MoveOperation("host.3", "submit0.1"),
                        "# host.3 must come before the submission of submit0.1"),
                Arguments.of(
                        new Cure.Steps(List.of(new Cure.Note("remove it"), new Cure.Share("x"))),
                        "# remove it\n# declare x with sharingMode: CONCURRENT"),
                Arguments.of(new Cure.Unchecked(new Cure.Note("remove it")), "# remove it (unchecked)"),
                Arguments.of(
                        new Cure.Unchecked(insert(barrier(null, null, null))),
                        "- pipelineBarrier: {memory: [{" + SCOPES + "}]}   # before submit0.1 (unchecked)"),
                Arguments.of(
                        new Cure.Unchecked(new Cure.ByRegion(), "not tried: too long"),
                        "dependencyFlags: [BY_REGION]   # unchecked, not tried: too long"),
                Arguments.of(
                        new Cure.Refuted(new Cure.ByRegion(), "it stays"),
                        "# tried, and not enough: dependencyFlags: [BY_REGION]: it stays"),
                Arguments.of(new Cure.Unchecked(new Cure.ByRegion()), "dependencyFlags: [BY_REGION]   # unchecked"),
                Arguments.of(new Cure.Share("x"), "# declare x with sharingMode: CONCURRENT"),
                Arguments.of(
                        new Cure.WaitForSemaphore("S", "submit0.0", Stage.COPY.mask(), "host.4", 0),
                        "# signal: [{semaphore: S, stages: [COPY]}] at the submission of submit0.0,"
                                + " wait: [S] at host.4"),
                Arguments.of(
                        new Cure.WaitForSemaphore("S", "submit0.0", Stage.COPY.mask(), "submit1.0", Stage.CLEAR.mask()),
                        "# signal: [{semaphore: S, stages: [COPY]}] at the submission of submit0.0,"
                                + " wait: [{semaphore: S, stages: [CLEAR]}] at that of submit1.0"),
                Arguments.of(
                        new Cure.WaitForHost("S", "t.0", "submit1.0", Stage.CLEAR.mask()),
                        "# signalSemaphore: {semaphore: S, value: 1} after t.0, wait: [{semaphore: S, value: 1, stages:"
                                + " [CLEAR]}] at the submission of submit1.0"),
                Arguments.of(
                        new Cure.WaitForAcquire("i", "submit1.0", Stage.CLEAR.mask()),
                        "# let the submission of submit1.0 wait for the semaphore of acquireNextImage, stages [CLEAR]"),
                Arguments.of(
                        handOver(Cure.HandOver.Half.RELEASE),
                        "# release x on u.0 after submit0.0 with srcQueueFamily: u, dstQueueFamily: t,"
                                + " the same range and layouts as the acquire"),
                Arguments.of(
                        handOver(Cure.HandOver.Half.ACQUIRE),
                        "# acquire x on t.0 before submit1.0 with srcQueueFamily: u, dstQueueFamily: t,"
                                + " the same range and layouts as the release"),
                Arguments.of(
                        handOver(Cure.HandOver.Half.BOTH),
                        "# release x on u.0 after submit0.0 and acquire it on t.0 before submit1.0 with"
                                + " srcQueueFamily: u, dstQueueFamily: t; or declare it with sharingMode: CONCURRENT"),
                Arguments.of(
                        new Cure.HandOverOrShare("u", "t"),
                        "# release it on a queue of u and acquire it before this (srcQueueFamily: u,"
                                + " dstQueueFamily: t), or declare sharingMode: CONCURRENT"),
                Arguments.of(
                        new Cure.ExtendBarrier(
                                Cure.Masks.of(
                                        stages(Cure.Mask.Part.SRC_STAGE), new Cure.Mask(Cure.Mask.Part.SRC_ACCESS, 0)),
                                "i",
                                "submit0.1"),
                        "# add srcStage: [COPY] to the barrier of i in submit0.1"),
                Arguments.of(
                        new Cure.ExtendBarrier(
                                Cure.Masks.of(stages(Cure.Mask.Part.SRC_STAGE)),
                                "i",
                                List.of(new ImageRange("i", Set.of(Aspect.COLOR), 1, 1, 0, 6)),
                                "submit0.1"),
                        "# add srcStage: [COPY] to the barrier of i (level 1, layers 0 to 5) in submit0.1"),
                Arguments.of(
                        new Cure.ExtendBarrier(
                                Cure.Masks.of(stages(Cure.Mask.Part.SRC_STAGE)),
                                "d",
                                List.of(
                                        new ImageRange("d", Set.of(Aspect.STENCIL), 0, 1, 0, 1),
                                        new ImageRange("d", Set.of(Aspect.DEPTH), 1, 2, 0, 1)),
                                "submit0.1"),
                        "# add srcStage: [COPY] to the barrier of d (stencil, level 0, layer 0;"
                                + " depth, levels 1 to 2, layer 0) in submit0.1"),
                Arguments.of(
                        new Cure.WidenSemaphore(
                                Cure.WidenSemaphore.Operation.WAIT,
                                "m",
                                Stages.of(Stage.BOTTOM_OF_PIPE, Stage.COPY),
                                "submit1"),
                        "# wait: [{semaphore: m, stages: [BOTTOM_OF_PIPE, COPY]}] at submit1"),
                Arguments.of(
                        new Cure.WidenSemaphore(
                                Cure.WidenSemaphore.Operation.SIGNAL, "m", Stage.COPY.mask(), "submit1"),
                        "# add [COPY] to the stages of the signal of m that submit1 waits for"),
                Arguments.of(
                        new Cure.ExtendExternalDependency(
                                Cure.Masks.of(
                                        new Cure.Mask(Cure.Mask.Part.DST_STAGE, Stage.EARLY_FRAGMENT_TESTS.mask())),
                                "i",
                                "submit0.1"),
                        "# add dstStageMask: [EARLY_FRAGMENT_TESTS] to the external subpass dependency by which i"
                                + " changes its layout in submit0.1"),
                Arguments.of(
                        new Cure.StoreNone("i", Set.of(Aspect.DEPTH), "submit0.1"),
                        "# storeOp: NONE for i in submit0.1: in a layout that is read only nothing has changed, and any"
                                + " other store operation writes"),
                Arguments.of(
                        new Cure.StoreNone("i", Set.of(Aspect.DEPTH, Aspect.STENCIL), "submit0.1"),
                        "# storeOp: NONE, stencilStoreOp: NONE for i in submit0.1: in a layout that is read only nothing"
                                + " has changed, and any other store operation writes"),
                Arguments.of(
                        new Cure.SubpassDependency(
                                Cure.Masks.of(barrier(null, null, null)), null, "submit0.1", SubpassScopes.of(0, 1)),
                        "# let a dependency from subpass 0 to subpass 1 say srcStageMask: [COPY], srcAccessMask:"
                                + " [TRANSFER_WRITE], dstStageMask: [CLEAR], dstAccessMask: [TRANSFER_WRITE]"),
                Arguments.of(
                        new Cure.SeparateLines("submit0.0", "submit0.1", "l2"),
                        "# submit0.0 and submit0.1 write one line of l2 on two ways without order: place their bytes"
                                + " a line apart, order them by a barrier, or let transfers go through the cache"
                                + " (transfer: {coherent: true})"),
                Arguments.of(
                        Cure.Masks.of(
                                stages(Cure.Mask.Part.STAGE_MASK),
                                stages(Cure.Mask.Part.SRC_STAGE_MASK),
                                new Cure.Mask(Cure.Mask.Part.DST_STAGE, 0),
                                new Cure.Mask(Cure.Mask.Part.DST_ACCESS, 0)),
                        "stageMask: [COPY], srcStageMask: [COPY], dstStage: [NONE], dstAccess: []"),
                Arguments.of(new Cure.Layout(true, ImageLayout.GENERAL), "oldLayout: GENERAL"),
                Arguments.of(new Cure.Layout(false, "the next one"), "newLayout: the next one"),
                Arguments.of(
                        new Cure.Transition("i", ImageLayout.UNDEFINED, ImageLayout.GENERAL),
                        "- pipelineBarrier: {images: [{image: i, oldLayout: UNDEFINED, newLayout: GENERAL, ...}]}"
                                + "   # before it"),
                Arguments.of(new Cure.ByRegion(), "dependencyFlags: [BY_REGION]"),
                Arguments.of(new Cure.Instead(List.of(barrier(null, null, null))), "memory: [{" + SCOPES + "}]"),
                Arguments.of(
                        new Cure.Instead(List.of(barrier(null, transition(1, 3), null))),
                        "images: [{image: i, " + SCOPES + "}]"),
                Arguments.of(new Cure.Note("remove it"), "# remove it"),
                Arguments.of(new Cure.Words("leave it out"), "leave it out"));
    }

    @ParameterizedTest
    @MethodSource("cures")
    void should_write_a_cure(Cure cure, String text) {
        assertThat(CureText.line(cure)).isEqualTo(text);
    }

    @Test
    void should_know_every_kind_of_cure() {
        assertThat(cures().<Class<?>>map(arguments -> arguments.get()[0].getClass())
                        .toList())
                .contains(Cure.class.getPermittedSubclasses());
    }

    private static ImageTransition transition(int level, int levels) {
        return new ImageTransition(
                new ImageRange("i", Set.of(Aspect.STENCIL), level, levels, 0, 1),
                ImageLayout.GENERAL,
                ImageLayout.GENERAL);
    }

    private static String image(int levels) {
        ImageSpec spec =
                new ImageSpec("i", Format.D24_UNORM_S8_UINT, 64, 64, 1, 1, 3, 1, Tiling.OPTIMAL, Set.of("SAMPLED"));
        return CureText.line(new Cure.InsertCommand(
                new Command.PipelineBarrier(
                        Origin.NOWHERE, List.of(barrier(null, transition(3 - levels, levels), null)), false),
                spec,
                Spot.here()));
    }

    @Test
    void should_say_the_aspect_of_an_image_that_has_two() {
        assertThat(image(3))
                .isEqualTo("- pipelineBarrier: {images: [{image: i, " + SCOPES
                        + ", oldLayout: GENERAL, newLayout: GENERAL, aspectMask: [STENCIL]}]}");
    }

    @Test
    void should_say_the_levels_of_a_part_of_an_image() {
        assertThat(image(1))
                .endsWith("newLayout: GENERAL, baseMipLevel: 2, levelCount: 1, baseArrayLayer: 0, layerCount: 1,"
                        + " aspectMask: [STENCIL]}]}");
    }

    @Test
    void should_quote_names_that_yaml_might_take_for_something_else() {
        assertThat(CureText.line(insert(barrier(new BufferRange("b:1", 0, 32), null, null))))
                .contains("{buffer: \"b:1\", offset: 0");
    }
}
