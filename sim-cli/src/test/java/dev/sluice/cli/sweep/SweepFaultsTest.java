// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import static dev.sluice.cli.sweep.SweepFixture.refused;
import static dev.sluice.cli.sweep.SweepFixture.sweep;
import static dev.sluice.cli.sweep.SweepFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults of a sweep: at their places in its file, else as the options that were given. */
final class SweepFaultsTest {
    @TempDir
    private Path dir;

    private Path stream = Path.of("");

    @BeforeEach
    void write_a_stream() throws IOException {
        stream = Files.writeString(dir.resolve("s.yaml"), """
                sluice: 1
                name: t
                device: tiny-1
                memory: [{name: m, size: 64KiB, properties: [DEVICE_LOCAL]}]
                buffers: [{name: x, memory: m, size: 4KiB}]
                program: []
                """);
    }

    private Path file(String keys) throws IOException {
        String vary = keys.contains("vary:") ? "" : "vary: {caches.l2.latency: [100]}\n";
        return Files.writeString(dir.resolve("f.yaml"), "sluice: 1\nname: x\nstreams: s.yaml\n" + vary + keys + "\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "metrics: [cyc] ~ 5:11: metrics: cyc: no such metric; did you mean 'cycles'?",
                "metrics:\\n  - cycles\\n  - cyc ~ 7:5: metrics: cyc: no such metric; did you mean 'cycles'?",
                "objectives: [cycles] ~ 5:1: objectives: expected two metrics, such as cycles,cacheBytes",
                "objectives: [cycles, cycles] ~ 5:1: objectives: the two are the same metric",
                "objectives: [cycles, cacheByte] ~ 5:22: objectives: cacheByte: no such metric; did you mean 'cacheBytes'?",
                "set: {stream.nme: 4} ~ 5:7: set.stream.nme: the stream has no key 'nme'; did you mean 'name'?",
                "set: {caches.l2.sise: 4} ~ 5:7: set.caches.l2.sise: no key 'sise' in caches.l2; did you mean 'size'?",
                "set: {caches..l2: 4} ~ 5:7: set.caches..l2: 'caches..l2' is no path of keys, such as caches.l2.size or heaps[0].size",
                "set: {caches.l2.latency: 4} ~ 5:26: set.caches.l2.latency: 'vary' has a value of its own for each point: leave one out",
                "device: nosuch ~ 5:9: device: nosuch: no such device",
                "device: tiny-1\\nvary: {device: [tiny-1, nvidia-v100]} ~ 4:9: device: 'vary' has a value of its own for each point: leave one out",
                "profile: l2\\nvary: {profile: [l2, nvk]} ~ 4:10: profile: 'vary' has a value of its own for each point: leave one out",
                "seed: 4\\nvary: {seed: [1, 2]} ~ 4:7: seed: 'vary' has a value of its own for each point: leave one out",
                "vary: {device: [tiny-1, tiny-2], stream.device: [tiny-1, tiny-2]} ~ 4:34: vary.stream.device: 'stream.device' changes nothing where 'device' is varied, which stands in its place: leave one out",
                "device: tiny-1\\nset: {stream.device: tiny-2} ~ 6:7: set.stream.device: 'stream.device' changes nothing where 'device' is given, which stands in its place: leave one out",
                "format: csv ~ 5:1: format: 'format' is for traces, and here are streams alone",
                "outstanding: 3 ~ 5:1: outstanding: 'outstanding' is for traces, and here are streams alone",
                "vary: {seed: [1, 2, 1]} ~ 4:21: vary.seed: 1: this value is listed twice",
                "vary: {seed: [1, 2, 2], caches.l2.latency: [5, 5]} ~ 4:48: vary.caches.l2.latency: 5: this value is listed twice",
                "vary: {seed: [1, 2], caches.l2.latency: [5, 6, 5]} ~ 4:48: vary.caches.l2.latency: 5: this value is listed twice",
                "vary: {seed: [1, 2, 1], caches.l2.latency: [5, 5, 5]}\\ncombine: zip ~ 4:51: vary.caches.l2.latency: 5: this point is listed twice",
                "vary: {caches.l2.size: [256, 0.25KiB]} ~ 4:30: vary.caches.l2.size: 0.25KiB: this value is listed twice, first as 256",
                "vary: {caches.l2.size: [256, 0x100]} ~ 4:30: vary.caches.l2.size: 0x100: this value is listed twice, first as 256",
                "vary: {seed: [1, +1]} ~ 4:18: vary.seed: +1: this value is listed twice, first as 1",
                "vary: {caches.l2.tagsPerCycle: [0.5, 5e-1]} ~ 4:38: vary.caches.l2.tagsPerCycle: 5e-1: this value is listed twice, first as 0.5",
                "vary: {caches.l2.replacement: [lru, '\"lru\"']} ~ 4:37: vary.caches.l2.replacement:",
                "device: no/such.yaml ~ 5:9: device: no/such.yaml: no such file",
                "profile: nosuch ~ 5:10: profile: nosuch: no such barrier profile",
                "vary: {device: [tiny-1, nosuch]} ~ 4:25: vary.device: nosuch: no such device",
                "vary: {profile: [l2, nosuch]} ~ 4:22: vary.profile: nosuch: no such barrier profile",
                "vary: {seed: [1, 2.5]} ~ 4:18: vary.seed: 2.5: expected a whole number",
                "vary: {stream.nme: [4, 5]} ~ 4:21: vary.stream.nme: 4: the stream has no key 'nme'; did you mean 'name'?",
                "vary:\\n  caches.l2.latency: 100\\n  caches.l2.latncy: 5 ~ 6:3: vary.caches.l2.latncy: no key 'latncy' in caches.l2;",
                "where: caches.l2.latency > 100 || 5 ~ 5:35: where: a comparison belongs here",
                "where: [caches.l2.latency > 1, \"caches.l2.latency\"] ~ 5:32: where: a comparison belongs here",
                "where: |\\n  caches.l2.latency > 100 ||\\n  5 ~ 7:3: where: a comparison belongs here",
                "vary: {caches.l2.latency: [1, 2], caches.l1.latency: 1..3}\\ncombine: zip ~ 4:35: vary.caches.l1.latency: zipped axes",
                "vary: {caches.l2.size: []} ~ 4:24: vary.caches.l2.size: the list has no values",
                "vary: {caches.l2.size: 8388608TiB..8388608TiB*2} ~ 4:24: vary.caches.l2.size: this range has sizes of more",
                "where: caches.l2.latency > 100 ~ 5:1: where: no combination fulfils the conditions: nothing to run",
                "vary: {seed: 1..2000, caches.l2.latency: 1..2000} ~ 4:1: vary: this makes more than 1000000 points",
            })
    void faults_of_a_file_are_told_at_their_places_by_sweep_and_validate(String keys, String message)
            throws IOException {
        Path file = file(keys.replace("\\n", "\n"));

        Cli validate = Cli.run("validate", file.toString());
        Cli sweep = sweep(file, dir.resolve("out"));

        assertThat(sweep.err()).startsWith(file + ":" + message);
        assertThat(sweep.errorLines()).isEqualTo(1);
        assertThat(sweep.code()).isEqualTo(2);
        assertThat(dir.resolve("out")).doesNotExist();
        refused(validate, sweep.err().strip());
    }

