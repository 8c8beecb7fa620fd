// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.source.Node;
import dev.sluice.device.Decimals;
import dev.sluice.program.Attachment;
import dev.sluice.program.Command;
import dev.sluice.program.Coverage;
import dev.sluice.program.DrawState;
import dev.sluice.program.DrawState.Compare;
import dev.sluice.program.Geometry;
import dev.sluice.program.Origin;
import dev.sluice.program.PrimitiveShader;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.StencilTest;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.sync.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Turns draws as they are written into commands whose kernels, buffers and attachments go together. */
final class DrawResolver {
    private static final Coverage NOTHING = new Coverage.Rectangles(List.of());

    private final StreamContext context;
    private final KernelTable kernels;
    private final StageAccessRules accesses;
    private final BindingResolver bindings;
    private final GeometryResolver geometry;
    private final PrimitiveShaderResolver shaders;

    DrawResolver(StreamContext context, KernelTable kernels, BindingResolver bindings) {
        this.context = context;
        this.kernels = kernels;
        this.accesses = new StageAccessRules(context);
        this.bindings = bindings;
        this.geometry = new GeometryResolver(context);
        this.shaders = new PrimitiveShaderResolver(context, kernels);
    }

    Command.Draw resolve(PassStep.Draw step, String kind, PassResolver pass, Origin origin) {
        RenderTargets targets = pass.layers()
                .covered(context, step, pass.targets(step, kind), step.baseArrayLayer(), step.layerCount(), false);
        Command.Draw.Form form = Command.Draw.Form.of(kind);
        Coverage coverage = coverage(step, kind);
        List<KernelProgram> programs = new ArrayList<>();
        List<PrimitiveShader> before = shaders.resolve(step, form, kind, programs);
        String fragment = PassResolver.either(step, "fragment", step.fragment(), "kernel", step.kernel(), context);
        String fragmentKey = step.fragment() == null ? "kernel" : "fragment";
        KernelProgram program = fragment == null ? null : kernels.kernel(step, fragmentKey, fragment);
        if (program != null && program.usesInvocation()) {
            throw context.where.error(
                    step,
                    fragmentKey,
                    fragmentKey + ": kernel '" + fragment
                            + "' uses gid or its like, which fragments have not; they have x and y");
        }
        if (program != null) {
            accesses.require(step, fragmentKey, program, Stage.FRAGMENT_SHADER);
            programs.add(program);
        }
        DrawState state = state(step, targets.colors().size());
        checkTargets(step, fragmentKey, program, state, targets);
        Geometry fetched = geometry.resolve(step, form, kind, coverage, before);
        Command.Draw draw = new Command.Draw(
                origin,
                form,
                fetched,
                fetched.empty() ? NOTHING : coverage,
                fragment,
                targets,
                state,
                bindings.bindings(step, programs, step.bind()),
                kernels.arguments(step, programs, step.params()));
        if (!fetched.empty()) {
            pass.writes().drawn(draw, program);
        }
        return draw;
    }

    private Coverage coverage(PassStep.Draw step, String kind) {
        Node written = step.coverage();
        Node triangles = step.triangles();
        if (written != null && triangles != null) {
            throw triangles.error("'coverage' and 'triangles' exclude each other");
        }
        if (triangles != null) {
            return CoverageReader.triangles(triangles, "triangles");
        }
        if (written == null) {
            throw context.where
                    .node(step)
                    .error(kind + ": missing key 'coverage': fullscreen, a list of [x, y, width, height] or triangles");
        }
        return CoverageReader.read(written);
    }

    private DrawState state(PassStep.Draw step, int colors) {
        if (!(step.depth() >= 0 && step.depth() <= 1)) {
            throw context.where.error(step, "depth", "depth: " + Decimals.plain(step.depth()) + " is not from 0 to 1");
        }
        return new DrawState(
                new ColorBlendResolver(context, step).resolve(colors),
                step.depthTest(),
                step.depthWrite(),
                step.depth(),
                bounds(step),
                stencil(step));
    }

    private DrawState.@Nullable DepthBounds bounds(PassStep.Draw step) {
        PassStep.DepthBounds bounds = step.depthBounds();
        if (bounds == null) {
            return null;
        }
        if (!(bounds.min() >= 0 && bounds.min() <= bounds.max() && bounds.max() <= 1)) {
            throw context.where
                    .node(bounds)
                    .error("depthBounds: min: " + Decimals.plain(bounds.min()) + " and max: "
                            + Decimals.plain(bounds.max()) + " are not from 0 to 1, one after the other");
        }
        return new DrawState.DepthBounds(bounds.min(), bounds.max());
    }

    private StencilTest stencil(PassStep.Draw step) {
        PassStep.StencilState test = step.stencilTest();
        if (test == null) {
            return step.stencilWrite() < 0 ? StencilTest.NONE : StencilTest.writing(step.stencilWrite());
        }
        if (step.stencilWrite() >= 0) {
            throw context.where.error(
                    step,
                    "stencilWrite",
                    "'stencilWrite' and 'stencilTest' exclude each other; passOp: REPLACE writes the reference");
        }
        return new StencilTest(
                test.compareOp(),
                test.failOp(),
                test.passOp(),
                test.depthFailOp(),
                test.compareMask(),
                test.writeMask(),
                test.reference());
    }

    /** The key of a draw by which it has to do with stencil, or null. */
    private static @Nullable String stencilKey(PassStep.Draw step) {
        return step.stencilTest() != null ? "stencilTest" : step.stencilWrite() >= 0 ? "stencilWrite" : null;
    }

    /** The key of a draw by which it has to do with depth, or null. */
    private static @Nullable String depthKey(DrawState state) {
        if (state.depthWrite()) {
            return "depthWrite";
        }
        return state.bounds() != null ? "depthBounds" : state.depthTest() != Compare.ALWAYS ? "depthTest" : null;
    }

    private void checkTargets(
            PassStep.Draw step,
            String fragmentKey,
            @Nullable KernelProgram program,
            DrawState state,
            RenderTargets targets) {
        int colors = targets.colors().size();
        if (program != null) {
            int outputs = program.colorOutputs();
            if (outputs >>> colors != 0) {
                int highest = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(outputs);
                throw context.where.error(
                        step,
                        fragmentKey,
                        fragmentKey + ": kernel '" + program.name() + "' writes out.color" + highest + ", but only "
                                + colors + " colour attachments are bound here");
            }
        }
        Attachment tested = targets.depthStencil();
        String stencil = stencilKey(step);
        String depth = depthKey(state);
        if (tested == null) {
            String user = program != null && program.writesDepth() ? fragmentKey : depth != null ? depth : stencil;
            if (user != null) {
                throw context.where.error(
                        step, user, user + ": depth or stencil is used, but no depth/stencil attachment is bound here");
            }
            return;
        }
        Format format = tested.slice().format();
        if (stencil != null) {
            checkAspect(step, stencil, tested, Aspect.STENCIL);
        }
        if (depth != null && (format.has(Aspect.DEPTH) || state.bounds() != null)) {
            checkAspect(step, depth, tested, Aspect.DEPTH);
        }
    }

    private void checkAspect(PassStep.Draw step, String key, Attachment tested, Aspect aspect) {
        String name = aspect.name().toLowerCase(Locale.ROOT);
        Format format = tested.slice().format();
        if (!format.has(aspect)) {
            throw context.where.error(step, key, key + ": " + format + " has no " + name);
        }
        if (!tested.aspects().contains(aspect)) {
            throw context.where.error(
                    step, key, key + ": the " + name + " of '" + tested.slice().image() + "' is not attached here");
        }
    }
}
