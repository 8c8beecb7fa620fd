// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.page;

import dev.sluice.config.WrittenOut;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/**
 * One page for a browser in one file: its modules, their libraries, styles and data.
 *
 * <p>Modules become {@code data:} addresses in an import map, so that a page works from a disk. A library that is a classic
 * script runs first, and is imported by its global name.
 */
public final class Page {

    private final String title;
    private final String entry;
    private final List<String> styles = new ArrayList<>();
    private final Map<String, String> data = new LinkedHashMap<>();
    private final Map<String, String> types = new LinkedHashMap<>();
    private String body = "";

    /**
     * A page.
     *
     * @param title its title, as text
     * @param entry its first module, as it would be imported: {@code sluice/report/main.js}
     */
    public Page(String title, String entry) {
        this.title = title;
        this.entry = entry;
        style("common/page.css");
    }

    /** Adds a style sheet, a file under {@code src/main/web}. */
    public Page style(String file) {
        styles.add(WebResources.text("/web/" + file));
        return this;
    }

    /** Sets what stands in the body before any module has run, as HTML: what a reader without scripts, or a printer, gets. */
    public Page body(String html) {
        body = html;
        return this;
    }

    /** Adds data as JSON: {@code <script type="application/json" id="...">}. */
    public Page json(String id, String json) {
        // in a script element only "</script" and "<!--" mean anything; in JSON '<' occurs in strings alone
        data.put(id, json.replace("<", "\\u003c"));
        types.put(id, "application/json");
        return this;
    }

    /** Adds bytes, in Base64: {@code <script type="application/octet-stream" id="...">}. */
    public Page bytes(String id, byte[] bytes) {
        data.put(id, Base64.getEncoder().encodeToString(bytes));
        types.put(id, "application/octet-stream");
        return this;
    }

    /** Writes the page. */
    public void write(Writer out) throws IOException {
        ModuleGraph graph = new ModuleGraph(entry);
        out.write("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        out.write("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        out.write("<meta name=\"color-scheme\" content=\"light dark\">\n");
        out.write("<link rel=\"icon\" href=\"data:,\">\n");
        out.write("<title>" + text(title) + "</title>\n");
        for (String style : styles) {
            out.write("<style>\n" + style.replace("</style", "<\\/style") + "</style>\n");
        }
        Map<String, String> imports = new TreeMap<>();
        for (WebLibrary library : graph.libraries()) {
            String source = WebResources.text(library.resource).replaceAll("//# sourceMappingURL=.*", "");
            if (library.global.isEmpty()) {
                imports.put(library.specifier, address("/* " + library.notice + " */\n" + source));
            } else {
                out.write("<script>/* " + library.notice + " */\n" + script(source) + "\n</script>\n");
                imports.put(library.specifier, address("export default globalThis." + library.global + ";\n"));
            }
        }
        graph.modules()
                .forEach((specifier, source) ->
                        imports.put(specifier, address(source + "\n//# sourceURL=" + specifier + "\n")));
        out.write("<script type=\"importmap\">");
        out.write(JsonMapper.shared().writeValueAsString(Map.of("imports", imports)));
        out.write("</script>\n</head>\n<body>\n");
        out.write("<noscript>This page draws what it shows with JavaScript, which is off.</noscript>\n");
        out.write(body);
        for (Map.Entry<String, String> block : data.entrySet()) {
            out.write("<script type=\"" + types.get(block.getKey()) + "\" id=\"" + text(block.getKey()) + "\">");
            out.write(block.getValue());
            out.write("</script>\n");
        }
        out.write("<script type=\"module\">import \"" + entry + "\";</script>\n</body>\n</html>\n");
    }

    /** {@code text} with what means something in HTML escaped, and with control characters, which HTML has none of, written out. */
    public static String text(String text) {
        return WrittenOut.of(text, c -> c == '\n' || c == '\t')
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static String address(String module) {
        return "data:text/javascript;charset=utf-8;base64,"
                + Base64.getEncoder().encodeToString(module.getBytes(StandardCharsets.UTF_8));
    }

    private static String script(String source) {
        return source.replace("</script", "<\\/script").replace("<!--", "<\\!--");
    }
}
