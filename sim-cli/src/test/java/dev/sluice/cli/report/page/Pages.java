// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Pages that tests write, and the data in them. */
final class Pages {
    private static final String BEGIN = "<script type=\"application/json\" id=\"data\">";

    private Pages() {}

    /** Writes a page into a folder. */
    static Path write(Path folder, String... arguments) {
        Path file = folder.resolve("page.html");
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--html", file.toString()));
        Cli cli = Cli.run(all.toArray(String[]::new));
        assertThat(cli.err()).isEmpty();
        assertThat(cli.code()).isBetween(0, 1);
        return file;
    }

    /** The data of a page. */
    static JsonNode data(Path page) throws IOException {
        String html = Files.readString(page);
        int from = html.indexOf(BEGIN) + BEGIN.length();
        return JsonMapper.shared().readTree(html.substring(from, html.indexOf("</script>", from)));
    }

    /** A result file without what it cost the host. */
    static ObjectNode result(Path file) throws IOException {
        ObjectNode root = (ObjectNode) JsonMapper.shared().readTree(Files.readString(file));
        root.remove("wallSeconds");
        root.remove("timing");
        return root;
    }

    /** The sum of a key of all items of a list. */
    static long sum(JsonNode list, String key) {
        return list.valueStream().mapToLong(item -> item.path(key).asLong()).sum();
    }
}
