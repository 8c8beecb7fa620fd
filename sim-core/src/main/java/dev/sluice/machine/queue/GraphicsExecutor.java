// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.raster.PixelStage;
import dev.sluice.program.Attachment;
import dev.sluice.program.Command;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.Origin;
import dev.sluice.program.PrimitiveShader;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.Rect;
import dev.sluice.program.sync.AddressRange;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;

/** Carries out what draws, render passes and layout transitions ask of the machine's units. */
public interface GraphicsExecutor {

    /** On whose behalf: index of counters kept by command, and the version that writes carry. */
    record Who(int attribution, int agent) {}

    /**
     * How a part of a command is carried out.
     *
     * @param name of the command
     * @param origin of the command
     * @param atOnce whether it is to take no time, if that can be
     */
    record How(String name, Origin origin, boolean atOnce) {}

    /** What the front end fetches for a draw. */
    enum Fetch {
        ARGUMENTS,
        INDICES,
        ATTRIBUTES
    }

    /** The pixel half of a draw. */
    interface Pixels {
        /** All vertices are there. */
        void ready();

        /** The stage's gates are open. */
        void open(PixelStage stage);

        /** What the fragment kernels did; complete when the last stage is done. */
        CommandExecutor.Work work();
    }

    /** Told when a stage of the pixel half is done. */
    @FunctionalInterface
    interface PixelListener {
        void done(PixelStage stage);
    }

    /** The agents of a draw's pixel stages. */
    record PixelAgents(int fragment, int earlyTests, int lateTests, int color) {}

    /** What a transition did. */
    record TransitionWork(String kind, String image, long tilesVisited, long tilesChanged, long bytesWritten) {}

    /** Told what a transition did. */
    @FunctionalInterface
    interface TransitionCompletion {
        void done(TransitionWork work);
    }

    /** Told when something is done. */
    @FunctionalInterface
    interface Done {
        void done();
    }

    /** What stands behind a stream without images and draws: nothing, because every other graphics command names an image. */
    static GraphicsExecutor none() {
        return (GraphicsExecutor) Proxy.newProxyInstance(
                GraphicsExecutor.class.getClassLoader(),
                new Class<?>[] {GraphicsExecutor.class},
                (proxy, method, arguments) -> {
                    throw new IllegalStateException(method.getName() + " in a stream without images");
                });
    }

    /** A draw, all of whose fetches are still to come, is discarded: it fetches, shades and covers nothing. */
    void discard(int attribution);

    /** The bytes of subresources, metadata included. */
    List<AddressRange> addresses(ImageRange range);

    /** The bytes of a layer or slice and of its metadata. */
    List<AddressRange> addresses(ImageSlice slice);

    /** The bytes of the input attachments of a draw's fragment kernel, metadata included. */
    List<AddressRange> inputs(Command.Draw draw);

    /** The bytes that an image transfer writes: of a buffer row by row, of an image whole subresources. */
    List<AddressRange> written(Command.ImageTransfer transfer);

    /** Fetches what the front end needs for a draw. */
    void fetch(Command.Draw draw, Fetch what, Who who, How how, CommandExecutor.Completion completion);

    /**
     * Runs one of the shaders of a draw's vertices and primitives, in their order.
     *
     * @param atOnce whether it is to take no time, if that can be
     */
    void shade(
            String name,
            Command.Draw draw,
            PrimitiveShader shader,
            Who who,
            boolean atOnce,
            CommandExecutor.Completion completion);

    /**
     * Puts the pixel half of a draw in its place among the draws of a queue.
     *
     * @param pass which of the queue's render pass instances it belongs to
     * @param atOnce whether it is to take no time, if that can be
     */
    Pixels pixels(
            String queue,
            int pass,
            String name,
            Command.Draw draw,
            int attribution,
            PixelAgents agents,
            boolean atOnce,
            PixelListener listener);

    /**
     * Holds back later draws of a queue square by square, until earlier ones have written there and the units' lines of the
     * targets are flushed (BY_REGION).
     */
    void region(String queue, List<ImageSlice> flush, Set<PixelStage> second, Done done);

    /** Clears rectangles of aspects of an attachment in the units. */
    void clear(
            ImageSlice slice,
            Set<Aspect> aspects,
            ClearValue value,
            List<Rect> rects,
            Who who,
            How how,
            CommandExecutor.Completion completion);

    /** Makes one sample out of those of an attachment. */
    void resolve(
            ImageSlice from,
            Attachment.Resolve resolve,
            Rect area,
            Who who,
            How how,
            CommandExecutor.Completion completion);

    /** Makes the contents of an attachment undefined, and drops what the units hold of it. */
    void discard(ImageSlice slice, Rect area, Who who, How how, CommandExecutor.Completion completion);

    /** Makes the contents of some aspects undefined; the units keep what they hold for the others. */
    void discard(ImageSlice slice, Set<Aspect> aspects, Rect area, Who who);

    /** Makes contents that were undefined for as long as the attachment was used what they were, unless something was written. */
    void restore(ImageSlice slice, Set<Aspect> aspects, Rect area, Who who);

    /** Whether the units load tiles when a render pass begins and write them back when it ends. */
    boolean storesAtPassEnd();

    /** Makes the units forget what they hold of an attachment, all of it written back before, so that they load it anew. */
    void load(ImageSlice slice, Rect area, Who who, How how, CommandExecutor.Completion completion);

    /** Writes back what the units hold of an attachment, and makes them forget it. */
    void store(ImageSlice slice, Rect area, Who who, How how, CommandExecutor.Completion completion);

    /**
     * Copies, blits, resolves or clears images outside of render passes.
     *
     * @param atOnce whether it is to take no time, if that can be
     */
    void transfer(String name, Command command, Who who, boolean atOnce, CommandExecutor.Completion completion);

    /**
     * Brings subresources into another layout.
     *
     * @param beside the layouts that the other aspects of the same texels are in
     */
    void transition(ImageTransition transition, Set<ImageLayout> beside, Who who, TransitionCompletion completion);

    /** Scans an image out. */
    void present(String image, Who who, CommandExecutor.Completion completion);
}
