// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceReaderTest {
    private static Node yaml(String text) {
        return SourceReader.read("a.yaml", text.getBytes(StandardCharsets.UTF_8));
    }

    private static Node json(String text) {
        return SourceReader.read("a.json", text.getBytes(StandardCharsets.UTF_8));
    }

    private static MapNode.Entry entry(Node node, String key) {
        MapNode.Entry entry = ((MapNode) node).entry(key);
        assertThat(entry).isNotNull();
        return entry;
    }

    @Test
    void keys_and_values_know_their_line_and_column() {
        Node root = yaml("a: 1\nbb:\n  - x\n  - {c: 12ns}\n");

        MapNode.Entry bb = entry(root, "bb");
        assertThat(bb.keyPosition()).isEqualTo(new Position("a.yaml", 2, 1));
        ListNode list = (ListNode) bb.value();
        assertThat(list.items().get(0).position()).isEqualTo(new Position("a.yaml", 3, 5));
        MapNode.Entry c = entry(list.items().get(1), "c");
        assertThat(c.keyPosition()).isEqualTo(new Position("a.yaml", 4, 6));
        assertThat(c.value().position()).isEqualTo(new Position("a.yaml", 4, 9));
    }

    @Test
    void json_positions_are_those_of_the_text() {
        Node root = json("{\n  \"a\": [1,\n   \"x\"]\n}");

        MapNode.Entry a = entry(root, "a");
        assertThat(a.keyPosition()).isEqualTo(new Position("a.json", 2, 3));
        ListNode list = (ListNode) a.value();
        assertThat(list.position()).isEqualTo(new Position("a.json", 2, 8));
        assertThat(list.items().get(1).position()).isEqualTo(new Position("a.json", 3, 4));
    }

    @Test
    void columns_count_characters_and_not_bytes() {
        Node root = yaml("{ä😀: 1, b: 2}\n");

        assertThat(entry(root, "b").keyPosition().column()).isEqualTo(9);
    }

    @Test
    void a_character_of_two_halves_may_stand_anywhere() {
        for (int before = 1000; before < 1060; before++) {
            String comment = "#\n".repeat(before / 2) + "#".repeat(before % 2);

            Node root = yaml(comment + "# \ud83d\ude00\na: \ud83d\ude00\n");

            assertThat(((ScalarNode) entry(root, "a").value()).text()).isEqualTo("\ud83d\ude00");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"!!str 5", "! 5", "!!int \"5\"", "&x !!str 5", "!<tag:yaml.org,2002:str> 5"})
    void reads_tags_that_say_what_a_value_is(String text) {
        assertThat(((ScalarNode) entry(yaml("a: " + text + "\n"), "a").value()).text())
                .isEqualTo("5");
    }

    @ParameterizedTest
    @CsvSource({
        "!foo 5, !foo",
        "'!foo {b: 1}', !foo",
        "!foo [1], !foo",
        "!!binary aGk=, !!binary",
        "!!timestamp 2001-01-01, !!timestamp",
        "'!!set {b}', !!set",
        "'!<tag:example.org,2002:x> 5', 'tag:example.org,2002:x'",
    })
    void refuses_tags_whose_meaning_is_not_known(String text, String tag) {
        assertThatThrownBy(() -> yaml("a: " + text + "\n"))
                .hasMessage("a.yaml:1:4: the tag '" + tag + "' means nothing here; leave it out");
    }

    @Test
    void a_byte_order_mark_is_skipped() {
        assertThat(entry(yaml("\ufeffa: 1\n"), "a").keyPosition().column()).isEqualTo(1);
    }

    @Test
    void a_literal_block_knows_where_its_lines_stand() {
        Node root = yaml("code: |\n\n    one\n    two\n");

        ScalarNode code = (ScalarNode) entry(root, "code").value();
        assertThat(code.text()).isEqualTo("\none\ntwo\n");
        assertThat(code.inside(2, 1)).isEqualTo(new Position("a.yaml", 3, 5));
        assertThat(code.inside(3, 3)).isEqualTo(new Position("a.yaml", 4, 7));
    }

    @Test
    void a_text_of_one_line_knows_where_its_columns_stand() {
        ScalarNode code = (ScalarNode) entry(yaml("code: alu 4\n"), "code").value();

        assertThat(code.inside(1, 5)).isEqualTo(new Position("a.yaml", 1, 11));
    }

    @Test
    void quotes_make_text_of_a_number() {
        Node root = yaml("a: 12\nb: '12'\nc: 1.5\nd: true\ne: null\nf: 0x10\n");

        assertThat(((MapNode) root).entries())
                .extracting(entry -> ((ScalarNode) entry.value()).kind())
                .containsExactly(
                        ScalarNode.Kind.INTEGER,
                        ScalarNode.Kind.TEXT,
                        ScalarNode.Kind.DECIMAL,
                        ScalarNode.Kind.BOOLEAN,
                        ScalarNode.Kind.NULL,
                        ScalarNode.Kind.TEXT);
        assertThat(((ScalarNode) entry(root, "f").value()).integer()).isEqualTo(16);
    }

    @Test
    void aliases_repeat_their_anchor() {
        Node root = yaml("a: &x {b: 1}\nc: *x\n");

        assertThat(entry(root, "c").value()).isSameAs(entry(root, "a").value());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: &x 4KiB\nc: *x\n",
                "a: &x '4KiB'\nc: *x\n",
                "a: !!str &x 4KiB\nc: *x\n",
                "a: &x !!str 4KiB\nc: *x\n",
                "a: &x # how large\n  4KiB\nc: *x\n",
                "{a: &x 4KiB, c: *x}",
                "- &x 4KiB\n- c: *x\n",
            })
    void aliases_repeat_a_text_that_has_an_anchor(String text) {
        Node root = yaml(text);
        Node map = root instanceof ListNode list ? list.items().get(1) : root;

        assertThat(((ScalarNode) entry(map, "c").value()).text()).isEqualTo("4KiB");
    }

    @Test
    void aliases_repeat_numbers_and_nothing_with_their_kind() {
        Node root = yaml("a: &x 12\nb: &y\nc: *x\nd: *y\n");

        assertThat(((ScalarNode) entry(root, "c").value()).kind()).isEqualTo(ScalarNode.Kind.INTEGER);
        assertThat(((ScalarNode) entry(root, "d").value()).kind()).isEqualTo(ScalarNode.Kind.NULL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: &x |\n  one\n", "a: !!str |\n  one\n", "a: &x\n |\n  one\n"})
    void knows_where_the_text_of_a_block_begins_behind_an_anchor_or_tag(String text) {
        Position start = ((ScalarNode) entry(yaml(text), "a").value()).block();

        assertThat(start).isNotNull();
        assertThat(start.line()).isEqualTo((int) text.lines().count());
        assertThat(start.column()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  \n\t\n"})
    void refuses_an_empty_file(String text) {
        assertThatThrownBy(() -> yaml(text)).hasMessage("a.yaml: the file is empty");
        assertThatThrownBy(() -> json(text)).hasMessage("a.json: the file is empty");
    }

    @Test
    void refuses_a_file_of_comments() {
        assertThatThrownBy(() -> yaml("# one\n\n  # two")).hasMessage("a.yaml: the file holds only comments");
    }

    @Test
    void refuses_a_document_without_content() {
        assertThatThrownBy(() -> SourceReader.readMap("a.yaml", "---\n".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("a.yaml");
    }

    @Test
    void refuses_what_is_not_utf_8_and_says_where() {
        byte[] bytes = {'a', ':', ' ', '1', '\n', 'b', ':', ' ', (byte) 0xff};

        assertThatThrownBy(() -> SourceReader.read("a.yaml", bytes))
                .hasMessage("a.yaml:2:4: not UTF-8: byte 0xff at offset 8; save the file as UTF-8");
    }

    @Test
    void refuses_text_that_ends_inside_a_character() {
        byte[] bytes = {'a', ':', ' ', (byte) 0xc3};

        assertThatThrownBy(() -> SourceReader.read("a.yaml", bytes)).hasMessageStartingWith("a.yaml:1:4: not UTF-8");
    }

    @Test
    void refuses_a_large_file_before_reading_it(@TempDir Path dir) throws IOException {
        Path large = dir.resolve("large.yaml");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(SourceReader.MAX_BYTES + 1L);
        }

        assertThatThrownBy(() -> SourceReader.read(large))
                .hasMessage(large + ": is larger than the 64 MiB that a text file may have");
    }

    @Test
    void names_a_missing_file_and_a_directory(@TempDir Path dir) {
        assertThatThrownBy(() -> SourceReader.read(dir.resolve("none.yaml")))
                .hasMessage(dir.resolve("none.yaml") + ": no such file");
        assertThatThrownBy(() -> SourceReader.read(dir)).hasMessage(dir + ": is a directory, not a file");
    }

    @Test
    void reads_64_levels_and_refuses_65() {
        assertThat(yaml("[".repeat(64) + "]".repeat(64))).isInstanceOf(ListNode.class);
        assertThatThrownBy(() -> yaml("[".repeat(65) + "]".repeat(65)))
                .hasMessage("a.yaml:1:65: nested deeper than 64 levels");
        assertThatThrownBy(() -> json("[".repeat(100_000))).hasMessage("a.json:1:65: nested deeper than 64 levels");
    }

    @Test
    void refuses_duplicate_keys() {
        assertThatThrownBy(() -> yaml("a: 1\nb: 2\na: 3\n"))
                .hasMessage("a.yaml:3:1: duplicate key 'a', first given on line 1");
        assertThatThrownBy(() -> json("{\"a\": 1, \"a\": 2}"))
                .hasMessage("a.json:1:10: duplicate key 'a', first given on line 1");
    }

    @Test
    void refuses_aliases_that_unfold_without_end() {
        StringBuilder text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 10; i++) {
            text.append("a").append(i).append(": &a").append(i).append(" [");
            text.append(("*a" + (i - 1) + ", ").repeat(9))
                    .append("*a")
                    .append(i - 1)
                    .append("]\n");
        }

        assertThatThrownBy(() -> yaml(text.toString()))
                .hasMessageContaining("the aliases of this file unfold to more than 1000000 values");
    }

    @Test
    void refuses_more_values_than_memory_should_hold() {
        String text = "[" + "1,".repeat(SourceReader.MAX_NODES) + "1]";

        assertThatThrownBy(() -> json(text))
                .hasMessageContaining("more than 1000000 values; keep large data in a file of its own");
    }

    @Test
    void refuses_an_alias_inside_its_own_anchor() {
        assertThatThrownBy(() -> yaml("a: &x [*x]\n"))
                .hasMessage("a.yaml:1:8: alias *x has no finished anchor &x before it");
    }

    @Test
    void refuses_nesting_through_aliases() {
        StringBuilder text = new StringBuilder("- &a0 [[[[[[[[x]]]]]]]]\n");
        for (int i = 1; i < 10; i++) {
            text.append("- &a").append(i).append(" [[[[[[[[*a").append(i - 1).append("]]]]]]]]\n");
        }

        assertThatThrownBy(() -> yaml(text.toString())).hasMessageContaining("nested deeper than 64 levels");
    }

    @Test
    void refuses_a_second_document() {
        assertThatThrownBy(() -> yaml("a: 1\n---\nb: 2\n"))
                .hasMessage("a.yaml:3:1: a second document starts here; one file holds one document");
        assertThatThrownBy(() -> json("{} {}")).hasMessage("a.json:1:4: more text after the end of the JSON value");
    }

    @Test
    void says_nothing_of_what_only_a_programmer_of_the_parser_can_enable() {
        assertThatThrownBy(() -> json("{\"a\": NaN}")).hasMessage("a.json:1:10: JSON: Non-standard token 'NaN'");
        assertThatThrownBy(() -> json("// x\n{}")).hasMessage("a.json:1:1: JSON: there are no comments in JSON");
        assertThatThrownBy(() -> json("{\"a\": 0x40}"))
                .hasMessage("a.json:1:8: JSON: there are no hexadecimal numbers in JSON; put one in quotes");
    }

    @Test
    void a_number_of_very_many_digits_is_refused_where_it_ends() {
        assertThatThrownBy(() -> json("{\"a\":\n " + "9".repeat(2000) + "}"))
                .hasMessage("a.json:2:2002: JSON: Number value length (2000) exceeds the maximum allowed (1000)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: &k b\n*k : m\n", "a: b\n? {c: 1}\n: 2\n", "a: b\n? [c]\n: 2\n"})
    void refuses_keys_that_are_no_texts(String text) {
        assertThatThrownBy(() -> yaml(text))
                .hasMessageMatching(
                        "a\\.yaml:2:\\d: YAML: a key has to be a text; it can be no alias, no list and no mapping");
    }

    @Test
    void refuses_another_version_of_yaml() {
        assertThatThrownBy(() -> yaml("%YAML 2.0\n---\na: 1\n"))
                .hasMessage("a.yaml:1:1: YAML: this text says that it is of version 2.0; what is read is 1.2");
    }

    @Test
    void says_that_tabs_do_not_indent() {
        assertThatThrownBy(() -> yaml("a:\n\tb: 1\n")).hasMessage("a.yaml:2:1: YAML: a tab cannot indent; use spaces");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: [1, 2\nb: 3\n",
                "a: b: c\n",
                "a: 'open\n",
                "{a: 1}}\n",
                "a: @x\n",
                "- a\nb: 1\n",
                "a: \u0000\n",
                "%YAML 3.0\n---\na\n",
                "? [a]\n: b\n",
                "a: !!int x\nb: !<tag: 1\n"
            })
    void syntax_errors_are_one_line_with_a_position(String text) {
        assertThatThrownBy(() -> yaml(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageMatching("a\\.yaml:\\d+:\\d+: [^\\n\\r]+");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\": }", "{'a': 1}", "[1, 2", "{\"a\" 1}", "nul", "[01]", "{\"a\": 1,}", "\"a"})
    void json_errors_are_one_line_with_a_position(String text) {
        assertThatThrownBy(() -> json(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageMatching("a\\.json:\\d+:\\d+: JSON: [^\\n\\r]+");
    }

    @Test
    void random_bytes_never_do_worse_than_a_clear_error() {
        SplittableRandom random = new SplittableRandom(7);
        String alphabet = "a1:-[]{},'\"|>&*#!%@ \n\t?~.\\";
        for (int round = 0; round < 3000; round++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(1, 40);
            for (int i = 0; i < length; i++) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            for (String name : new String[] {"a.yaml", "a.json"}) {
                try {
                    assertThat(SourceReader.read(name, text.toString().getBytes(StandardCharsets.UTF_8)))
                            .isNotNull();
                } catch (ConfigException e) {
                    assertThat(e.getMessage()).startsWith(name).doesNotContain("\n");
                }
            }
        }
    }

    @Test
    void a_large_flat_file_is_read_in_linear_time() {
        String line = "[" + "12, ".repeat(200_000) + "12]";

        assertThat(((ListNode) yaml(line)).items()).hasSize(200_001);
    }

    @Test
    void indented_json_of_a_capture_is_refused_with_what_to_write() {
        byte[] capture = "[{\"header\": {\"gfxrecon-version\": \"1.0.5\"}}]".getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> SourceReader.readMap("frame.json", capture))
                .hasMessage("frame.json:1:1: a list that begins with a header, as gfxrecon-convert writes a capture;"
                        + " with --format jsonl it writes what Sluice reads");
    }

    @Test
    void the_version_must_be_there_and_known() {
        assertThatThrownBy(() -> Versions.check((MapNode) yaml("a: 1\n")))
                .hasMessage("a.yaml:1:1: missing key 'sluice'; write 'sluice: 1' as the first line");
        assertThatThrownBy(() -> Versions.check((MapNode) yaml("sluice: 2\n")))
                .hasMessage("a.yaml:1:9: this file says sluice: 2; this build reads version 1");
        assertThatThrownBy(() -> Versions.check((MapNode) yaml("sluice: one\n")))
                .hasMessage("a.yaml:1:9: sluice: expected the version number 1, got the text 'one'");
    }
}
