package dev.sluice.cli.output;

import dev.sluice.core.checker.litmus.Check;
import dev.sluice.core.checker.litmus.LitmusResult;
import java.util.List;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What {@code sluice litmus --json} prints ({@code docs/formats.md}, Result files): one object for each test. */
public final class LitmusJson {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private LitmusJson() {}

    /** The text, with a line end. */
    public static String text(List<LitmusResult> results) {
        ArrayNode root = MAPPER.createArrayNode();
        for (LitmusResult result : results) {
            ObjectNode test = root.addObject();
            test.put("test", result.test().program().name());
            test.put("verdict", result.chains().verdict().key());
            test.put("verdictNoChains", result.noChains().verdict().key());
            test.put("executions", result.chains().executions());
            test.put("allCounted", result.chains().allCounted());
            ArrayNode faults = test.putArray("faults");
            result.test().program().faults().forEach(faults::add);
            ArrayNode remarks = test.putArray("remarks");
            result.test().remarks().forEach(remarks::add);
            ArrayNode checks = test.putArray("checks");
            for (LitmusResult.CheckResult check : result.checks()) {
                ObjectNode node = checks.addObject();
                node.put("line", check.check().text());
                node.put("lineNumber", check.check().line());
                node.put("expected", Check.word(check.check().possible()));
                node.put("got", Check.word(check.possible()));
                node.put("ok", check.ok());
            }
        }
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter()
                .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                .withArrayIndenter(new DefaultIndenter("  ", "\n"));
        return MAPPER.writer().with(printer).writeValueAsString(root) + "\n";
    }
}
