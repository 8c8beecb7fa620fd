// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.compact;

import dev.sluice.config.bind.Nearest;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a made kernel does with one resource: {@code sw=a[3]}.
 *
 * @param kind what is done
 * @param resource the buffer or image
 * @param element the u32 or texel, from 0
 */
record CompactAccess(Kind kind, Word resource, long element) {

    /** What is done, with the kind of its binding. */
    enum Kind {
        /** Uniform buffer. */
        UB("uniform", true, false),
        /** Storage read. */
        SR("storage", true, false),
        /** Storage write. */
        SW("storage", false, true),
        /** Storage read and write. */
        SRW("storage", true, true),
        /** Storage atomic. */
        ATOM("storage", false, true),
        /** Sampled image. */
        TEX("sampled", true, false),
        /** Storage image read. */
        IR("storageImage", true, false),
        /** Storage image write. */
        IW("storageImage", false, true),
        /** Vertex buffer. */
        VB("", true, false),
        /** Index buffer. */
        IB("", true, false),
        /** Arguments in memory. */
        IND("", true, false);

        private final String binding;
        private final boolean reads;
        private final boolean writes;

        Kind(String binding, boolean reads, boolean writes) {
            this.binding = binding;
            this.reads = reads;
            this.writes = writes;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The kind of the binding; empty for what the front end fetches. */
        String binding() {
            return binding;
        }

        boolean image() {
            return Kernels.IMAGE_USAGE.containsKey(binding);
        }
    }

    /** Reads one, of those kinds that the line may name. */
    static CompactAccess of(Line line, Word word, List<Kind> allowed, CompactResources resources) {
        int equals = word.text().indexOf('=');
        List<String> names = allowed.stream().map(Kind::word).toList();
        String name = equals < 0 ? word.text() : word.text().substring(0, equals);
        Kind kind = kind(name, allowed);
        if (kind == null || equals < 0) {
            throw word.error(line.keyword().word() + ": expected an access such as 'sw=BUFFER', got '" + word.text()
                    + "'" + (kind == null ? Nearest.hint(name, names) : ""));
        }
        Word resource = word.from(equals + 1);
        long element = 0;
        int bracket = resource.text().indexOf('[');
        if (bracket >= 0) {
            if (!resource.text().endsWith("]")) {
                throw resource.error(line.keyword().word() + ": the ']' is missing in '" + resource.text() + "'");
            }
            element = line.number(
                    resource.part(bracket + 1, resource.text().length() - 1), "the index", 0, Integer.MAX_VALUE);
            resource = resource.part(0, bracket);
        }
        if (kind.image()) {
            resources.image(resource);
        } else {
            resources.buffer(resource);
        }
        return new CompactAccess(kind, resource, element);
    }

    private static @Nullable Kind kind(String name, List<Kind> allowed) {
        for (Kind kind : allowed) {
            if (kind.word().equals(name)) {
                return kind;
            }
        }
        return null;
    }

    /** The statements that read, through a binding of this name; {@code register} is free to take the value. */
    String reading(String binding, String register) {
        if (!kind.reads) {
            return "";
        }
        return register + " = load.u32 " + binding + "[" + element + "]\n";
    }

    /** The statements that write; a value that was read is written one higher. */
    String writing(String binding, String register, long value) {
        if (!kind.writes) {
            return "";
        }
        if (kind == Kind.ATOM) {
            return "atomic.add.u32 " + binding + "[" + element + "], 1\n";
        }
        return "store.u32 " + binding + "[" + element + "] = " + (kind.reads ? register + " + 1" : "" + value) + "\n";
    }
}
