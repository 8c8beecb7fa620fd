// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.truth.Discard;
import dev.sluice.program.Attachment;
import dev.sluice.program.Command;
import dev.sluice.program.ImageBinding;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.Rect;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Load, store and resolve operations of render passes, and clears within them, as stage tasks (Vulkan specification,
 * chapter Render Pass).
 */
final class PassTasks {

    private static final String DONT_CARE = Attachment.LoadOp.DONT_CARE.name();

    private final TaskFactory tasks;
    private final GraphicsExecutor graphics;

    PassTasks(TaskFactory tasks, GraphicsExecutor graphics) {
        this.tasks = tasks;
        this.graphics = graphics;
    }

    /** Load operations: COLOR_ATTACHMENT_OUTPUT for colours, EARLY_FRAGMENT_TESTS for depth and stencil. */
    void begin(CommandRecord record, int position, RenderTargets targets, PassOrder pass) {
        targets.layers().forEach(layer -> beginLayer(record, position, layer, pass));
    }

    private void beginLayer(CommandRecord record, int position, RenderTargets targets, PassOrder pass) {
        for (Attachment color : targets.colors()) {
            load(record, position, color, false, targets.area(), pass);
        }
        Attachment depth = targets.depthStencil();
        if (depth != null) {
            load(record, position, depth, true, targets.area(), pass);
        }
        for (Attachment other : targets.others()) {
            load(record, position, other, !other.slice().format().color(), targets.area(), pass);
        }
    }

    private void load(
            CommandRecord record, int position, Attachment attachment, boolean depth, Rect area, PassOrder pass) {
        Stage stage = depth ? Stage.EARLY_FRAGMENT_TESTS : Stage.COLOR_ATTACHMENT_OUTPUT;
        String image = attachment.slice().image();
        ImageSlice slice = attachment.slice();
        if (attachment.loads() && graphics.storesAtPassEnd()) {
            whole(
                    record,
                    position,
                    stage,
                    null,
                    "load of " + image,
                    pass,
                    (who, how, done) -> graphics.load(slice, area, who, how, done));
        }
        if (!attachment.unloaded().isEmpty()) {
            pass.unloaded(attachment, area);
        }
        Set<Aspect> cleared = attachment.cleared();
        Set<Aspect> undefined = depth ? attachment.undefinedBefore() : Set.of();
        if (!cleared.isEmpty()) {
            StageTask clear = clear(
                    record,
                    position,
                    slice,
                    cleared,
                    undefined,
                    depth,
                    stage,
                    attachment.clear(),
                    List.of(area),
                    pass,
                    Condition.NONE);
            addLoad(new PassLoad(clear, slice, writes(depth)), depth, pass);
        } else if (attachment.discardedBefore()) {
            StageTask discard = discard(record, position, stage, depth, Discard.LOAD, DONT_CARE, slice, area, pass);
            addLoad(new PassLoad(discard, slice, null), depth, pass);
        } else if (!undefined.isEmpty()) {
            StageTask discard = discard(record, position, stage, Discard.LOAD, DONT_CARE, slice, undefined, area, pass);
            addLoad(new PassLoad(discard, slice, null), depth, pass);
        }
    }

    private void addLoad(PassLoad load, boolean depth, PassOrder pass) {
        tasks.loads(load.task, depth);
        pass.addLoad(load);
    }

    /** What comes before a draw; returns whether there is something, so that the draw has another position. */
    boolean beforeDraw(CommandRecord record, int position, Command.Draw draw, PassOrder pass) {
        return hide(record, position, slice -> accesses(draw, slice), pass);
    }

    private static boolean accesses(Command.Draw draw, ImageSlice slice) {
        return draw.targets().layers().stream().anyMatch(layer -> accesses(draw, layer, slice))
                || draw.bindings().values().stream()
                        .anyMatch(bound -> bound instanceof ImageBinding image
                                && image.image().equals(slice.image()));
    }

    private static boolean accesses(Command.Draw draw, RenderTargets layer, ImageSlice slice) {
        Attachment depth = layer.depthStencil();
        return layer.colors().stream().anyMatch(color -> color.slice().equals(slice))
                || depth != null && depth.slice().equals(slice) && draw.state().usesDepth();
    }

    /**
     * Makes undefined what load operations did not take over, of attachments that are accessed for the first time; returns whether
     * there are any.
     */
    private boolean hide(CommandRecord record, int position, Predicate<ImageSlice> accessed, PassOrder pass) {
        List<PassOrder.Unloaded> first = pass.firstAccessed(accessed);
        for (PassOrder.Unloaded one : first) {
            ImageSlice slice = one.attachment().slice();
            StageTask undefined = undefined(record, position, one.attachment(), one.area(), pass);
            addLoad(new PassLoad(undefined, slice, null), !slice.format().color(), pass);
        }
        return !first.isEmpty();
    }

