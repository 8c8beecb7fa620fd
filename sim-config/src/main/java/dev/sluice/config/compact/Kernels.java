// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.compact;

import dev.sluice.config.bind.Nearest;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.Position;
import dev.sluice.config.source.ScalarNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The kernels of a compact stream: written in it, or made for a line that names only what is read and written. */
final class Kernels {
    /** The kinds of bindings, with the usage flag that an image behind one needs. */
    static final Map<String, String> IMAGE_USAGE =
            Map.of("sampled", "SAMPLED", "storageImage", "STORAGE", "inputAttachment", "INPUT_ATTACHMENT");

    private final Map<String, Written> written = new LinkedHashMap<>();
    private final Map<String, String> made = new LinkedHashMap<>();
    private final Mapping nodes;
    private boolean any;

    private record Written(Word name, Map<String, Word> bindings) {}

    Kernels(Position start) {
        nodes = new Mapping(start);
    }

    /** Takes a {@code kernel} line with its text. */
    void declare(Line line) {
        Word name = line.takeName("the name");
        Written old = written.get(name.text());
        if (old != null) {
            throw name.error("kernel: the name '" + name.text() + "' is taken on line "
                    + old.name().at().line());
        }
        List<Word> size = new ArrayList<>();
        Map<String, Word> bindings = new LinkedHashMap<>();
        Mapping kinds = new Mapping(line.at());
        for (Word word : line.rest()) {
            int equals = word.text().indexOf('=');
            if (equals > 0) {
                Word kind = word.from(equals + 1);
                bindings.put(word.text().substring(0, equals), kind);
                kinds.put(word.text().substring(0, equals), kind);
            } else if (bindings.isEmpty() && size.size() < 3) {
                line.number(word, "the workgroup's size", 1, Integer.MAX_VALUE);
                size.add(word);
            } else {
                throw line.unexpected(word);
            }
        }
        written.put(name.text(), new Written(name, bindings));
        Mapping kernel = new Mapping(line.at());
        if (!size.isEmpty()) {
            kernel.put("localSize", size);
        }
        if (!bindings.isEmpty()) {
            kernel.put("bindings", kinds.node());
        }
        add(name.text(), kernel.put("code", line.block()).node());
    }

    /** The kind of a binding of a written kernel; empty for one that it does not have, which is found later. */
    String kind(Word kernel, String binding) {
        Written found = written.get(kernel.text());
        if (found == null) {
            throw kernel.error(
                    "unknown kernel '" + kernel.text() + "'" + Nearest.hint(kernel.text(), written.keySet()));
        }
        Word kind = found.bindings().get(binding);
        return kind == null ? "" : kind.text();
    }

    /** Refuses a word of a dispatch that is neither a binding of the kernel that it runs nor one of its own. */
    void requireBinding(Word kernel, Word binding) {
        Written found = written.get(kernel.text());
        if (found != null && !found.bindings().containsKey(binding.text())) {
            List<String> known = new ArrayList<>(found.bindings().keySet());
            known.add("groups");
            throw binding.error("kernel '" + kernel.text() + "' has no binding '" + binding.text() + "'"
                    + Nearest.hint(binding.text(), known) + "; a parameter is param:" + binding.text() + "=");
        }
    }

    /**
     * A kernel of one's own text, made once for all lines that need the same.
     *
     * @param bindings the kinds of its bindings by name
     */
    String make(Position at, boolean fragment, Map<String, String> bindings, String code) {
        String key = bindings + (fragment ? " fragment\n" : "\n") + code;
        String known = made.get(key);
        if (known != null) {
            return known;
        }
        String prefix = fragment ? "fragment" : "compute";
        int number = made.size();
        while (written.containsKey(prefix + number)) {
            number++;
        }
        String name = prefix + number;
        made.put(key, name);
        Mapping kernel = new Mapping(at);
        if (!fragment) {
            kernel.numbers("localSize", 1);
        }
        if (!bindings.isEmpty()) {
            Mapping kinds = new Mapping(at);
            bindings.forEach(kinds::put);
            kernel.put("bindings", kinds.node());
        }
        add(
                name,
                kernel.put("code", new ScalarNode(at, ScalarNode.Kind.TEXT, code, null))
                        .node());
        return name;
    }

    private void add(String name, Node kernel) {
        nodes.put(name, kernel);
        any = true;
    }

    void into(Mapping stream) {
        if (any) {
            stream.put("kernels", nodes.node());
        }
    }
}
