// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.image.ImageUse;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.Geometry;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.sync.Stage;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rule about what resources are used for: each such thing that they were not made for is told where it is done first.
 * A buffer whose usage is not stated may be used for anything.
 */
final class ResourceUsageRules implements LintCheck {
    private static final String SOURCE = "TRANSFER_SRC";
    private static final String DESTINATION = "TRANSFER_DST";

    private final LintContext context;
    private final Findings findings;
    private final Map<String, BufferDeclaration> buffers = new HashMap<>();
    private final Set<String> told = new HashSet<>();

    ResourceUsageRules(LintContext context, Findings findings) {
        this.context = context;
        this.findings = findings;
        context.program().buffers().forEach(buffer -> buffers.put(buffer.name(), buffer));
    }

    @Override
    public void imageUse(CommandSite site, ImageUse use) {
        String flag = flag(use.user());
        if (flag != null) {
            String image = use.range().image();
            judge(site, "image " + image, context.image(image).spec().usage(), use.what(), List.of(flag));
        }
    }

    /** What images must have been made for; null where a stream that lacks it does not load, and for the display. */
    private static @Nullable String flag(ImageLayout.User user) {
        return switch (user) {
            case SAMPLED -> "SAMPLED";
            case INPUT -> "INPUT_ATTACHMENT";
            case TRANSFER_READ -> SOURCE;
            case TRANSFER_WRITE -> DESTINATION;
            case STORAGE, COLOR, DEPTH, PRESENT -> null;
        };
    }

    @Override
    public void command(CommandSite site) {
        Command command = site.command();
        if (command instanceof Command.Dispatch dispatch) {
            bindings(
                    site,
                    dispatch.kernel(),
                    dispatch.bindings(),
                    dispatch.work().stage());
        } else if (command instanceof Command.DispatchIndirect dispatch) {
            buffer(site, dispatch.buffer(), "indirect arguments", "INDIRECT_BUFFER");
            bindings(
                    site,
                    dispatch.kernel(),
                    dispatch.bindings(),
                    dispatch.work().stage());
        } else if (command instanceof Command.Draw draw) {
            geometry(site, draw.geometry());
            draw.geometry()
                    .shaders()
                    .forEach(shader -> bindings(
                            site,
                            shader.kernel(),
                            draw.bindings(),
                            shader.kind().stage()));
            bindings(site, draw.fragment(), draw.bindings(), Stage.FRAGMENT_SHADER);
        } else if (command instanceof Command.CopyBuffer copy) {
            transfer(site, copy.src(), copy.dst());
        } else if (command instanceof Command.ImageTransfer copy) {
            transfer(site, copy.src(), copy.dst());
        } else if (command instanceof Command.FillBuffer fill) {
            buffer(site, fill.dst().buffer(), "destination of the fill", DESTINATION);
        } else if (command instanceof Command.UpdateBuffer update) {
            buffer(site, update.dst(), "destination of the update", DESTINATION);
        } else if (command instanceof Command.BeginConditionalRendering condition) {
            buffer(site, condition.buffer(), "condition", "CONDITIONAL_RENDERING_EXT");
        }
    }

    private void transfer(CommandSite site, String from, String to) {
        String kind = site.command().kind();
        buffer(site, from, "source of the " + kind, SOURCE);
        buffer(site, to, "destination of the " + kind, DESTINATION);
    }

    private void geometry(CommandSite site, Geometry geometry) {
        geometry.attributes().forEach(each -> buffer(site, each.buffer(), "vertex buffer", "VERTEX_BUFFER"));
        Geometry.IndexBuffer indices = geometry.indices();
        if (indices != null) {
            buffer(site, indices.buffer(), "index buffer", "INDEX_BUFFER");
        }
        Geometry.Indirect indirect = geometry.indirect();
        if (indirect != null) {
            buffer(site, indirect.buffer(), "indirect arguments", "INDIRECT_BUFFER");
            Geometry.DrawCount count = indirect.drawCount();
            if (count != null) {
                buffer(site, count.buffer(), "number of indirect draws", "INDIRECT_BUFFER");
            }
        }
    }

    private void bindings(CommandSite site, @Nullable String name, Map<String, ?> bound, Stage stage) {
        KernelProgram kernel = name == null ? null : context.program().kernels().get(name);
        if (kernel == null) {
            return;
        }
        for (KernelProgram.Binding binding : kernel.bindings()) {
            if (bound.get(binding.name()) instanceof BufferRange range) {
                buffer(site, range.buffer(), "binding " + binding.name(), flags(binding.kind(), stage));
            }
        }
    }

    /** A binding stands for a descriptor, for one of a texel buffer, or for an address that the kernel was given. */
    private static String[] flags(BindingKind kind, Stage stage) {
        return switch (kind) {
            case ACCELERATION_STRUCTURE ->
                new String[] {
                    "ACCELERATION_STRUCTURE_STORAGE_KHR", "STORAGE_BUFFER" // the latter is that of scratch memory
                };
            case SHADER_BINDING_TABLE -> new String[] {"SHADER_BINDING_TABLE_KHR"};
            case UNIFORM -> new String[] {"UNIFORM_BUFFER", "UNIFORM_TEXEL_BUFFER", "SHADER_DEVICE_ADDRESS"};
            case STORAGE, STORAGE_IMAGE, SAMPLED, INPUT_ATTACHMENT ->
                switch (stage) {
                    case ACCELERATION_STRUCTURE_BUILD_KHR ->
                        new String[] {"ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_KHR"};
                    case ACCELERATION_STRUCTURE_COPY_KHR -> new String[] {"SHADER_DEVICE_ADDRESS", "STORAGE_BUFFER"};
                    default -> new String[] {"STORAGE_BUFFER", "STORAGE_TEXEL_BUFFER", "SHADER_DEVICE_ADDRESS"};
                };
        };
    }

    /** @param flags any of which will do, the usual one first; images are told of by their uses */
    private void buffer(CommandSite site, String name, String what, String... flags) {
        BufferDeclaration buffer = buffers.get(name);
        if (buffer != null && !buffer.usage().isEmpty()) {
            judge(site, "buffer " + name, buffer.usage(), what, List.of(flags));
        }
    }

    private void judge(CommandSite site, String resource, Collection<String> usage, String what, List<String> flags) {
        String flag = flags.get(0);
        if (usage.stream().noneMatch(flags::contains) && told.add(resource + " " + flag)) {
            findings.add(
                    LintRule.USAGE_MISSING,
                    site,
                    resource + " is the " + what + ", but its usage has no " + flag,
                    new Cure.Note("add " + flag + " to the usage of " + resource));
        }
    }
}
