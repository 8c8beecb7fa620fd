// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON as every command prints it: indented by two spaces, the same on every system. */
final class PrettyJson {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private PrettyJson() {}

    /** The text of a tree, with a line end. */
    static String text(JsonNode tree) {
        return MAPPER.writer().with(printer()).writeValueAsString(tree) + "\n";
    }

    /** What indents so. */
    static PrettyPrinter printer() {
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        return new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
    }
}
