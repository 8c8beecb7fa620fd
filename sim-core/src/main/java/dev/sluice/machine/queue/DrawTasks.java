// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.raster.PixelStage;
import dev.sluice.program.Command;
import dev.sluice.program.Geometry;
import dev.sluice.program.PrimitiveShader;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Splits draws into stage tasks: fetches and shaders before rasterisation one after the other, then the four pixel stages,
 * which overlap with each other block by block.
 */
final class DrawTasks {

    private final String queue;
    private final TaskFactory tasks;
    private final GraphicsExecutor graphics;
    private final LoadedInputs loaded;

    DrawTasks(String queue, TaskFactory tasks, GraphicsExecutor graphics, LoadedInputs loaded) {
        this.queue = queue;
        this.tasks = tasks;
        this.graphics = graphics;
        this.loaded = loaded;
    }

    void create(CommandRecord record, int position, Command.Draw draw, PassOrder pass, Condition condition) {
        List<StageTask> front = new ArrayList<>(condition.tasks());
        front.addAll(geometry(record, position, draw));
        Map<PixelStage, StageTask> pixels = new EnumMap<>(PixelStage.class);
        Drawing drawing = new Drawing(record, pixels, front.isEmpty() ? null : front.get(front.size() - 1));
        boolean depth = draw.targets().depthStencil() != null && draw.state().usesDepth();
        if (depth) {
            pixels.put(
                    PixelStage.EARLY_TESTS,
                    pixel(
                            record,
                            position,
                            Stage.EARLY_FRAGMENT_TESTS,
                            Access.DEPTH_STENCIL_ATTACHMENT_WRITE,
                            drawing));
        }
        String fragment = draw.fragment();
        if (fragment != null) {
            pixels.put(
                    PixelStage.FRAGMENT,
                    tasks.shader(
                            record,
                            position,
                            Stage.FRAGMENT_SHADER,
                            fragment,
                            pixelText(record, Stage.FRAGMENT_SHADER),
                            drawing::started));
        }
        if (depth) {
            pixels.put(
                    PixelStage.LATE_TESTS,
                    pixel(record, position, Stage.LATE_FRAGMENT_TESTS, Access.DEPTH_STENCIL_ATTACHMENT_WRITE, drawing));
        }
        if (!draw.targets().colors().isEmpty()) {
            pixels.put(
                    PixelStage.COLOR_OUTPUT,
                    pixel(record, position, Stage.COLOR_ATTACHMENT_OUTPUT, Access.COLOR_ATTACHMENT_WRITE, drawing));
        }
        drawing.begin(draw, pass.instance());
        StageTask shading = pixels.get(PixelStage.FRAGMENT);
        arm(front, pixels, pass, shading == null ? List.of() : loaded.before(record, draw, shading, pass));
    }

    /** @param loads what the fragment kernel comes after */
    private void arm(List<StageTask> front, Map<PixelStage, StageTask> pixels, PassOrder pass, List<Awaited> loads) {
        List<Awaited> attachments = pass.beforeDraw();
        for (Map.Entry<PixelStage, StageTask> entry : pixels.entrySet()) {
            List<Awaited> after = new ArrayList<>(front);
            after.addAll(entry.getKey() == PixelStage.FRAGMENT ? loads : attachments);
            pass.drew(entry.getValue());
            entry.getValue().arm(after);
        }
        for (int i = front.size() - 1; i >= 0; i--) {
            front.get(i).arm(i == 0 ? List.of() : List.of(front.get(i - 1)));
        }
    }

