// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.compact;

import dev.sluice.config.source.Node;
import dev.sluice.config.source.Position;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Lines that run kernels: dispatches, rendering and draws. */
final class ShaderLines {
    private static final List<CompactAccess.Kind> SHADER = Stream.of(CompactAccess.Kind.values())
            .filter(kind -> !kind.binding().isEmpty())
            .toList();
    private static final List<CompactAccess.Kind> ALL = List.of(CompactAccess.Kind.values());
    private static final long WORD_BYTES = 4;
    /** Bytes of a vertex: four numbers (a choice). */
    private static final long VERTEX_BYTES = 16;
    /** What a made fragment kernel writes: opaque, so that it is seen. */
    private static final String COLOR = "0xff4080ff";

    private final CompactResources resources;
    private final Kernels kernels;
    /** Whether draws of the rendering that is open have a target whose contents matter. */
    private boolean colored;

    /** What a line says about the kernel that it runs. */
    private static final class Run {
        final List<CompactAccess> accesses = new ArrayList<>();
        final Mapping bind;
        final Mapping params;
        boolean bound;
        boolean passed;

        @Nullable
        Word kernel;

        @Nullable
        Word vertex;

        @Nullable
        Word groups;

        Run(Position at) {
            bind = new Mapping(at);
            params = new Mapping(at);
        }
    }

    ShaderLines(CompactResources resources, Kernels kernels) {
        this.resources = resources;
        this.kernels = kernels;
    }

    Node command(Line line) {
        return switch (line.keyword()) {
            case DISPATCH -> dispatch(line);
            case DISPATCHIND -> indirect(line);
            case RENDER -> render(line);
            case DRAW -> draw(line);
            default -> {
                line.end();
                yield Mapping.one("endRendering", new Mapping(line.at()).node());
            }
        };
    }

    private Node dispatch(Line line) {
        Run run = run(line, SHADER);
        Mapping dispatch = new Mapping(line.at());
        kernel(line, run, dispatch, "kernel", false);
        if (run.groups == null) {
            dispatch.numbers("groups", 1);
        } else {
            dispatch.put("groups", run.groups.split(','));
        }
        return Mapping.one("dispatch", bound(run, dispatch).node());
    }

    private Node indirect(Line line) {
        Word buffer = line.take("the buffer with the group counts");
        resources.buffer(buffer);
        Run run = run(line, SHADER);
        if (run.groups != null) {
            throw run.groups.error("dispatchind: the groups are those in the buffer");
        }
        Mapping dispatch = new Mapping(line.at()).put("buffer", buffer);
        kernel(line, run, dispatch, "kernel", false);
        return Mapping.one("dispatchIndirect", bound(run, dispatch).node());
    }

    private static Mapping bound(Run run, Mapping command) {
        if (run.bound) {
            command.put("bind", run.bind.node());
        }
        if (run.passed) {
            command.put("params", run.params.node());
        }
        return command;
    }

    /** Reads the words of a dispatch or draw. */
    private Run run(Line line, List<CompactAccess.Kind> allowed) {
        Run run = new Run(line.at());
        List<Word> words = new ArrayList<>();
        for (Word word : line.rest()) {
            if (word.text().startsWith("kernel=")) {
                run.kernel = word.from("kernel=".length());
            } else {
                words.add(word);
            }
        }
        for (Word word : words) {
            int equals = word.text().indexOf('=');
            String key = equals < 0 ? "" : word.text().substring(0, equals);
            boolean fetched = ALL.stream()
                    .anyMatch(kind -> kind.binding().isEmpty() && kind.word().equals(key));
            if (key.equals("groups") && allowed != ALL) {
                run.groups = word.from(equals + 1);
            } else if (key.equals("vertex") && allowed == ALL) {
                run.vertex = word.from(equals + 1);
            } else if (key.startsWith("param:") && key.length() > "param:".length()) {
                run.params.put(key.substring("param:".length()), word.from(equals + 1));
                run.passed = true;
            } else if (run.kernel != null && equals > 0 && !(fetched && allowed == ALL)) {
                if (allowed != ALL) {
                    kernels.requireBinding(run.kernel, word.part(0, equals));
                }
                binding(run, run.kernel, key, word.from(equals + 1));
            } else {
                run.accesses.add(CompactAccess.of(line, word, allowed, resources));
            }
        }
        return run;
    }

    /** Binds a resource to a binding of a kernel that the stream writes. */
    private void binding(Run run, Word kernel, String binding, Word resource) {
        String usage = Kernels.IMAGE_USAGE.get(kernels.kind(kernel, binding));
        resources.require(resource);
        if (resources.isImage(resource.text())) {
            CompactResources.ImageEntry image =
                    usage == null ? resources.image(resource) : resources.image(resource, usage);
            run.bind.put(binding, image(resource, image));
        } else {
            run.bind.put(binding, resource);
        }
        run.bound = true;
    }