    @Test
    void streams_of_a_file_are_told_at_their_places() throws IOException {
        Path file = Files.writeString(
                dir.resolve("f.yaml"), "sluice: 1\nname: x\nstreams: [s.yaml, no.yaml]\nvary: {seed: 1}\n");
        refused(sweep(file, dir.resolve("out")), file + ":3:19: streams: no.yaml: no such file");

        Files.writeString(file, "sluice: 1\nname: x\nstreams: [s.yaml, ./s.yaml]\nvary: {seed: 1}\n");
        String second = dir + "/./s.yaml";
        refused(
                sweep(file, dir.resolve("out")),
                file + ":3:19: streams: " + second + ": this stream is named twice, first as " + stream);
    }

    @Test
    void what_is_wrong_in_a_device_file_is_told_there() throws IOException {
        Path device = Files.writeString(dir.resolve("d.yaml"), "sluice: 1\nname: [\n");

        Cli cli = sweep(file("device: d.yaml"), dir.resolve("out"));

        assertThat(cli.err()).startsWith(device + ":3:1: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "metrics: nope ~ --metrics cyc ~ --metrics cyc: no such metric",
                "objectives: nope ~ --objective cycles:most,cacheBytes ~ --objective cycles:most: ':most' is neither :max nor :min",
                "objectives: nope ~ --objective cycles ~ --objective cycles: expected two metrics",
                "set: {stream.nme: 4} ~ --set stream.nme=5 ~ --set stream.nme=5: the stream has no key 'nme'",
                "set: {caches.l2.sise: 4} ~ --set caches.l2.sise=5 ~ --set caches.l2.sise=5: no key 'sise' in caches.l2",
                "vary: {seed: 2.5} ~ --vary seed=1.5 ~ --vary seed=1.5: expected a whole number",
                "outstanding: 3 ~ --outstanding 4 ~ --outstanding 4: 'outstanding' is for traces, and here are streams alone",
                "format: csv ~ --format lackey ~ --format lackey: 'format' is for traces, and here are streams alone",
                "device: nosuch ~ --device none ~ none: no such device",
                "profile: nosuch ~ --profile none ~ none: no such barrier profile",
                "where: caches.l2.latency > 100 ~ --where 1>2 ~ x: no combination fulfils the conditions",
            })
    void what_the_command_line_says_instead_is_told_as_its_option(String keys, String options, String message)
            throws IOException {
        Cli cli = sweep(file(keys), dir.resolve("out"), options.split(" ", -1));

        assertThat(cli.err()).startsWith(message);
        assertThat(cli.errorLines()).isEqualTo(1);
        assertThat(cli.code()).isEqualTo(2);
        assertThat(dir.resolve("out")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "--vary seed=1 --set stream.nme=4 ~ --set stream.nme=4: the stream has no key 'nme'; did you mean 'name'?",
                "--vary seed=1 --set caches.l2.sise=4 ~ --set caches.l2.sise=4: no key 'sise' in caches.l2; did you mean 'size'?",
                "--vary device=tiny-1,tiny-2 --set caches.l2.sise=4 ~ --set caches.l2.sise=4: no key 'sise' in caches.l2; did you mean 'size'?",
                "--vary device=tiny-1,tiny-2 --vary stream.device=tiny-1,tiny-2 ~ --vary stream.device: 'stream.device' changes nothing where 'device' is varied, which stands in its place: leave one out",
                "--vary stream.device=tiny-1,tiny-2 -d tiny-1 ~ --vary stream.device: 'stream.device' changes nothing where 'device' is given, which stands in its place: leave one out",
                "--vary device=tiny-1,tiny-2 --set stream.device=tiny-1 ~ --set stream.device=tiny-1: 'stream.device' changes nothing where 'device' is varied, which stands in its place: leave one out",
                "--vary caches.l2.size=8388608TiB..8388608TiB*2 ~ --vary caches.l2.size=8388608TiB..8388608TiB*2: column 16: this range has sizes of more than 9223372036854775807 bytes",
            })
    void faults_of_options_name_the_option_that_was_given(String options, String message) {
        refused(sweep(stream, dir.resolve("out"), options.split(" ", -1)), message);
    }

