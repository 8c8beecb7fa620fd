// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.source.Node;
import dev.sluice.device.Decimals;
import dev.sluice.program.Attachment;
import dev.sluice.program.Command;
import dev.sluice.program.Coverage;
import dev.sluice.program.DrawState;
import dev.sluice.program.Geometry;
import dev.sluice.program.Origin;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.kernel.KernelProgram;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns draws as they are written into commands whose kernels, buffers and attachments go together. */
final class DrawResolver {
    private static final Coverage NOTHING = new Coverage.Rectangles(List.of());

    private final StreamContext context;
    private final KernelTable kernels;
    private final BindingResolver bindings;
    private final GeometryResolver geometry;

    DrawResolver(StreamContext context, KernelTable kernels, BindingResolver bindings) {
        this.context = context;
        this.kernels = kernels;
        this.bindings = bindings;
        this.geometry = new GeometryResolver(context);
    }

    Command.Draw resolve(PassStep.Draw step, String kind, PassResolver pass, Origin origin) {
        RenderTargets targets = pass.targets(step, kind);
        Command.Draw.Form form = Command.Draw.Form.of(kind);
        Coverage coverage = coverage(step, kind);
        List<KernelProgram> programs = new ArrayList<>();
        String vertex = step.vertex();
        if (vertex != null) {
            KernelProgram program = kernels.kernel(step, "vertex", vertex);
            if (program.fragment()) {
                throw context.where.error(
                        step, "vertex", "vertex: kernel '" + vertex + "' is a fragment kernel: it uses x, y or out");
            }
            programs.add(program);
        }
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
            programs.add(program);
        }
        DrawState state = state(step);
        checkTargets(step, fragmentKey, program, state, targets);
        Geometry fetched = geometry.resolve(step, form, kind, coverage, vertex);
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

    private DrawState state(PassStep.Draw step) {
        if (!(step.depth() >= 0 && step.depth() <= 1)) {
            throw context.where.error(step, "depth", "depth: " + Decimals.plain(step.depth()) + " is not from 0 to 1");
        }
        return new DrawState(step.blend(), step.depthTest(), step.depthWrite(), step.depth(), step.stencilWrite());
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
        Attachment depth = targets.depthStencil();
        if (depth == null) {
            String user = program != null && program.writesDepth()
                    ? fragmentKey
                    : state.depthWrite()
                            ? "depthWrite"
                            : state.stencilWrite() >= 0 ? "stencilWrite" : state.usesDepth() ? "depthTest" : null;
            if (user != null) {
                throw context.where.error(
                        step, user, user + ": depth or stencil is used, but no depth/stencil attachment is bound here");
            }
            return;
        }
        Format format = depth.slice().format();
        if (state.stencilWrite() >= 0 && !format.has(Aspect.STENCIL)) {
            throw context.where.error(step, "stencilWrite", "stencilWrite: " + format + " has no stencil");
        }
    }
}
