// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.check.litmus.Check;
import dev.sluice.check.litmus.LitmusResult;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What {@code sluice litmus --json} prints ({@code docs/formats.md}, Result files): one object for each test. */
public final class LitmusJson {
    private LitmusJson() {}

    /** The text, with a line end. */
    public static String text(List<LitmusResult> results) {
        ArrayNode root = JsonNodeFactory.instance.arrayNode();
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
        return PrettyJson.text(root);
    }
}
