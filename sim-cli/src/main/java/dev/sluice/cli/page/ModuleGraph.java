// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.page;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The modules that a page's first module needs, and the libraries.
 *
 * <p>A module is imported as {@code sluice/} and its file under {@code src/main/web}, a library by its name. Relative imports
 * do not work in a page of one file, and are refused.
 */
final class ModuleGraph {

    private static final String PREFIX = "sluice/";
    private static final Pattern IMPORT =
            Pattern.compile("(?m)^\\s*(?:import|export)\\b(?:[^'\";]*?\\bfrom)?\\s*['\"]([^'\"]+)['\"]");

    private final Map<String, String> modules = new LinkedHashMap<>();
    private final Set<WebLibrary> libraries = new LinkedHashSet<>();

    ModuleGraph(String entry) {
        add(entry, "a page");
    }

    /** Text by the name under which it is imported, in the order in which they were met. */
    Map<String, String> modules() {
        return modules;
    }

    Set<WebLibrary> libraries() {
        return libraries;
    }

    private void add(String specifier, String importer) {
        if (modules.containsKey(specifier)) {
            return;
        }
        if (!specifier.startsWith(PREFIX)) {
            WebLibrary library = WebLibrary.imported(specifier)
                    .orElseThrow(() -> new IllegalArgumentException(
                            importer + " imports " + specifier + ", neither sluice/... nor a library"));
            if (library == WebLibrary.D3_SANKEY) {
                libraries.add(WebLibrary.D3);
            }
            if (library == WebLibrary.PREACT_HOOKS) {
                libraries.add(WebLibrary.PREACT);
            }
            libraries.add(library);
            return;
        }
        String text = WebResources.text("/web/" + specifier.substring(PREFIX.length()));
        modules.put(specifier, text);
        Matcher matcher = IMPORT.matcher(text);
        while (matcher.find()) {
            add(matcher.group(1), specifier);
        }
    }
}