    private static Node image(Word resource, CompactResources.ImageEntry image) {
        return new Mapping(resource.at())
                .put("image", resource)
                .put("layout", image.layout)
                .node();
    }

    /** Names the kernel that the stream writes, or makes one that does what the accesses say. */
    private void kernel(Line line, Run run, Mapping command, String key, boolean fragment) {
        Word named = run.kernel;
        if (named != null) {
            kernels.kind(named, "");
            command.put(key, named);
            return;
        }
        List<CompactAccess> accesses = run.accesses.stream()
                .filter(access -> !access.kind().binding().isEmpty())
                .toList();
        Map<String, String> bindings = new LinkedHashMap<>();
        StringBuilder reads = new StringBuilder();
        StringBuilder writes = new StringBuilder();
        for (int i = 0; i < accesses.size(); i++) {
            CompactAccess access = accesses.get(i);
            String name = access.kind().word() + i;
            bindings.put(name, access.kind().binding());
            reads.append(access.reading(name, "v" + i));
            writes.append(access.writing(name, "v" + i, i + 1L));
            bind(run, name, access);
        }
        String code = reads.toString();
        if (fragment) {
            // one fragment writes, as one invocation does in a dispatch
            code += writes.isEmpty() ? "" : "if x + y == 0 {\n" + writes + "}\n";
            code += colored ? "out.color0 = " + COLOR + "\n" : "";
        } else {
            code += writes;
        }
        if (fragment && code.isEmpty()) {
            return;
        }
        command.put(key, kernels.make(line.at(), fragment, bindings, code));
    }

    private void bind(Run run, String name, CompactAccess access) {
        String usage = Kernels.IMAGE_USAGE.get(access.kind().binding());
        if (usage == null) {
            run.bind.put(name, access.resource());
        } else {
            run.bind.put(name, image(access.resource(), resources.image(access.resource(), usage)));
        }
        run.bound = true;
    }

    private Node render(Line line) {
        Mapping attachment = new Mapping(line.at());
        colored = line.more();
        if (colored) {
            Word name = line.take("the image");
            CompactResources.ImageEntry image = resources.image(name, "COLOR_ATTACHMENT");
            attachment.put("image", name).put("layout", image.layout);
            attachment.put("loadOp", line.take("the load operation"));
            attachment.put("storeOp", line.take("the store operation"));
            line.end();
        } else {
            // a pass needs an attachment; nothing is read from this one, and nothing written to it
            CompactResources.ImageEntry target = resources.target(line.at());
            attachment.put("image", target.name).put("loadOp", "NONE").put("storeOp", "NONE");
        }
        return Mapping.one(
                "beginRendering",
                new Mapping(line.at())
                        .list("colorAttachments", List.of(attachment.node()))
                        .node());
    }

    private Node draw(Line line) {
        Run run = run(line, ALL);
        CompactAccess vertices = only(line, run, CompactAccess.Kind.VB);
        CompactAccess indices = only(line, run, CompactAccess.Kind.IB);
        CompactAccess arguments = only(line, run, CompactAccess.Kind.IND);
        Mapping draw = new Mapping(line.at());
        if (run.vertex != null) {
            kernels.kind(run.vertex, "");
            draw.put("vertex", run.vertex);
        }
        kernel(line, run, draw, "fragment", true);
        draw.put("coverage", "fullscreen");
        if (vertices != null) {
            Mapping buffer = new Mapping(vertices.resource().at())
                    .put("buffer", vertices.resource())
                    .put("offset", vertices.element() * WORD_BYTES)
                    .put("stride", VERTEX_BYTES);
            if (indices == null && arguments == null) {
                buffer.put("count", 1);
            }
            draw.put("vertices", buffer.node());
        }
        if (indices != null) {
            Mapping buffer = new Mapping(indices.resource().at())
                    .put("buffer", indices.resource())
                    .put("offset", indices.element() * WORD_BYTES);
            if (arguments == null) {
                buffer.put("count", 1);
            }
            draw.put("indices", buffer.node());
        }
        if (arguments != null) {
            draw.put(
                    "indirect",
                    new Mapping(arguments.resource().at())
                            .put("buffer", arguments.resource())
                            .put("offset", arguments.element() * WORD_BYTES)
                            .node());
        }
        String name = "draw" + (indices == null ? "" : "Indexed") + (arguments == null ? "" : "Indirect");
        return Mapping.one(name, bound(run, draw).node());
    }

    private static @Nullable CompactAccess only(Line line, Run run, CompactAccess.Kind kind) {
        CompactAccess found = null;
        for (CompactAccess access : run.accesses) {
            if (access.kind() == kind) {
                if (found != null) {
                    throw access.resource().error(line.keyword().word() + ": a second '" + kind.word() + "='");
                }
                found = access;
            }
        }
        return found;
    }
}