    private List<StageTask> geometry(CommandRecord record, int position, Command.Draw draw) {
        Geometry geometry = draw.geometry();
        List<StageTask> front = new ArrayList<>();
        if (geometry.indirect() != null) {
            front.add(fetch(record, position, Stage.DRAW_INDIRECT, draw, GraphicsExecutor.Fetch.ARGUMENTS));
        }
        if (geometry.indices() != null) {
            front.add(fetch(record, position, Stage.INDEX_INPUT, draw, GraphicsExecutor.Fetch.INDICES));
        }
        if (!geometry.attributes().isEmpty()) {
            front.add(fetch(record, position, Stage.VERTEX_ATTRIBUTE_INPUT, draw, GraphicsExecutor.Fetch.ATTRIBUTES));
        }
        for (PrimitiveShader shader : geometry.shaders()) {
            String kernel = shader.kernel();
            front.add(tasks.shader(
                    record, position, shader.kind().stage(), kernel, draw.kind() + " " + kernel, started -> {
                        tasks.begin(started);
                        graphics.shade(
                                record.id(),
                                draw,
                                shader,
                                who(record, started),
                                record.atOnce(),
                                work -> tasks.finish(started, work));
                    }));
        }
        return front;
    }

    private StageTask fetch(
            CommandRecord record, int position, Stage stage, Command.Draw draw, GraphicsExecutor.Fetch what) {
        String text = draw.kind() + "'s " + what.name().toLowerCase(java.util.Locale.ROOT);
        return tasks.task(record, position, stage, null, text, started -> {
            tasks.begin(started);
            graphics.fetch(draw, what, who(record, started), record.how(), work -> tasks.finish(started, work));
        });
    }

    private StageTask pixel(CommandRecord record, int position, Stage stage, Access writes, Drawing drawing) {
        return tasks.task(record, position, stage, writes, pixelText(record, stage), drawing::started);
    }

    private static String pixelText(CommandRecord record, Stage stage) {
        return record.command().kind() + " (" + stage.name() + ")";
    }

    private static GraphicsExecutor.Who who(CommandRecord record, StageTask task) {
        return new GraphicsExecutor.Who(record.attribution(), task.agent.id());
    }

    /** One draw's pixel half under way. */
    private final class Drawing implements Waiter {
        private final CommandRecord record;
        private final Map<PixelStage, StageTask> stages;
        private final @Nullable StageTask lastFetch;
        private GraphicsExecutor.@Nullable Pixels pixels;

        Drawing(CommandRecord record, Map<PixelStage, StageTask> stages, @Nullable StageTask lastFetch) {
            this.record = record;
            this.stages = stages;
            this.lastFetch = lastFetch;
        }

        /** Takes its place in the pipeline; stages that the draw does not have are open from the start. */
        void begin(Command.Draw draw, int pass) {
            GraphicsExecutor.Pixels work = graphics.pixels(
                    queue,
                    pass,
                    record.id(),
                    draw,
                    record.attribution(),
                    new GraphicsExecutor.PixelAgents(
                            agent(PixelStage.FRAGMENT),
                            agent(PixelStage.EARLY_TESTS),
                            agent(PixelStage.LATE_TESTS),
                            agent(PixelStage.COLOR_OUTPUT)),
                    record.atOnce(),
                    this::done);
            pixels = work;
            for (PixelStage stage : PixelStage.values()) {
                if (!stages.containsKey(stage)) {
                    work.open(stage);
                }
            }
            if (lastFetch == null) {
                work.ready();
            } else {
                lastFetch.addWaiter(this);
            }
        }

        private int agent(PixelStage stage) {
            StageTask task = stages.get(stage);
            return task == null ? 0 : task.agent.id();
        }

        @Override
        public void satisfied() {
            work().ready();
        }

        void started(StageTask task) {
            tasks.begin(task);
            for (Map.Entry<PixelStage, StageTask> entry : stages.entrySet()) {
                if (entry.getValue() == task) {
                    work().open(entry.getKey());
                }
            }
        }

        private void done(PixelStage stage) {
            StageTask task = stages.get(stage);
            if (task != null) {
                CommandExecutor.Work done = work().work();
                tasks.finish(
                        task, stage == PixelStage.FRAGMENT ? done : new CommandExecutor.Work(0, 0, 0, done.atOnce()));
            }
        }

        private GraphicsExecutor.Pixels work() {
            GraphicsExecutor.Pixels work = pixels;
            if (work == null) {
                throw new IllegalStateException(record.id() + ": the draw has no place in the pipeline");
            }
            return work;
        }
    }
}
