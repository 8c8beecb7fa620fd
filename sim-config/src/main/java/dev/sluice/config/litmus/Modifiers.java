package dev.sluice.config.litmus;

import dev.sluice.config.bind.Nearest;
import dev.sluice.config.source.Position;
import dev.sluice.core.checker.model.MemorySemantics;
import dev.sluice.core.checker.model.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The words of an operation, {@code st.atom.rel.scopewg}, each at most once and each in its place. */
final class Modifiers {
    /** How many storage classes there are. */
    static final int STORAGE_CLASSES = 4;

    private static final Map<String, Scope> SCOPES = Map.of(
            "scopesg", Scope.SUBGROUP,
            "scopewg", Scope.WORKGROUP,
            "scopeqf", Scope.QUEUE_FAMILY,
            "scopedev", Scope.DEVICE);

    private static final List<String> KNOWN = known();

    private final Word word;
    private final Map<String, Word> given = new LinkedHashMap<>();

    private Modifiers(Word word) {
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

    static Modifiers of(Word word) {
        Modifiers modifiers = new Modifiers(word);
        int offset = 0;
        for (String part : word.text().split("\\.", -1)) {
            Word at = new Word(
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
    Word at(String name) {
        return given.getOrDefault(name, word);
    }

    Word word() {
        return word;
    }

    /** Refuses words that make no sense here. */
    void refuse(String why, String... names) {
        for (String name : names) {
            Word at = given.get(name);
            if (at != null) {
                throw at.error("'" + name + "' " + why);
            }
        }
    }

    /** The given words, in the order of the file. */
    List<Word> all() {
        return List.copyOf(given.values());
    }

    /** The scope; null without one. */
    @Nullable
    Scope scope() {
        Scope found = null;
        for (Word candidate : given.values()) {
            Scope scope = SCOPES.get(candidate.text());
            if (scope != null && found != null) {
                throw candidate.error("a second scope; an operation has one");
            }
            found = scope == null ? found : scope;
        }
        return found;
    }

    /** The storage class of the access; -1 without one. */
    int storageClass() {
        int found = -1;
        for (int i = 0; i < STORAGE_CLASSES; i++) {
            if (has("sc" + i)) {
                if (found >= 0) {
                    throw at("sc" + i).error("a second storage class; an access has one");
                }
                found = i;
            }
        }
        return found;
    }

    /** The semantics, with what must go together checked. */
    MemorySemantics semantics(boolean host) {
        int classes = 0;
        for (int i = 0; i < STORAGE_CLASSES; i++) {
            classes |= has("semsc" + i) ? 1 << i : 0;
        }
        boolean ordering = has("acq") || has("rel");
        if (!ordering && classes != 0) {
            throw at("semsc" + Integer.numberOfTrailingZeros(classes))
                    .error("storage class semantics without acq or rel; a relaxed operation orders no storage class");
        }
        if (ordering && classes == 0 && !host) {
            throw at(has("acq") ? "acq" : "rel")
                    .error("acq and rel need the storage classes that they order; add semsc0 or another semsc");
        }
        if (has("semav") && !has("rel")) {
            throw at("semav").error("semav (MakeAvailable) needs rel");
        }
        if (has("semvis") && !has("acq")) {
            throw at("semvis").error("semvis (MakeVisible) needs acq");
        }
        return new MemorySemantics(has("acq"), has("rel"), classes, has("semav"), has("semvis"));
    }
}
