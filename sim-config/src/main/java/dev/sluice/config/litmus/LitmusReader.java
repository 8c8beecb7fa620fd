// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.litmus;

import dev.sluice.check.litmus.Check;
import dev.sluice.check.litmus.LitmusTest;
import dev.sluice.check.model.Event;
import dev.sluice.check.model.MemoryProgram;
import dev.sluice.check.model.ModelAgent;
import dev.sluice.check.model.Relation;
import dev.sluice.config.ConfigException;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.source.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads a litmus test (docs/litmus.md). */
public final class LitmusReader {
    /** The largest litmus test that is read, in bytes: 1 MiB. */
    public static final int MAX_BYTES = 1 << 20;

    private static final String LITMUS = "litmus";
    private static final String THREAD = "thread";
    private static final String ORDER = "order";
    private static final String ALIAS = "alias";
    private static final List<String> KEYWORDS =
            List.of(LITMUS, THREAD, ORDER, ALIAS, Checks.POSSIBLE, Checks.IMPOSSIBLE);

    private final String file;
    private final Map<Integer, ModelAgent> threads = new TreeMap<>();
    private final List<LitmusOperation> operations = new ArrayList<>();
    private final List<SystemOrder> orders = new ArrayList<>();
    private final List<List<LitmusWord>> aliases = new ArrayList<>();
    private final List<Check> checks = new ArrayList<>();
    private @Nullable String name;
    private @Nullable ModelAgent current;
    private int ordinal;

    private LitmusReader(String file) {
        this.file = file;
    }

    /**
     * Reads a test.
     *
     * @param file the name for errors
     * @throws ConfigException when the text is no litmus test
     */
    public static LitmusTest read(String file, byte[] bytes) {
        LitmusReader reader = new LitmusReader(file);
        int number = 0;
        for (String line : SourceText.decode(file, bytes).text().split("\\r\\n|[\\n\\r]", -1)) {
            number++;
            List<LitmusWord> words = LitmusWord.of(file, number, line);
            if (!words.isEmpty()) {
                reader.line(words);
            }
        }
        return reader.test();
    }

    private void line(List<LitmusWord> words) {
        LitmusWord first = words.get(0);
        if (name == null && !first.text().equals(LITMUS)) {
            throw first.error("a litmus test begins with 'litmus NAME'");
        }
        switch (first.text()) {
            case LITMUS -> name(words);
            case THREAD -> thread(words);
            case ORDER -> orders.add(SystemOrder.of(words));
            case ALIAS -> {
                if (words.size() < 3) {
                    throw first.errorBehind("an alias needs two names or more");
                }
                aliases.add(words);
            }
            case Checks.POSSIBLE, Checks.IMPOSSIBLE -> checks.add(Checks.of(words));
            default -> operation(words);
        }
    }

    private void name(List<LitmusWord> words) {
        if (name != null) {
            throw words.get(0).error("a second test; write each into a file of its own");
        }
        if (words.size() != 2) {
            throw words.get(0).errorBehind("the name should follow, one word");
        }
        name = words.get(1).text();
    }

    private void thread(List<LitmusWord> words) {
        if (words.size() < 2) {
            throw words.get(0).errorBehind("the thread's number is missing");
        }
        int number = words.get(1).number("number of a thread");
        if (threads.containsKey(number)) {
            throw words.get(1).error("thread " + number + " is there already");
        }
        ModelAgent agent = Threads.agent(number, words);
        current = agent;
        threads.put(number, agent);
        ordinal = 0;
    }

    private void operation(List<LitmusWord> words) {
        ModelAgent agent = current;
        if (agent == null) {
            throw words.get(0)
                    .error("'" + words.get(0).text() + "' before the first thread"
                            + Nearest.hint(words.get(0).text(), KEYWORDS));
        }
        ordinal++;
        LitmusOperation operation = LitmusOperation.of(agent, ordinal, words);
        operations.add(operation);
    }

    private LitmusTest test() {
        String testName = name;
        if (testName == null) {
            throw new ConfigException(file, "the file holds no litmus test");
        }
        Locations locations = new Locations();
        LitmusFaults faults = new LitmusFaults();
        for (LitmusOperation operation : operations) {
            faults.check(operation);
            // a domain operation refers to what others access
            if (!operation.isDomain()) {
                operation.operands().forEach(locations::use);
            }
        }
        for (LitmusOperation operation : operations) {
            operation.operands().stream().filter(o -> locations.knows(o.name())).forEach(locations::use);
        }
        aliases.forEach(words -> alias(words, locations));
        locations.close();
        faults.checkInstances(operations);
        faults.remarkValues(operations, locations);
        List<Event> events = new ArrayList<>();
        List<Integer> ordinals = new ArrayList<>();
        for (LitmusOperation operation : operations) {
            for (Event event : operation.events(locations)) {
                events.add(event);
                ordinals.add(operation.ordinal());
            }
            if (events.size() > Relation.MAX_EVENTS) {
                throw operation.modifiers().word().error("more than " + Relation.MAX_EVENTS + " operations");
            }
        }
        if (locations.names().size() > Long.SIZE) {
            throw new ConfigException(file, "more than " + Long.SIZE + " memory locations that can be told apart");
        }
        orders.forEach(order -> order.check(threads));
        Relation systemOrder = Relation.of(
                events.size(),
                (a, b) -> orders.stream()
                        .anyMatch(o -> o.orders(events.get(a), ordinals.get(a), events.get(b), ordinals.get(b))));
        if (!systemOrder.isAcyclic()) {
            faults.remark(orders.get(0).fromWord(), "the orders make a circle: something comes before itself");
        }
        MemoryProgram program = new MemoryProgram(testName, events, systemOrder, locations.names(), faults.faults());
        return new LitmusTest(program, checks, faults.remarks());
    }

    private static void alias(List<LitmusWord> words, Locations locations) {
        String first = words.get(1).text();
        for (LitmusWord word : words.subList(1, words.size())) {
            if (!locations.knows(word.text())) {
                throw word.error(
                        "no access to '" + word.text() + "'" + Nearest.hint(word.text(), locations.variables()));
            }
            locations.alias(first, word.text());
        }
    }
}
