// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.Presets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What holds of every document and of what comments cite: short enough to read, and everything can be opened. */
final class DocumentsTest {

    private static final int LINE = 160;
    private static final int README_WORDS = 1000;

    /** Citations of what is not in the repository. */
    private static final Pattern UNOPENABLE = Pattern.compile(
            "(?i)seeds?[ ]00[0-9]|seed[ ]document|[(]model,|model[ ](sections?|§)|model[ ][0-9]+\\.[0-9]|(?<!docs/)\\bformats[.]md|reference/[a-z]|\\.\\./shared");

    private static final Pattern DOCUMENT = Pattern.compile("docs/[\\w/-]+\\.md");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

    @Test
    void the_readme_is_short() {
        assertThat(Documents.words(Documents.ROOT.resolve("README.md"))).isLessThan(README_WORDS);
    }

    @Test
    void lines_outside_tables_fit_the_screen() {
        List<String> tooLong = new ArrayList<>();
        for (Path file : Documents.markdown()) {
            List<String> lines = Documents.lines(file);
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                if (!line.startsWith("|") && line.codePointCount(0, line.length()) >= LINE) {
                    tooLong.add(Documents.name(file) + ":" + (i + 1));
                }
            }
        }

        assertThat(tooLong).isEmpty();
    }

    @Test
    void no_source_cites_what_its_reader_cannot_open() {
        assertThat(sources().flatMap(file -> cited(UNOPENABLE, file))).isEmpty();
    }

    @Test
    void every_document_that_a_source_names_is_there() {
        List<String> missing = sources()
                .flatMap(file -> DOCUMENT.matcher(Documents.text(file)).results())
                .map(found -> found.group())
                .distinct()
                .filter(name -> !Files.exists(Documents.ROOT.resolve(name)))
                .toList();

        assertThat(missing).isEmpty();
    }

    @Test
    void every_link_leads_to_a_file_and_a_heading() {
        List<String> broken = new ArrayList<>();
        for (Path file : Documents.markdown()) {
            Matcher link = LINK.matcher(Documents.text(file));
            while (link.find()) {
                String target = link.group(1);
                if (!target.contains("://") && !leads(file, target)) {
                    broken.add(Documents.name(file) + ": " + target);
                }
            }
        }

        assertThat(broken).isEmpty();
    }

    /** A release has the pages and the files of {@code configs}, and no sources of programs. */
    @Test
    void links_lead_to_what_a_release_has() {
        List<Path> has = Stream.of("docs", "configs")
                .map(name -> Documents.ROOT.resolve(name).toAbsolutePath().normalize())
                .toList();
        List<String> elsewhere = new ArrayList<>();
        for (String folder : List.of("docs", "configs")) {
            for (Path file : Documents.below(folder, ".md").toList()) {
                Matcher link = LINK.matcher(Documents.text(file));
                while (link.find()) {
                    String target = link.group(1).replaceFirst("#.*", "");
                    Path to = file.toAbsolutePath().resolveSibling(target).normalize();
                    if (!target.contains(":") && has.stream().noneMatch(to::startsWith)) {
                        elsewhere.add(Documents.name(file) + ": " + target);
                    }
                }
            }
        }

        assertThat(elsewhere).isEmpty();
    }

    @Test
    void the_index_names_every_page() {
        String index = Documents.text(Documents.ROOT.resolve("docs/index.md"));

        assertThat(Documents.below("docs", ".md"))
                .filteredOn(page -> page.getParent().endsWith("docs") && !page.endsWith("index.md"))
                .isNotEmpty()
                .allSatisfy(page -> assertThat(index).contains("](" + page.getFileName() + ")"));
    }

    @Test
    void the_pages_of_profiles_name_every_profile() {
        assertThat(Presets.onClasspath().list(Presets.Kind.PROFILES))
                .isNotEmpty()
                .allSatisfy(profile -> {
                    for (String page : List.of("configs/profiles/README.md", "docs/barrier-profiles.md")) {
                        assertThat(Documents.text(Documents.ROOT.resolve(page)))
                                .as(page)
                                .contains("`" + profile + "`");
                    }
                });
    }

    /** Of the schema's own words only {@code items} could be taken for a key. */
    @ParameterizedTest
    @ValueSource(strings = {"device", "stream", "result"})
    void the_page_of_formats_names_every_key(String kind) {
        JsonNode schema = JsonMapper.shared()
                .readTree(Documents.text(
                        Documents.ROOT.resolve("sim-config/src/main/resources/schema/" + kind + ".schema.json")));
        Set<String> keys = new TreeSet<>();
        gather(schema, keys);
        keys.remove("items");
        String page = Documents.text(Documents.ROOT.resolve("docs/formats.md"));

        assertThat(keys)
                .isNotEmpty()
                .allSatisfy(key -> assertThat(page).as(key).containsPattern("\\b" + Pattern.quote(key) + "\\b"));
    }

    private static Stream<Path> sources() {
        return Stream.of("benchmarks", "sim-core", "sim-config", "sim-cli")
                .flatMap(module -> Documents.below(module + "/src", ".java"));
    }

    private static Stream<String> cited(Pattern pattern, Path file) {
        return pattern.matcher(Documents.text(file))
                .results()
                .map(found -> Documents.name(file) + ": " + found.group());
    }

    private static boolean leads(Path from, String target) {
        int hash = target.indexOf('#');
        String name = hash < 0 ? target : target.substring(0, hash);
        Path file = name.isEmpty() ? from : from.resolveSibling(name);
        return Files.exists(file) && (hash < 0 || headings(file).contains(target.substring(hash + 1)));
    }

    /** The anchors that a page's headings have on the web. */
    private static Set<String> headings(Path file) {
        return Documents.lines(file).stream()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ +", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\w -]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    private static void gather(JsonNode node, Set<String> keys) {
        JsonNode properties = node.get("properties");
        if (properties != null && properties.isObject()) {
            keys.addAll(properties.propertyNames());
        }
        for (JsonNode child : node) {
            gather(child, keys);
        }
    }
}
