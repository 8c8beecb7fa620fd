// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.litmus;

import dev.sluice.check.model.DomainOperation;
import dev.sluice.check.model.Event;
import dev.sluice.check.model.MemorySemantics;
import dev.sluice.check.model.ModelAccess;
import dev.sluice.check.model.ModelAgent;
import dev.sluice.check.model.ModelScope;
import dev.sluice.config.bind.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An operation as a line writes it, before the locations are known.
 *
 * @param agent who executes it
 * @param ordinal its place in its thread, from 1
 * @param modifiers its words
 * @param operands its variables; one for an access, any number for a domain operation, none for a barrier
 * @param readValue the value that it reads, or null
 * @param writeValue the value that it writes, or null
 * @param instance the instance of a control barrier, or null
 * @param text the line, without comment
 */
record LitmusOperation(
        ModelAgent agent,
        int ordinal,
        Modifiers modifiers,
        List<Operand> operands,
        @Nullable Integer readValue,
        @Nullable Integer writeValue,
        @Nullable Integer instance,
        String text) {

    static final String[] HOST_HAS_NONE = {
        "scopesg",
        "scopewg",
        "scopeqf",
        "scopedev",
        "sc0",
        "sc1",
        "sc2",
        "sc3",
        "semsc0",
        "semsc1",
        "semsc2",
        "semsc3",
        "semav",
        "semvis",
        "av",
        "vis",
        "nonpriv",
        "cbar"
    };

    static LitmusOperation of(ModelAgent agent, int ordinal, List<LitmusWord> words) {
        Modifiers modifiers = Modifiers.of(words.get(0));
        String text = text(words);
        checkKind(modifiers);
        if (modifiers.all().stream().anyMatch(w -> DomainWords.ALL.contains(w.text()))) {
            List<Operand> operands =
                    words.subList(1, words.size()).stream().map(Operand::of).toList();
            return new LitmusOperation(agent, ordinal, modifiers, operands, null, null, null, text);
        }
        if (agent.host()) {
            refuse(modifiers);
        }
        return modifiers.has("membar") || modifiers.has("cbar")
                ? barrier(agent, ordinal, modifiers, words, text)
                : access(agent, ordinal, modifiers, words, text);
    }

    /** An operation is of one kind, since what follows it depends on the kind. */
    private static void checkKind(Modifiers modifiers) {
        String kind = "";
        for (LitmusWord word : modifiers.all()) {
            String own = kind(word.text());
            if (!kind.isEmpty() && !own.isEmpty() && !own.equals(kind)) {
                throw word.error("'" + word.text() + "' makes it two operations; write a line for each");
            }
            kind = own.isEmpty() ? kind : own;
        }
    }

    private static String kind(String word) {
        return switch (word) {
            case "st", "ld", "rmw" -> "access";
            case "membar", "cbar" -> "barrier";
            default -> DomainWords.ALL.contains(word) ? "domain operation" : "";
        };
    }

    private static void refuse(Modifiers modifiers) {
        for (String name : HOST_HAS_NONE) {
            if (modifiers.has(name)) {
                throw modifiers.at(name).error("'" + name + "' has no meaning in a host thread");
            }
        }
    }

    private static String text(List<LitmusWord> words) {
        return String.join(" ", words.stream().map(LitmusWord::text).toList());
    }

    private static LitmusOperation barrier(
            ModelAgent agent, int ordinal, Modifiers modifiers, List<LitmusWord> words, String text) {
        Integer instance = null;
        if (modifiers.has("cbar")) {
            if (words.size() < 2) {
                throw words.get(0)
                        .errorBehind("the number of the control barrier's instance is missing, as in 'cbar.scopewg 0'");
            }
            instance = words.get(1).number("instance of a control barrier");
        }
        nothingBehind(words, instance == null ? 1 : 2);
        return new LitmusOperation(agent, ordinal, modifiers, List.of(), null, null, instance, text);
    }

    private static LitmusOperation access(
            ModelAgent agent, int ordinal, Modifiers modifiers, List<LitmusWord> words, String text) {
        boolean both = modifiers.has("rmw");
        boolean reads = both || modifiers.has("ld");
        boolean writes = both || modifiers.has("st");
        if (!reads && !writes) {
            throw modifiers.word().error("no st, ld, rmw, membar or cbar; say what the operation does");
        }
        if (words.size() < 2) {
            throw words.get(0).errorBehind("the variable is missing, as in 'st.sc0 x = 1'");
        }
        Operand operand = Operand.of(words.get(1));
        Integer first = null;
        Integer second = null;
        if (words.size() > 2) {
            if (!words.get(2).text().equals("=")) {
                throw words.get(2)
                        .error("'" + words.get(2).text() + "' where '= VALUE' or the end of the line should be");
            }
            if (words.size() == 3) {
                throw words.get(2).errorBehind("the value is missing");
            }
            first = words.get(3).number("value");
            second = words.size() > 4 ? words.get(4).number("value") : null;
            nothingBehind(words, 5);
        }
        if (second != null && !(reads && writes)) {
            throw words.get(4).error("a second value needs rmw: what it reads, then what it writes");
        }
        Integer written = reads ? second : first;
        return new LitmusOperation(
                agent, ordinal, modifiers, List.of(operand), reads ? first : null, writes ? written : null, null, text);
    }

    private static void nothingBehind(List<LitmusWord> words, int count) {
        if (words.size() > count) {
            throw words.get(count).error("'" + words.get(count).text() + "' is one word too many");
        }
    }

    /** Whether it is an API operation on memory domains. */
    boolean isDomain() {
        return modifiers.all().stream().anyMatch(w -> DomainWords.ALL.contains(w.text()));
    }

    /** Whether it reads memory. */
    boolean reads() {
        return modifiers.has("ld") || modifiers.has("rmw");
    }

    /** Whether it writes memory. */
    boolean writes() {
        return modifiers.has("st") || modifiers.has("rmw");
    }

    /** Whether it is an atomic access. */
    boolean atomic() {
        return modifiers.has("atom") || modifiers.has("rmw");
    }

    /** Whether it writes what another operation has to read: the same value, or none, under the same name. */
    boolean suppliesTo(LitmusOperation load) {
        return writes()
                && operands.get(0).name().equals(load.operands.get(0).name())
                && Objects.equals(writeValue, load.readValue);
    }

    /** The operation as events: one, or several for an API command that does several things. */
    List<Event> events(Locations locations) {
        int line = modifiers.word().at().line();
        if (isDomain()) {
            List<DomainOperation> meaning = modifiers.all().stream()
                    .map(word -> DomainWords.meaning(word.text()))
                    .filter(list -> !list.isEmpty())
                    .findFirst()
                    .orElseThrow();
            long bits = operands.isEmpty() ? -1 : 0;
            for (Operand operand : operands) {
                if (!locations.knows(operand.name())) {
                    throw operand.word()
                            .error("no access to '" + operand.name() + "'"
                                    + Nearest.hint(operand.name(), locations.variables()));
                }
                bits |= locations.bits(operand);
            }
            List<Event> events = new ArrayList<>();
            for (DomainOperation operation : meaning) {
                events.add(Event.domain(agent, text, line, operation, bits));
            }
            return events;
        }
        MemorySemantics semantics = modifiers.semantics();
        ModelScope scope = agent.host() ? ModelScope.CROSS_DEVICE : modifiers.scope();
        if (operands.isEmpty()) {
            return List.of(
                    instance == null
                            ? Event.fence(agent, text, line, semantics, scope)
                            : Event.controlBarrier(agent, text, line, semantics, scope, instance));
        }
        Operand operand = operands.get(0);
        ModelAccess access = new ModelAccess(
                locations.variables().indexOf(operand.name()),
                modifiers.storageClass(),
                locations.bits(operand),
                reads(),
                writes(),
                atomic(),
                modifiers.has("av"),
                modifiers.has("vis"),
                modifiers.has("nonpriv"),
                readValue,
                writeValue);
        return List.of(Event.access(agent, text, line, access, semantics, atomic() || !agent.host() ? scope : null));
    }
}
