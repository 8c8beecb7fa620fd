// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.sluice.config.ConfigException;
import dev.sluice.config.Presets;
import dev.sluice.config.schema.Schemas;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SweepReaderTest {
    private static final String FULL = """
            sluice: 1
            name: everything
            description: every key
            streams: [mix-l2, mix-rw]
            device: nvidia-v100
            profile: l2
            variant: v
            set: {caches.l1.latency: 30, "limits.maxComputeWorkGroupCount": [1, 2, 3]}
            vary:
              caches.l2.size: 1MiB..4MiB*2
              caches.l2.replacement: [lru, drrip]
              caches.l2.ways: 8
            combine: grid
            where: ["caches.l2.size <= 2MiB", stream != mix-rw || caches.l2.replacement == lru]
            metrics: [cycles, caches.*.hitRate]
            objectives: [cycles, "caches.l2.hitRate:max"]
            seed: 7
            maxCycles: 1000000
            bytes: true
            """;

    private static SweepDefinition read(String text) {
        return SweepReader.read("s.yaml", text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void reads_every_key() {
        SweepDefinition sweep = read(FULL);

        assertThat(sweep.name()).isEqualTo("everything");
        assertThat(sweep.streams()).containsExactly("mix-l2", "mix-rw");
        assertThat(sweep.axes())
                .containsExactly(
                        new Axis("caches.l2.size", List.of("1MiB", "2MiB", "4MiB")),
                        new Axis("caches.l2.replacement", List.of("lru", "drrip")),
                        new Axis("caches.l2.ways", List.of("8")));
        assertThat(sweep.settings())
                .containsExactly("caches.l1.latency=30", "limits.maxComputeWorkGroupCount=[1, 2, 3]");
        assertThat(sweep.where()).hasSize(2);
        assertThat(sweep.metrics()).containsExactly("cycles", "caches.*.hitRate");
        assertThat(sweep.seed()).isEqualTo(7);
        assertThat(sweep.maxCycles()).isEqualTo(1_000_000);
        assertThat(sweep.bytes()).isTrue();
        assertThat(sweep.zip()).isFalse();
    }

    @Test
    void the_schema_accepts_every_key() {
        assertThat(faults(FULL)).isEmpty();
    }

    @Test
    void the_schema_refuses_an_unknown_key() {
        assertThat(faults(FULL.replace("vary:", "varies:"))).isNotEmpty();
    }

    @Test
    void combinations_come_stream_by_stream_with_the_first_axis_slowest() {
        List<Combinations.Combination> all = Combinations.of(read(FULL));

        assertThat(all.stream()
                        .map(one -> one.stream() + " "
                                + String.join(" ", one.values().values())))
                .containsExactly(
                        "mix-l2 1MiB lru 8",
                        "mix-l2 1MiB drrip 8",
                        "mix-l2 2MiB lru 8",
                        "mix-l2 2MiB drrip 8",
                        "mix-rw 1MiB lru 8",
                        "mix-rw 2MiB lru 8");
    }

    @Test
    void zipped_values_go_together() {
        List<Combinations.Combination> all =
                Combinations.of(read("sluice: 1\nname: z\nstreams: s\ncombine: zip\nvary: {a: [1, 2], b: [3, 4]}\n"));

        assertThat(all.stream().map(one -> one.values().toString())).containsExactly("{a=1, b=3}", "{a=2, b=4}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "vary: {a: [1, 2], b: [3]}, combine: zip | s.yaml:4:20: vary.b: zipped axes have as many values each: a has 2, b has 1",
                "vary: {a: [1]}, where: [a > 1] | s.yaml:4:18: where: no combination fulfils the conditions: nothing to run",
                "vary: {a: 1..2000, b: 1..2000} | s.yaml:4:2: vary: this makes more than 1000000 points",
                "vary: {a: 4..2} | s.yaml:4:12: vary.a: the range 4..2 ends before it begins",
                "vary: {a: [1]}, where: b.c > 1 | s.yaml:4:25: where: 'b.c' is not varied; the nearest is 'a'",
                "vary: {a: [1]}, where: a == 1 && 5 | s.yaml:4:35: where: a comparison belongs here, such as",
                "vary: {a: 1, b: []} | s.yaml:4:18: vary.b: the list has no values: nothing to run",
                "vary: {a: 8388608TiB..8388608TiB*2} | s.yaml:4:12: vary.a: this range has sizes of more than",
                "vary: {a: [1]}, wher: b > 1 | s.yaml:4:18: unknown key 'wher'; did you mean 'where'?",
            })
    void says_what_is_wrong(String keys, String message) {
        String text = "{sluice: 1,\nname: s.yaml,\nstreams: s,\n " + keys + "}\n";

        assertThatThrownBy(() -> Combinations.of(read(text)))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(message.substring(0, Math.min(message.length(), 60)));
    }

    @Test
    void files_are_looked_for_beside_the_sweep(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("s.cmds"), "buffer x 64\n");
        Files.writeString(
                folder.resolve("sweep.yaml"), "sluice: 1\nname: z\nstreams: [s.cmds, mix-l2]\nvary: {seed: 1..2}\n");

        SweepDefinition sweep = SweepReader.read(folder.resolve("sweep.yaml"));

        assertThat(sweep.streams()).containsExactly(folder.resolve("s.cmds").toString(), "mix-l2");
        assertThat(sweep.label(sweep.streams().get(0))).isEqualTo("s.cmds");
    }

    static List<String> shipped() {
        return Presets.onClasspath().list(Presets.Kind.SWEEPS).stream()
                .filter(name -> name.indexOf('/') < 0)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void every_shipped_sweep_is_one_by_schema_and_reader(String name) {
        String text = new String(Presets.onClasspath().read(Presets.Kind.SWEEPS, name), StandardCharsets.UTF_8);

        assertThat(faults(text)).isEmpty();
        assertThat(Combinations.of(read(text))).isNotEmpty();
    }

    private static List<?> faults(String text) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Schemas.text(Schemas.Kind.SWEEP))
                .validate(text, InputFormat.YAML);
    }
}