    private StageTask undefined(CommandRecord record, int position, Attachment attachment, Rect area, PassOrder pass) {
        ImageSlice slice = attachment.slice();
        Stage stage = slice.format().color() ? Stage.COLOR_ATTACHMENT_OUTPUT : Stage.EARLY_FRAGMENT_TESTS;
        return whole(record, position, stage, null, "loadOp NONE of " + slice.image(), pass, (who, how, done) -> {
            undefined(slice, attachment.unloaded(), area, who, Discard.HIDDEN);
            done.done(new CommandExecutor.Work(0, 0, 0));
        });
    }

    /** Clears rectangles within the pass. */
    void clear(
            CommandRecord record, int position, Command.ClearAttachments command, PassOrder pass, Condition condition) {
        for (Command.ClearAttachments.Clear clear : command.clears()) {
            hide(record, position, clear.slice()::equals, pass);
            boolean depth = !clear.aspects().contains(Aspect.COLOR);
            Stage stage = depth ? Stage.EARLY_FRAGMENT_TESTS : Stage.COLOR_ATTACHMENT_OUTPUT;
            clear(
                    record,
                    position,
                    clear.slice(),
                    clear.aspects(),
                    Set.of(),
                    depth,
                    stage,
                    clear.value(),
                    clear.rects(),
                    pass,
                    condition);
        }
        condition.arm();
    }

    /** @param undefined those of the aspects whose contents are nobody's afterwards */
    private StageTask clear(
            CommandRecord record,
            int position,
            ImageSlice slice,
            Set<Aspect> aspects,
            Set<Aspect> undefined,
            boolean depth,
            Stage stage,
            ClearValue value,
            List<Rect> rects,
            PassOrder pass,
            Condition condition) {
        List<Awaited> before = new ArrayList<>(pass.beforeWhole());
        before.addAll(condition.tasks());
        StageTask task = tasks.task(record, position, stage, writes(depth), "clear of " + slice.image(), started -> {
            if (condition.discards()) {
                tasks.finish(started, new CommandExecutor.Work(0, 0, 0));
                return;
            }
            tasks.begin(started);
            graphics.clear(slice, aspects, value, rects, who(record, started), record.how(), work -> {
                if (!undefined.isEmpty()) {
                    rects.forEach(rect -> undefined(slice, undefined, rect, who(record, started), Discard.LOAD));
                }
                tasks.finish(started, work);
            });
        });
        pass.addWhole(task);
        task.arm(before);
        return task;
    }

    /** Makes the contents of some aspects undefined, and not those of the others. */
    private void undefined(ImageSlice slice, Set<Aspect> aspects, Rect area, GraphicsExecutor.Who who, Discard why) {
        tasks.discards(who.agent(), why);
        graphics.discard(slice, aspects, area, who);
    }

    /**
     * Resolve and store operations of what is drawn to: COLOR_ATTACHMENT_OUTPUT for colours, LATE_FRAGMENT_TESTS for depth and
     * stencil.
     */
    void end(CommandRecord record, int position, RenderTargets targets, PassOrder pass) {
        targets.layers().forEach(layer -> endLayer(record, position, layer, pass));
    }

    private void endLayer(CommandRecord record, int position, RenderTargets targets, PassOrder pass) {
        for (Attachment color : targets.colors()) {
            store(record, position, color, false, targets.area(), pass);
        }
        Attachment depth = targets.depthStencil();
        if (depth != null) {
            store(record, position, depth, true, targets.area(), pass);
        }
    }

    /** Store operations of what is not drawn to. */
    void endOthers(CommandRecord record, int position, RenderTargets targets, PassOrder pass) {
        for (RenderTargets layer : targets.layers()) {
            for (Attachment other : layer.others()) {
                store(record, position, other, !other.slice().format().color(), targets.area(), pass);
            }
        }
    }

