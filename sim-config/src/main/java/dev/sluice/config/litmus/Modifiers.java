// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.litmus;

import dev.sluice.check.model.MemorySemantics;
import dev.sluice.check.model.ModelScope;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.source.Position;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The words of an operation, {@code st.atom.rel.scopewg}, each at most once. */
final class Modifiers {
    /** How many storage classes there are. */
    static final int STORAGE_CLASSES = 4;

    private static final Map<String, ModelScope> SCOPES = Map.of(
            "scopesg", ModelScope.SUBGROUP,
            "scopewg", ModelScope.WORKGROUP,
            "scopeqf", ModelScope.QUEUE_FAMILY,
            "scopedev", ModelScope.DEVICE);

    private static final List<String> KNOWN = known();

    private final LitmusWord word;
    private final Map<String, LitmusWord> given = new LinkedHashMap<>();

    private Modifiers(LitmusWord word) {
        this.word = word;
    }

    private static List<String> known() {
        List<String> all = new ArrayList<>(List.of(
                "st",
                "ld",
                "rmw",
                "atom",
                "membar",
                "cbar",
                "acq",
                "rel",
                "av",
                "vis",
                "semav",
                "semvis",
                "nonpriv",
                "scopesg",
                "scopewg",
                "scopeqf",
                "scopedev"));
        for (int i = 0; i < STORAGE_CLASSES; i++) {
            all.add("sc" + i);
            all.add("semsc" + i);
        }
        all.addAll(DomainWords.ALL);
        return List.copyOf(all);
    }

    static Modifiers of(LitmusWord word) {
        Modifiers modifiers = new Modifiers(word);
        int offset = 0;
        for (String part : word.text().split("\\.", -1)) {
            LitmusWord at = new LitmusWord(
                    part,
                    new Position(word.at().file(), word.at().line(), word.at().column() + offset));
            if (!KNOWN.contains(part)) {
                throw at.error("'" + part + "' is no operation and no word of one" + Nearest.hint(part, KNOWN));
            }
            if (modifiers.given.put(part, at) != null) {
                throw at.error("'" + part + "' stands twice");
            }
            offset += part.length() + 1;
        }
        return modifiers;
    }

    boolean has(String name) {
        return given.containsKey(name);
    }

    /** The word of that name, or the whole operation when there is none. */
    LitmusWord at(String name) {
        return given.getOrDefault(name, word);
    }

    LitmusWord word() {
        return word;
    }

    /** The given words, in the order of the file. */
    List<LitmusWord> all() {
        return List.copyOf(given.values());
    }

    static boolean isScope(String name) {
        return SCOPES.containsKey(name);
    }

    /** How many scopes are given. */
    long scopes() {
        return given.keySet().stream().filter(Modifiers::isScope).count();
    }

    /** The scope, the first of several; null without one. */
    @Nullable
    ModelScope scope() {
        return given.keySet().stream()
                .filter(Modifiers::isScope)
                .map(SCOPES::get)
                .findFirst()
                .orElse(null);
    }

    /** How many storage classes of the access are given. */
    int storageClasses() {
        return Integer.bitCount(classes("sc"));
    }

    /** The storage class of the access, the lowest of several; -1 without one. */
    int storageClass() {
        int classes = classes("sc");
        return classes == 0 ? -1 : Integer.numberOfTrailingZeros(classes);
    }

    private int classes(String prefix) {
        int classes = 0;
        for (int i = 0; i < STORAGE_CLASSES; i++) {
            classes |= has(prefix + i) ? 1 << i : 0;
        }
        return classes;
    }

    /** The semantics. */
    MemorySemantics semantics() {
        return new MemorySemantics(has("acq"), has("rel"), classes("semsc"), has("semav"), has("semvis"));
    }
}
