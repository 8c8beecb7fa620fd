package dev.sluice.core.command.run;

import dev.sluice.core.barrier.AddressRange;
import dev.sluice.core.command.Command;
import dev.sluice.core.command.ImageRange;
import dev.sluice.core.command.ImageSlice;
import dev.sluice.core.command.ImageTransition;
import dev.sluice.core.image.Aspect;
import dev.sluice.core.image.ClearValue;
import dev.sluice.core.image.Rect;
import dev.sluice.core.raster.PixelStage;
import java.util.List;
import java.util.Set;

/** What stands behind the graphics commands of a stream without images: nothing, because every one of them names an image. */
public final class NoGraphics implements GraphicsExecutor {

    private static IllegalStateException unexpected() {
        return new IllegalStateException("a graphics command in a stream without images");
    }

    @Override
    public List<AddressRange> addresses(ImageRange range) {
        throw unexpected();
    }

    @Override
    public List<AddressRange> written(Command.ImageTransfer transfer) {
        throw unexpected();
    }

    @Override
    public void fetch(Command.Draw draw, Fetch what, Who who, CommandExecutor.Completion completion) {
        throw unexpected();
    }

    @Override
    public void vertices(String name, Command.Draw draw, Who who, CommandExecutor.Completion completion) {
        throw unexpected();
    }

    @Override
    public Pixels pixels(
            String queue,
            int pass,
            String name,
            Command.Draw draw,
            int attribution,
            PixelAgents agents,
            PixelListener listener) {
        throw unexpected();
    }

    @Override
    public void region(String queue, List<ImageSlice> flush, Set<PixelStage> second, Done done) {
        throw unexpected();
    }

    @Override
    public void clear(
            ImageSlice slice,
            Set<Aspect> aspects,
            ClearValue value,
            List<Rect> rects,
            Who who,
            CommandExecutor.Completion completion) {
        throw unexpected();
    }

    @Override
    public void resolve(ImageSlice from, ImageSlice to, Rect area, Who who, CommandExecutor.Completion completion) {
        throw unexpected();
    }

    @Override
    public void discard(ImageSlice slice, Rect area, Who who, Done done) {
        throw unexpected();
    }

    @Override
    public boolean storesAtPassEnd() {
        return false;
    }

    @Override
    public void load(ImageSlice slice, Rect area, Who who, Done done) {
        throw unexpected();
    }

    @Override
    public void store(ImageSlice slice, Rect area, Who who, Done done) {
        throw unexpected();
    }

    @Override
    public void transfer(Command command, Who who, CommandExecutor.Completion completion) {
        throw unexpected();
    }

    @Override
    public void transition(ImageTransition transition, Who who, TransitionCompletion completion) {
        throw unexpected();
    }

    @Override
    public void present(String image, Who who, CommandExecutor.Completion completion) {
        throw unexpected();
    }
}
