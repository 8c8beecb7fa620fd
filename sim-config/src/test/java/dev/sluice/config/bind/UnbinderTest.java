// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.Presets;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.SourceReader;
import dev.sluice.config.source.YamlText;
import dev.sluice.config.stream.CommandStep;
import dev.sluice.config.stream.HostStep;
import dev.sluice.config.stream.StreamFile;
import dev.sluice.config.units.Duration;
import dev.sluice.config.units.RangeSize;
import dev.sluice.config.units.Size;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class UnbinderTest {
    private static final Presets PRESETS = Presets.onClasspath();

    enum Color {
        DARK_BLUE
    }

    record Plain(
            @Key("first") String one,
            @Default("0") Size offset,
            @Default("WHOLE_SIZE") RangeSize size,
            @Nullable Duration time,
            @Default("false") boolean flag,
            List<String> names,
            Map<String, Integer> numbers,
            @Nullable Color color,
            @Nullable @Capitals Color shade) {}

    @Shorthand("name")
    record Brief(String name, @Default("1") int weight) {}

    record Steps(List<OneKey<CommandStep>> commands, List<OneKey<HostStep>> program) {}

    private static String text(Record value) {
        return YamlText.of(MapNode.of(Map.of("it", Unbinder.tree(value)))).strip();
    }

    @Test
    void what_is_absent_empty_or_the_default_is_left_out() {
        assertThat(text(new Plain(
                        "x",
                        new Size(0),
                        new RangeSize(RangeSize.WHOLE),
                        null,
                        false,
                        List.of(),
                        Map.of(),
                        null,
                        null)))
                .isEqualTo("it: {first: x}");
    }

    @Test
    void all_else_stands_in_the_order_of_the_components() {
        assertThat(text(new Plain(
                        "x",
                        new Size(65536),
                        new RangeSize(4),
                        Duration.ofPicoseconds(12_000),
                        true,
                        List.of("a"),
                        Map.of("count", 1),
                        Color.DARK_BLUE,
                        Color.DARK_BLUE)))
                .isEqualTo("""
                        it:
                          first: x
                          offset: 65536
                          size: 4
                          time: "12ns"
                          flag: true
                          names: [a]
                          numbers: {count: 1}
                          color: darkBlue
                          shade: DARK_BLUE""");
    }

    @Test
    void a_record_of_which_only_the_shorthand_is_left_is_written_as_that() {
        assertThat(text(new Brief("x", 1))).isEqualTo("it: x");
        assertThat(text(new Brief("x", 2))).isEqualTo("it: {name: x, weight: 2}");
    }

    @Test
    void the_place_in_a_capture_stands_beside_a_step() {
        OneKey<HostStep> step = new OneKey<>(
                "unmapMemory",
                new HostStep.UnmapMemory("m"),
                "frame",
                "index 3",
                true,
                new Recorded(List.of("frame"), "sky", Map.of("vertex", "dome")));
        assertThat(YamlText.of(Unbinder.tree(step)))
                .isEqualTo("unmapMemory: m\nsource: index 3\nlabel: frame\napproximate: true\n"
                        + "capture: {labels: [frame], pipeline: sky, shaders: {vertex: dome}}\n");
    }

    @Test
    void a_step_of_one_key_is_written_under_it() {
        assertThat(YamlText.of(Unbinder.tree(OneKey.of(new HostStep.StoreFence()))))
                .isEqualTo("storeFence: {}\n");
    }

    static Stream<String> kinds() {
        return Stream.concat(
                Shape.choices(CommandStep.class).keySet().stream().map(key -> "command " + key),
                Shape.choices(HostStep.class).keySet().stream().map(key -> "operation " + key));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    @SuppressWarnings("unchecked") // the key chooses the class
    void steps_of_every_kind_are_read_as_they_were_written(String kind) {
        String key = kind.substring(kind.indexOf(' ') + 1);
        boolean command = kind.startsWith("command");
        Class<?> type =
                Shape.choices(command ? CommandStep.class : HostStep.class).get(key);
        RandomRecord random = new RandomRecord(new SplittableRandom(kind.hashCode()));
        for (int i = 0; i < 30; i++) {
            OneKey<?> step = random.oneKey(key, type);
            Steps steps = command
                    ? new Steps(List.of((OneKey<CommandStep>) step), List.of())
                    : new Steps(List.of(), List.of((OneKey<HostStep>) step));
            Node tree = Unbinder.tree(steps);
            SameRecords.assertSame(Binder.bind(tree, Steps.class).value(), steps);
            byte[] yaml = YamlText.of((MapNode) tree).getBytes(UTF_8);
            SameRecords.assertSame(
                    Binder.bind(SourceReader.readMap("x.yaml", yaml), Steps.class)
                            .value(),
                    steps);
        }
    }

    static Stream<String> streams() {
        return PRESETS.list(Presets.Kind.STREAMS).stream()
                .filter(name -> !name.startsWith("compact/"))
                // repetitions are unfolded before anything is bound
                .filter(name -> !new String(PRESETS.read(Presets.Kind.STREAMS, name), UTF_8).contains("repeat:"));
    }

    @ParameterizedTest
    @MethodSource("streams")
    void shipped_streams_are_read_as_they_were_written(String name) {
        byte[] shipped = PRESETS.read(Presets.Kind.STREAMS, name);
        StreamFile stream = Binder.bind(SourceReader.readMap(name, shipped), StreamFile.class)
                .value();
        byte[] yaml = YamlText.of((MapNode) Unbinder.tree(stream)).getBytes(UTF_8);
        SameRecords.assertSame(
                Binder.bind(SourceReader.readMap("written.yaml", yaml), StreamFile.class)
                        .value(),
                stream);
    }
}