    @Test
    void a_stream_that_is_named_twice_is_refused() {
        String second = dir + "/../" + dir.getFileName() + "/s.yaml";

        refused(
                sweep(List.of(stream.toString(), second), dir.resolve("out"), List.of("--vary", "seed=1")),
                second + ": this stream is named twice, first as " + stream);
        refused(
                sweep(List.of("mix-l2", "mix-l2"), dir.resolve("out"), List.of("--vary", "seed=1")),
                "mix-l2: this stream is named twice");
    }

    @Test
    void a_key_that_only_some_of_the_devices_have_is_a_failed_point() throws IOException {
        Cli cli = sweep(
                stream,
                dir.resolve("out"),
                "--vary",
                "device=tiny-1,seed-discrete-l2",
                "--set",
                "caches.tex.latency=30");

        assertThat(cli.err()).isEmpty();
        assertThat(cli.code()).isEqualTo(1);
        assertThat(text(dir.resolve("out/results.csv")).lines().filter(row -> row.contains(",failed,")))
                .hasSize(1);
    }

    @Test
    void a_device_whose_name_has_a_comma_is_named_in_quotes() throws IOException {
        Files.copy(Path.of("../configs/devices/tiny-1.yaml"), dir.resolve("a,b.yaml"));

        Cli options = sweep(stream, dir.resolve("a"), "--vary", "device='" + dir + "/a,b.yaml','tiny-2'");
        Cli file = sweep(file("vary: {device: \"'a,b.yaml',tiny-2\"}"), dir.resolve("b"));

        assertThat(options.err() + file.err()).isEmpty();
        assertThat(text(dir.resolve("a/results.csv")).lines().toList().get(1)).startsWith("1,s.yaml,\"a,b.yaml\",ok,");
        assertThat(text(dir.resolve("b/results.csv"))).isEqualTo(text(dir.resolve("a/results.csv")));
    }
}
