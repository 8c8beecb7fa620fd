// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.source.SourceReader;
import dev.sluice.config.units.Duration;
import dev.sluice.config.units.Frequency;
import dev.sluice.config.units.Size;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinderTest {
    enum Color {
        RED,
        DARK_BLUE
    }

    record Inner(@Min(1) @Max(4) int n, @Default("x") String text) {}

    @Shorthand("name")
    record Brief(String name, @Default("1") int weight) {}

    @NotModelled("later")
    record All(
            int i,
            @Nullable Long l,
            @Default("false") boolean flag,
            @Nullable Double d,
            @Nullable Size size,
            @Nullable Frequency clock,
            @Nullable Duration time,
            @Nullable Color color,
            @Nullable Inner inner,
            List<Inner> list,
            Map<String, Integer> map,
            @Key("native") @Nullable String nativeName,
            @Nullable Node raw,
            List<Brief> shorts,
            @Nullable @PowerOfTwo Integer power) {}

    @Doc("operation")
    @NotModelled("jump")
    sealed interface Op {
        record Walk(int steps) implements Op {}

        @Shorthand("names")
        record Name(List<String> names) implements Op {}

        record Rest() implements Op {}

        @Key("label")
        @Shorthand("text")
        record Note(String text) implements Op {}
    }

    record Program(List<OneKey<Op>> ops) {}

    @Doc("pace")
    sealed interface Pace {
        @Keys({"run", "runFast"})
        record Run(@OneOrMany List<String> to) implements Pace {}
    }

    record Race(List<OneKey<Pace>> paces) {}

    private static List<OneKey<Pace>> paces(String text) {
        return bind("paces: [" + text + "]", Race.class).value().paces();
    }

    private static <T extends Record> BoundRecord<T> bind(String text, Class<T> type) {
        return Binder.bind(SourceReader.read("f.yaml", text.getBytes(StandardCharsets.UTF_8)), type);
    }

    private static Op op(String text) {
        return bind("ops: [" + text + "]", Program.class).value().ops().get(0).value();
    }

    @Test
    void every_kind_of_component_is_filled() {
        All all = bind(
                        "{i: 7, l: 0xffffffff, flag: true, d: 1.5, size: 4KiB, clock: 1GHz, time: 3ns, color: darkBlue,"
                                + " inner: {n: 2}, list: [{n: 1}, {n: 4, text: y}], map: {b: 2, a: 1}, native: N, raw: [1],"
                                + " shorts: [a, {name: b, weight: 3}], power: 8}",
                        All.class)
                .value();

        assertThat(all.i()).isEqualTo(7);
        assertThat(all.l()).isEqualTo(0xffffffffL);
        assertThat(all.flag()).isTrue();
        assertThat(all.d()).isEqualTo(1.5);
        assertThat(all.size()).isEqualTo(new Size(4096));
        assertThat(all.clock()).isEqualTo(new Frequency(1_000_000_000));
        assertThat(all.time()).isEqualTo(Duration.ofPicoseconds(3000));
        assertThat(all.color()).isEqualTo(Color.DARK_BLUE);
        assertThat(all.inner()).isEqualTo(new Inner(2, "x"));
        assertThat(all.list()).containsExactly(new Inner(1, "x"), new Inner(4, "y"));
        assertThat(all.map().keySet()).containsExactly("b", "a");
        assertThat(all.nativeName()).isEqualTo("N");
        assertThat(all.raw()).isNotNull();
        assertThat(all.shorts()).containsExactly(new Brief("a", 1), new Brief("b", 3));
    }

    @Test
    void a_list_of_one_item_may_be_that_item() {
        assertThat(paces("{run: {to: a}}, {run: {to: [a, b]}}, {run: {}}"))
                .extracting(OneKey::value)
                .containsExactly(new Pace.Run(List.of("a")), new Pace.Run(List.of("a", "b")), new Pace.Run(List.of()));
    }

    @Test
    void one_record_may_stand_for_several_keys() {
        List<OneKey<Pace>> paces = paces("{run: {to: a}}, {runFast: {to: a}}");

        assertThat(paces).extracting(OneKey::key).containsExactly("run", "runFast");
        assertThat(paces.get(0).value()).isEqualTo(paces.get(1).value());
        assertThatThrownBy(() -> paces("{runFats: {to: a}}"))
                .hasMessageContaining("unknown pace 'runFats'; did you mean 'runFast'?");
    }

    @Test
    void absent_keys_are_null_empty_or_their_default() {
        All all = bind("i: 1", All.class).value();

        assertThat(all.l()).isNull();
        assertThat(all.flag()).isFalse();
        assertThat(all.list()).isEmpty();
        assertThat(all.map()).isEmpty();
    }

    @Test
    void a_key_with_nothing_behind_it_is_absent_where_it_may_be() {
        assertThat(bind("i: 1\ninner:\nlist:\n", All.class).value().inner()).isNull();
        assertThatThrownBy(() -> bind("i:\n", All.class)).hasMessage("f.yaml:1:3: the key 'i' has no value");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "i: 1\\nsise: 3 | f.yaml:2:1: unknown key 'sise'; did you mean 'size'?",
                "i: 1\\ninner: {n: 1, txet: a} | f.yaml:2:15: inner: unknown key 'txet'; did you mean 'text'?",
                "i: 1\\nlater: 1 | f.yaml:2:1: 'later' is not modelled by this version",
                "flag: true | f.yaml:1:1: missing key 'i'",
                "i: one | f.yaml:1:4: i: expected a whole number, got the text 'one'",
                "i: 1.5 | f.yaml:1:4: i: expected a whole number, got '1.5'",
                "i: '1' | f.yaml:1:4: i: expected a whole number, got the text '1'",
                "i: 007 | f.yaml:1:4: i: expected a whole number, got the text '007'; write 7",
                "i: 1__0 | f.yaml:1:4: i: expected a whole number, got the text '1__0'; write 10",
                "i: 3000000000 | f.yaml:1:4: i: 3000000000 is out of range; at most 2147483647 is possible",
                "i: 1\\nflag: yes | f.yaml:2:7: flag: expected true or false, got the text 'yes'",
                "i: 1\\ncolor: drkBlue | f.yaml:2:8: color: unknown value 'drkBlue'; did you mean 'darkBlue'?",
                "i: 1\\ncolor: green | f.yaml:2:8: color: unknown value 'green'; the nearest is 'red' of: red, darkBlue",
                "i: 1\\nsize: 64KB | f.yaml:2:7: size: '64KB' is not a size; write 64KiB (65536 bytes) or 64kB (64000 bytes)",
                "i: 1\\ninner: {n: 0} | f.yaml:2:12: inner.n: 0 is too small; at least 1 is needed",
                "i: 1\\ninner: {n: 5} | f.yaml:2:12: inner.n: 5 is too large; at most 4 is possible",
                "i: 1\\npower: 6 | f.yaml:2:8: power: 6 is not a power of two",
                "i: 1\\nlist: {n: 1} | f.yaml:2:7: list: expected a list, got a mapping",
                "i: 1\\nlist: x | f.yaml:2:7: list: expected a list, got the text 'x'",
                "i: 1\\nlist: [{n: 1}, 3] | f.yaml:2:16: list[1]: expected a mapping with the keys n, text, got '3'",
                "i: 1\\nmap: [] | f.yaml:2:6: map: expected a mapping, got a list",
                "i: {a: 1} | f.yaml:1:4: i: expected a number, got a mapping",
                "i: 1\\nmap: {a: x} | f.yaml:2:10: map.a: expected a whole number, got the text 'x'",
            })
    void faults_name_the_place_and_what_would_be_right(String text, String message) {
        assertThatThrownBy(() -> bind(text.replace("\\n", "\n"), All.class)).hasMessage(message);
    }

    @Test
    void all_faults_are_collected_in_order() {
        assertThatThrownBy(() -> bind("i: x\nl: y\nzzz: 1\n", All.class))
                .isInstanceOfSatisfying(ConfigException.class, e -> {
                    assertThat(e.problem()).startsWith("unknown key 'zzz'");
                    assertThat(e.others()).extracting(ConfigException::line).containsExactly(1, 2);
                });
    }

    @Test
    void later_faults_can_point_at_values_keys_and_items() {
        BoundRecord<All> bound = bind("i: 1\nlist:\n  - {n: 1}\n  - {n: 2}\nshorts: [a]\n", All.class);
        All all = bound.value();

        assertThat(bound.where().error(all.list().get(1), "n", "bad")).hasMessage("f.yaml:4:9: bad");
        assertThat(bound.where().error(all, "list", 1, "bad")).hasMessage("f.yaml:4:5: bad");
        assertThat(bound.where().error(all.list().get(0), "text", "bad")).hasMessage("f.yaml:3:5: bad");
        assertThat(bound.where().error(all.shorts().get(0), "name", "bad")).hasMessage("f.yaml:5:10: bad");
    }

    @Test
    void equal_records_keep_their_own_places() {
        BoundRecord<All> bound = bind("i: 1\nlist:\n  - {n: 1}\n  - {n: 1}\n", All.class);

        assertThat(bound.where().node(bound.value().list().get(0)).position().line())
                .isEqualTo(3);
        assertThat(bound.where().node(bound.value().list().get(1)).position().line())
                .isEqualTo(4);
    }

    @Test
    void one_key_chooses_the_record() {
        assertThat(op("{walk: {steps: 3}}")).isEqualTo(new Op.Walk(3));
        assertThat(op("{name: [a, b]}")).isEqualTo(new Op.Name(List.of("a", "b")));
        assertThat(op("{rest: {}}")).isEqualTo(new Op.Rest());
        assertThat(op("{rest: }")).isEqualTo(new Op.Rest());
        assertThat(op("rest")).isEqualTo(new Op.Rest());
        assertThat(op("{label: hello}")).isEqualTo(new Op.Note("hello"));
    }

    @Test
    void a_label_may_stand_beside_the_key() {
        OneKey<Op> op = bind("ops: [{label: first, walk: {steps: 3}}]", Program.class)
                .value()
                .ops()
                .get(0);

        assertThat(op.key()).isEqualTo("walk");
        assertThat(op.label()).isEqualTo("first");
    }

    @Test
    void an_importers_marks_may_stand_beside_the_key() {
        OneKey<Op> op = bind("ops: [{walk: {steps: 3}, source: index 3, approximate: true}]", Program.class)
                .value()
                .ops()
                .get(0);

        assertThat(op.key()).isEqualTo("walk");
        assertThat(op.source()).isEqualTo("index 3");
        assertThat(op.approximate()).isTrue();
        assertThat(op("{label: hello, source: index 4}")).isEqualTo(new Op.Note("hello"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{walk: {steps: 3}, approximate: 7} | f.yaml:1:39: ops[0].approximate: expected true or false, got '7'",
                "{walk: {steps: 3}, sorce: x} | f.yaml:1:26: ops[0]: unexpected key 'sorce' beside 'walk'; did you mean 'source'?",
                "{source: x} | f.yaml:1:7: ops[0]: nothing says what this is; expected one key, one of label, name, rest, walk",
                "{wlak: {steps: 3}} | f.yaml:1:8: ops[0]: unknown operation 'wlak'; did you mean 'walk'?",
                "{name: {names: a}} | f.yaml:1:22: ops[0].name.names: expected a list, got the text 'a'; write [a]",
                "{jump: {}} | f.yaml:1:8: ops[0]: 'jump' is not modelled by this version",
                "{walk: {steps: 3}, rest: {}} | f.yaml:1:26: ops[0]: unexpected key 'rest' beside 'walk'; each is an item of its own",
                "{walk: {steps: 3}, lable: x} | f.yaml:1:26: ops[0]: unexpected key 'lable' beside 'walk'; did you mean 'label'?",
                "{walk: {stepps: 3}} | f.yaml:1:15: ops[0].walk: unknown key 'stepps'; did you mean 'steps'?",
                "{} | f.yaml:1:7: ops[0]: the mapping is empty; expected one key, one of label, name, rest, walk",
                "[walk] | f.yaml:1:7: ops[0]: expected a mapping with one key, one of label, name, rest, walk; got a list",
                "walk | f.yaml:1:7: ops[0].walk: missing key 'steps'",
            })
    void one_key_faults_name_the_choices(String text, String message) {
        assertThatThrownBy(() -> op(text)).hasMessage(message);
    }

    @Test
    void nearest_names_are_found_by_edits() {
        List<String> known = List.of("copyBuffer", "fillBuffer", "dispatch");

        assertThat(Nearest.of("copyBufer", known)).isEqualTo("copyBuffer");
        assertThat(Nearest.of("DISPATCH", known)).isEqualTo("dispatch");
        assertThat(Nearest.distance("ab", "ba")).isEqualTo(1);
        assertThat(Nearest.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(Nearest.hint("x", List.of())).isEqualTo("; there are none");
    }

    @Test
    void long_lists_of_names_are_not_told() {
        List<String> few = List.of("a".repeat(30), "b".repeat(30));
        List<String> longNames = List.of("a".repeat(200), "b".repeat(200));

        assertThat(Nearest.hint("xyz", few))
                .isEqualTo("; the nearest is '" + few.get(0) + "' of: " + String.join(", ", few));
        assertThat(Nearest.hint("xyz", longNames)).isEqualTo("; the nearest is '" + longNames.get(0) + "'");
        assertThat(Nearest.oneOf(few)).isEqualTo("one of " + String.join(", ", few));
        assertThat(Nearest.oneOf(longNames)).isEqualTo("one of 2 such as '" + longNames.get(0) + "'");
    }

    @Test
    void the_beginning_of_one_name_alone_is_taken_for_it() {
        List<String> known = List.of("copyBuffer", "copyImage", "dispatch", "patch");

        assertThat(Nearest.hint("disp", known)).isEqualTo("; did you mean 'dispatch'?");
        assertThat(Nearest.hint("di", known)).startsWith("; the nearest is");
        assertThat(Nearest.hint("copy", known)).startsWith("; the nearest is");
    }

    @Test
    void json_and_yaml_bind_to_the_same() {
        String yaml = "i: 1\nsize: 4KiB\nlist:\n  - n: 2\nmap: {a: 1}\n";
        String json = "{\"i\": 1, \"size\": \"4KiB\", \"list\": [{\"n\": 2}], \"map\": {\"a\": 1}}";

        All fromJson = Binder.bind(SourceReader.read("f.json", json.getBytes(StandardCharsets.UTF_8)), All.class)
                .value();

        assertThat(fromJson).isEqualTo(bind(yaml, All.class).value());
    }

    @Test
    void raw_nodes_are_handed_over_as_they_are() {
        Node raw = bind("i: 1\nraw: {a: [1, 2]}\n", All.class).value().raw();

        assertThat(raw).isInstanceOf(MapNode.class);
        assertThat(((MapNode) raw).get("a")).isNotInstanceOf(ScalarNode.class);
    }
}
