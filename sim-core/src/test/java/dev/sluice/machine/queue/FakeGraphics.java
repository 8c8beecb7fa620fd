// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.raster.PixelStage;
import dev.sluice.program.Attachment;
import dev.sluice.program.Command;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.PrimitiveShader;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.Rect;
import dev.sluice.program.sync.AddressRange;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/** Graphics units that take a fixed time for everything and write down what they were asked. */
final class FakeGraphics implements GraphicsExecutor {

    static final long PIXEL_STAGE_CYCLES = 10;

    final List<String> log = new ArrayList<>();
    final List<ImageTransition> transitions = new ArrayList<>();
    boolean storesAtPassEnd;
    long cycles = 20;
    private final LongSupplier now;
    private final BiConsumer<Long, Runnable> later;

    FakeGraphics(LongSupplier now, BiConsumer<Long, Runnable> later) {
        this.now = now;
        this.later = later;
    }

    private void log(String what) {
        log.add(now.getAsLong() + " " + what);
    }

    @Override
    public void discard(int attribution) {
        log("discard");
    }

    @Override
    public List<AddressRange> addresses(ImageSlice slice) {
        return addresses(slice.subresource(Set.of()));
    }

    @Override
    public List<AddressRange> addresses(ImageRange range) {
        return List.of(new AddressRange(1 << 20, 256), new AddressRange(1 << 21, 32));
    }

    @Override
    public List<AddressRange> inputs(Command.Draw draw) {
        return draw.bindings().isEmpty() ? List.of() : List.of(new AddressRange(1 << 20, 64));
    }

    @Override
    public List<AddressRange> written(Command.ImageTransfer transfer) {
        return List.of();
    }

    @Override
    public void fetch(Command.Draw draw, Fetch what, Who who, How how, CommandExecutor.Completion completion) {
        log("fetch " + what);
        later.accept(cycles, () -> completion.done(new CommandExecutor.Work(8, 0, 0)));
    }

    @Override
    public void shade(
            String name,
            Command.Draw draw,
            PrimitiveShader shader,
            Who who,
            boolean atOnce,
            CommandExecutor.Completion completion) {
        log(shader.kind().key() + " " + name);
        later.accept(cycles, () -> completion.done(new CommandExecutor.Work(0, 0, 1)));
    }

    @Override
    public Pixels pixels(
            String queue,
            int pass,
            String name,
            Command.Draw draw,
            int attribution,
            PixelAgents agents,
            boolean atOnce,
            PixelListener listener) {
        return new FakePixels(name, listener);
    }

    /** Stages take {@link #PIXEL_STAGE_CYCLES} each, one after the other, each from when it is open. */
    private final class FakePixels implements Pixels {
        private final String name;
        private final PixelListener listener;
        private final Set<PixelStage> open = EnumSet.noneOf(PixelStage.class);
        private boolean ready;
        private int next;
        private boolean busy;

        FakePixels(String name, PixelListener listener) {
            this.name = name;
            this.listener = listener;
        }

        @Override
        public void ready() {
            ready = true;
            carryOn();
        }

        @Override
        public void open(PixelStage stage) {
            open.add(stage);
            log(name + " opens " + stage);
            carryOn();
        }

        private void carryOn() {
            if (ready && !busy && next < PixelStage.values().length && open.contains(PixelStage.values()[next])) {
                busy = true;
                later.accept(PIXEL_STAGE_CYCLES, () -> {
                    busy = false;
                    listener.done(PixelStage.values()[next++]);
                    carryOn();
                });
            }
        }

        @Override
        public CommandExecutor.Work work() {
            return new CommandExecutor.Work(4, 2, 3);
        }
    }

    @Override
    public void region(String queue, List<ImageSlice> flush, Set<PixelStage> second, Done done) {
        log("region " + flush.stream().map(ImageSlice::image).toList() + " " + second);
        later.accept(cycles, done::done);
    }

    @Override
    public void clear(
            ImageSlice slice,
            Set<Aspect> aspects,
            ClearValue value,
            List<Rect> rects,
            Who who,
            How how,
            CommandExecutor.Completion completion) {
        log("clear " + slice.image() + " " + new TreeSet<>(aspects));
        later.accept(cycles, () -> completion.done(new CommandExecutor.Work(0, 256, 0)));
    }

    @Override
    public void resolve(
            ImageSlice from,
            Attachment.Resolve resolve,
            Rect area,
            Who who,
            How how,
            CommandExecutor.Completion completion) {
        log("resolve " + from.image() + " to " + resolve.to().image());
        later.accept(cycles, () -> completion.done(new CommandExecutor.Work(0, 0, 0)));
    }

    @Override
    public void discard(ImageSlice slice, Rect area, Who who, How how, CommandExecutor.Completion completion) {
        log("discard " + slice.image());
        later.accept(cycles, () -> completion.done(new CommandExecutor.Work(0, 0, 0)));
    }

    @Override
    public void discard(ImageSlice slice, Set<Aspect> aspects, Rect area, Who who) {
        log("discard " + aspects + " of " + slice.image());
    }

    @Override
    public void restore(ImageSlice slice, Set<Aspect> aspects, Rect area, Who who) {
        log("restore " + aspects + " of " + slice.image());
    }

    @Override
    public boolean storesAtPassEnd() {
        return storesAtPassEnd;
    }

    @Override
    public void load(ImageSlice slice, Rect area, Who who, How how, CommandExecutor.Completion completion) {
        log("load " + slice.image());
        later.accept(cycles, () -> completion.done(new CommandExecutor.Work(0, 0, 0)));
    }

    @Override
    public void store(ImageSlice slice, Rect area, Who who, How how, CommandExecutor.Completion completion) {
        log("store " + slice.image());
        later.accept(cycles, () -> completion.done(new CommandExecutor.Work(0, 0, 0)));
    }

    @Override
    public void transfer(String name, Command command, Who who, boolean atOnce, CommandExecutor.Completion completion) {
        log(command.kind());
        later.accept(cycles, () -> completion.done(new CommandExecutor.Work(64, 64, 0)));
    }

    @Override
    public void transition(
            ImageTransition transition, Set<ImageLayout> beside, Who who, TransitionCompletion completion) {
        log("transition to " + transition.newLayout());
        transitions.add(transition);
        later.accept(
                cycles,
                () -> completion.done(
                        new TransitionWork("DECOMPRESS", transition.range().image(), 4, 2, 512)));
    }

    @Override
    public void present(String image, Who who, CommandExecutor.Completion completion) {
        log("present " + image);
        later.accept(cycles, () -> completion.done(new CommandExecutor.Work(1024, 0, 0)));
    }
}