    private void store(
            CommandRecord record, int position, Attachment attachment, boolean depth, Rect area, PassOrder pass) {
        Stage stage = depth ? Stage.LATE_FRAGMENT_TESTS : Stage.COLOR_ATTACHMENT_OUTPUT;
        ImageSlice slice = attachment.slice();
        if (pass.untouched(slice) && !attachment.kept().containsAll(attachment.unloaded())) {
            hide(record, position, slice::equals, pass); // what is stored is undefined
        }
        if (!pass.untouched(slice) && !attachment.kept().isEmpty()) {
            show(record, position, stage, attachment, area, pass);
        }
        Attachment.Resolve resolve = attachment.resolve();
        if (resolve != null) {
            ImageSlice resolved = resolve.to();
            if (depth && !graphics.storesAtPassEnd()) {
                // barriers of resolves are of colour accesses, and leave what the units hold of depth alone
                writeBack(record, position, Stage.COLOR_ATTACHMENT_OUTPUT, resolved, area, pass);
            }
            List<Awaited> before = pass.beforeWhole();
            // those of depth are in COLOR_ATTACHMENT_OUTPUT as well (Vulkan specification, section Render Pass
            // Multisample Resolve Operations)
            StageTask task = tasks.task(
                    record,
                    position,
                    Stage.COLOR_ATTACHMENT_OUTPUT,
                    Access.COLOR_ATTACHMENT_WRITE,
                    "resolve of " + slice.image() + " to " + resolved.image(),
                    started -> {
                        tasks.begin(started);
                        graphics.resolve(
                                slice,
                                resolve,
                                area,
                                who(record, started),
                                record.how(),
                                work -> tasks.finish(started, work));
                    });
            pass.addWhole(task);
            task.arm(before);
            if (depth || graphics.storesAtPassEnd()) {
                writeBack(record, position, Stage.COLOR_ATTACHMENT_OUTPUT, resolved, area, pass);
            }
        }
        if (attachment.discardedAfter()) {
            String operation = attachment.discardsBy();
            discard(record, position, stage, depth, Discard.STORE, operation, slice, area, pass);
        } else if (attachment.stores() && graphics.storesAtPassEnd()) {
            writeBack(record, position, stage, slice, area, pass);
        }
        Set<Aspect> undefined = attachment.undefinedAfter();
        if (depth && !attachment.discardedAfter() && !undefined.isEmpty()) {
            String operation = attachment.discardsBy();
            discard(record, position, stage, Discard.STORE, operation, slice, undefined, area, pass);
        }
    }

    private void show(
            CommandRecord record, int position, Stage stage, Attachment attachment, Rect area, PassOrder pass) {
        ImageSlice slice = attachment.slice();
        whole(record, position, stage, null, "storeOp NONE of " + slice.image(), pass, (who, how, done) -> {
            graphics.restore(slice, attachment.kept(), area, who);
            done.done(new CommandExecutor.Work(0, 0, 0));
        });
    }

    private void writeBack(
            CommandRecord record, int position, Stage stage, ImageSlice slice, Rect area, PassOrder pass) {
        whole(
                record,
                position,
                stage,
                null,
                "store of " + slice.image(),
                pass,
                (who, how, done) -> graphics.store(slice, area, who, how, done));
    }

    private StageTask discard(
            CommandRecord record,
            int position,
            Stage stage,
            boolean depth,
            Discard why,
            String operation,
            ImageSlice slice,
            Rect area,
            PassOrder pass) {
        String what = what(why, operation, slice);
        return whole(record, position, stage, writes(depth), what, pass, (who, how, done) -> {
            tasks.discards(who.agent(), why);
            graphics.discard(slice, area, who, how, done);
        });
    }

    /** The same of some aspects alone, which is nothing for the units to do. */
    private StageTask discard(
            CommandRecord record,
            int position,
            Stage stage,
            Discard why,
            String operation,
            ImageSlice slice,
            Set<Aspect> aspects,
            Rect area,
            PassOrder pass) {
        String what = what(why, operation, slice);
        return whole(record, position, stage, Access.DEPTH_STENCIL_ATTACHMENT_WRITE, what, pass, (who, how, done) -> {
            undefined(slice, aspects, area, who, why);
            done.done(new CommandExecutor.Work(0, 0, 0));
        });
    }

    private static String what(Discard why, String operation, ImageSlice slice) {
        return (why == Discard.LOAD ? "loadOp " : "storeOp ") + operation + " of " + slice.image();
    }

    /** Something that the units do with an attachment as a whole. */
    @FunctionalInterface
    private interface WholeWork {
        void start(GraphicsExecutor.Who who, GraphicsExecutor.How how, CommandExecutor.Completion completion);
    }

    private StageTask whole(
            CommandRecord record,
            int position,
            Stage stage,
            @Nullable Access writes,
            String what,
            PassOrder pass,
            WholeWork work) {
        List<Awaited> before = pass.beforeWhole();
        StageTask task = tasks.task(record, position, stage, writes, what, started -> {
            tasks.begin(started);
            work.start(who(record, started), record.how(), did -> tasks.finish(started, did));
        });
        pass.addWhole(task);
        task.arm(before);
        return task;
    }

    private static Access writes(boolean depth) {
        return depth ? Access.DEPTH_STENCIL_ATTACHMENT_WRITE : Access.COLOR_ATTACHMENT_WRITE;
    }

    private static GraphicsExecutor.Who who(CommandRecord record, StageTask task) {
        return new GraphicsExecutor.Who(record.attribution(), task.agent.id());
    }
}
