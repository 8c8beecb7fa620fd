// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.capture.CaptureImporter;
import dev.sluice.config.capture.CaptureTarget;
import dev.sluice.config.device.Devices;
import dev.sluice.config.profile.Profiles;
import dev.sluice.config.source.SourceReader;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.device.GpuSpec;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user sees of a bad file: one line with the place, what is wrong and what would be right. */
final class BadInputTest {
    private static final GpuSpec DEVICE = Devices.load("seed-discrete-l2");

    private static final String STREAM = """
            sluice: 1
            name: bad
            memory:
              - {name: up, size: 1MiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
              - {name: local, size: 16MiB, properties: [DEVICE_LOCAL]}
            buffers:
              - {name: src, memory: up, size: 4096}
              - {name: x, memory: local, size: 4096}
            kernels:
              scale:
                localSize: [64, 1, 1]
                bindings: {a: storage, b: storage}
                code: |
                  v = load.u32 a[gid]
                  store.u32 b[gid] = v * 2
            program:
              - hostWrite: {buffer: src, data: {type: u32, pattern: iota, count: 16}}
              - queueSubmit:
                  queue: universal.0
                  commands:
                    - copyBuffer: {src: src, dst: x, regions: [{size: 4096}]}
                    - pipelineBarrier:
                        memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [COMPUTE_SHADER], dstAccess: [SHADER_READ]}]
                    - dispatch: {kernel: scale, groups: [16, 1, 1], bind: {a: x, b: x}}
                  fence: f
              - waitForFences: [f]
              - hostRead: {buffer: src, size: 16}
            """;

    @TempDir
    private Path folder;

    private Path file(String name, String text) {
        Path path = folder.resolve(name);
        try {
            Files.writeString(path, text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return path;
    }

    /** Loads the stream with one text replaced; the fault must be one line and stand where the text was. */
    private static String streamFault(String old, String replacement) {
        assertThat(STREAM).contains(old);
        String text = STREAM.replace(old, replacement);
        try {
            StreamReader.read("bad.yaml", text.getBytes(StandardCharsets.UTF_8), null)
                    .resolve(DEVICE);
        } catch (ConfigException e) {
            return fault(e, "bad.yaml");
        }
        throw new AssertionError("was accepted: " + replacement);
    }

    private static String deviceFault(String old, String replacement) {
        String whole = new String(
                Presets.onClasspath().read(Presets.Kind.DEVICES, "seed-discrete-l2"), StandardCharsets.UTF_8);
        assertThat(whole).contains(old);
        try {
            Devices.reader().read("bad.yaml", whole.replace(old, replacement).getBytes(StandardCharsets.UTF_8));
        } catch (ConfigException e) {
            return fault(e, "bad.yaml");
        }
        throw new AssertionError("was accepted: " + replacement);
    }

    private static String fault(ConfigException e, String file) {
        assertThat(e.getMessage()).matches(file + ":[1-9][0-9]*:[1-9][0-9]*: [^\r\n]{10,600}");
        return e.line() + ":" + e.problem();
    }

    @Test
    void a_fault_in_a_repeated_step_is_told_once() throws IOException {
        String repeated = """
                sluice: 1
                name: bad
                program:
                  - repeat:
                      times: 4000
                      steps:
                        - {buzy: "${i}"}
                        - queueSubmit: {commands: [{repeat: {times: 3, steps: [{dispatsh: {kernel: scale}}, {draw: 7}]}}]}
                """;

        assertThatThrownBy(() -> StreamReader.read(file("repeated.yaml", repeated)))
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        fault -> assertThat(fault.others())
                                .extracting(ConfigException::line)
                                .containsExactly(8, 8))
                .hasMessageContaining(":7:")
                .hasMessageContaining("buzy");
    }

    @Test
    void the_stream_itself_is_good() {
        assertThat(StreamReader.read("good.yaml", STREAM.getBytes(StandardCharsets.UTF_8), null)
                        .resolve(DEVICE)
                        .notes())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // keys, units, numbers
                "buffers: | bufers: | 6:unknown key 'bufers'; did you mean 'buffers'?",
                "name: bad | nmae: bad | 2:unknown key 'nmae'; did you mean 'name'?",
                "sluice: 1 | sluice: 2 | 1:this file says sluice: 2; this build reads version 1",
                "size: 1MiB | size: 1MB2 | 4:memory[0].size: '1MB2' is not a size",
                "size: 1MiB | size: -1 | 4:memory[0].size: ",
                "size: 1MiB | size: 99999999999999999999 | 4:memory[0].size: ",
                "size: 1MiB | size: 1EiB | 4:",
                "size: 1MiB | size: [1] | 4:memory[0].size: expected a number with a unit, got a list",
                // unknown names
                "[HOST_VISIBLE, HOST_COHERENT] | [HOST_VISIBEL] | 4:memory[0].properties[0]: unknown value 'HOST_VISIBEL'; did you mean",
                "name: src, memory: up | name: src, memory: pu | 7:unknown memory 'pu'; did you mean 'up'?",
                "{src: src, dst | {src: scr, dst | 21:unknown buffer 'scr'; did you mean 'src'?",
                "srcStage: [COPY] | srcStage: [COPIES] | 23:srcStage: unknown pipeline stage COPIES",
                "[TRANSFER_WRITE] | [TRANSFER_WRIET] | 23:srcAccess: unknown access flag TRANSFER_WRIET; did you mean TRANSFER_WRITE?",
                "kernel: scale | kernel: scael | 24:unknown kernel 'scael'; did you mean 'scale'?",
                "queue: universal.0 | queue: universl.0 | 19:queue: device 'seed-discrete-l2' has no queue 'universl.0'; did you mean 'universal.0'?",
                "waitForFences: [f] | waitForFences: [g] | 26:no submission signals the fence 'g'",
                "queue: universal.0 | wait: [{semaphore: s}] | 19:nothing signals the semaphore 's'; there are none",
                "waitForFences: [f] | waitForFence: [f] | 26:program[2]: unknown host operation 'waitForFence'; did you mean 'waitForFences'?",
                "copyBuffer: | copyBuffers: | 21:program[1].queueSubmit.commands[0]: unknown command 'copyBuffers'; did you mean 'copyBuffer'?",
                // ranges
                "count: 16 | count: 1025 | 17:data: 4100 bytes from offset 0 reach past the end of buffer 'src', which has 4096 bytes",
                "[{size: 4096}] | [{size: 4097}] | 21:size: 4097 bytes from offset 0 reach past the end of buffer 'src'",
                "[{size: 4096}] | [{size: 16, dstOffset: 4096}] | 21:dstOffset: 4096 lies outside buffer 'x' of 4096 bytes",
                "hostRead: {buffer: src, size: 16 | hostRead: {buffer: src, size: 16, offset: 4090 | 27:size: 16 bytes from offset 4090 reach past the end",
                "{name: x, memory: local, size: 4096} | {name: x, memory: local, offset: 16MiB, size: 4096} | 8:offset: 16777216 lies outside memory 'local'",
                "hostWrite: {buffer: src | hostWrite: {buffer: x | 17:the host cannot reach memory 'local': its memory type is not HOST_VISIBLE",
                // dispatches and kernels
                "bind: {a: x, b: x} | bind: {a: x} | 24:bind: kernel 'scale' also needs 'b'",
                "bind: {a: x, b: x} | bind: {a: x, bb: x} | 24:bind: kernel 'scale' has no binding 'bb'; did you mean 'b'?",
                "groups: [16, 1, 1] | groups: [-16, 1, 1] | 24:groups: -16 is not from 0 to 4294967295",
                "groups: [16, 1, 1] | groups: [1, 1, 1, 1] | 24:groups: expected the workgroups as 1 to 3 numbers",
                "a[gid] | a[gid | 14:kernel 'scale': ",
                "v * 2 | v * | 15:kernel 'scale': ",
                "v * 2 | w * 2 | 15:kernel 'scale': ",
                "b: storage} | b: storge} | 12:kernels.scale.bindings.b: unknown value 'storge'; did you mean 'storage'?",
                // syntax
                "name: bad | name: bad\\n<<: {notes: []} | 3:'<<' merges nothing here; write the keys out",
                "size: 4096} | size: 4096 | 8:YAML: ",
                "name: bad | name: bad\\nname: worse | 3:duplicate key 'name', first given on line 2",
            })
    void a_stream_names_the_fault(String old, String replacement, String message) {
        assertThat(streamFault(old, replacement.replace("\\n", "\n"))).startsWith(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "scope: computeUnit, parent: l2, size: 16KiB | scope: computeUnit, parent: l1, size: 16KiB | caches.l1.parent: a cache cannot be its own parent",
                "slices: 16, parent: vram | slices: 16, parent: l1 | caches: the parents form a circle: l1 -> l2 -> l1",
                "slices: 16, parent: vram | slices: 16, parent: l4 | caches.l2.parent: unknown cache 'l4'; did you mean 'l1'?",
                "allocate: fetchOnWrite, dirty: line, atomics | allocate: fetchOnWrite, dirty: none, atomics | caches.l2: ",
                "allocate: fetchOnWrite, dirty: line, atomics | allocate: validateOnWrite, dirty: line, atomics | caches.l2: ",
                "allocate: fetchOnWrite, dirty: line, atomics | allocate: noWrite, dirty: line, atomics | caches.l2: ",
                "write: through, allocate: noWrite, dirty: none | write: through, allocate: noWrite, dirty: line | caches.l1: ",
                "clock: 1.5GHz | clock: 1.5GHZ | clock: ",
                "clock: 1.5GHz | clock: 0 | clock: ",
                "waveSize: 32 | waveSize: 33000 | computeUnits.waveSize: 33000 is too large; at most 64 is possible",
                "replacement: plru | replacement: lruu | caches.l2.replacement: unknown policy 'lruu'; did you mean 'lru'?",
                "barriers: l2 | barriers: l3 | barriers: unknown profile 'l3'; did you mean 'l2'?",
                "size: 4MiB, line: 128 | size: 4MiB, line: 96 | caches.l2.line: 96 is not a power of two",
                "size: 4MiB, line: 128 | size: 4MiB + 1, line: 128 | caches.l2.size: '4MiB + 1' is not a size",
                "mapping: RoBaRaCoCh | mapping: RoBaRaCo | vram: ",
                "mapping: RoBaRaCoCh | mapping: RoBaRaCoCx | vram: ",
                "sources: | quellen: | unknown key 'quellen'",
            })
    void a_device_names_the_fault(String old, String replacement, String message) {
        assertThat(deviceFault(old, replacement)).matches("[0-9]+:.*").contains(message);
    }

    @Test
    void names_of_shipped_things_come_with_the_nearest() {
        assertThatThrownBy(() -> Devices.load("seed-discrete-l3"))
                .hasMessage("seed-discrete-l3: no such device; did you mean 'seed-discrete-l2'?");
        assertThatThrownBy(() -> Profiles.load("radv-gfx19"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("'radv-gfx10'");
    }

    @Test
    void files_without_content_say_so() {
        assertThatThrownBy(() -> StreamReader.read(file("empty.yaml", "")))
                .hasMessageEndingWith("empty.yaml: the file is empty");
        assertThatThrownBy(() -> StreamReader.read(file("c.yaml", "# nothing\n# more\n")))
                .hasMessageEndingWith("c.yaml: the file holds only comments");
        assertThatThrownBy(() -> Devices.load(file("empty.json", " \n").toString()))
                .hasMessageEndingWith("the file is empty");
    }

    @Test
    void a_binary_file_is_no_text() throws IOException {
        Path path = folder.resolve("b.yaml");
        Files.write(path, new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, (byte) 0xf0, (byte) 0x9f, 0, 0});

        assertThatThrownBy(() -> StreamReader.read(path))
                .isInstanceOf(ConfigException.class)
                .hasMessageEndingWith("b.yaml:1:9: not UTF-8: byte 0xf0 at offset 8; save the file as UTF-8");
    }

    @Test
    void a_line_of_100_megabytes_is_refused_without_reading_it() throws IOException {
        for (String name : new String[] {"long.yaml", "long.json", "long.jsonl"}) {
            Path path = folder.resolve(name);
            try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
                file.setLength(100_000_000);
            }
            long before = System.nanoTime();
            assertThatThrownBy(() -> {
                        if (name.endsWith(".jsonl")) {
                            CaptureImporter.read(path, CaptureTarget.of(DEVICE));
                        }
                        StreamReader.read(path);
                    })
                    .isInstanceOf(ConfigException.class)
                    .hasMessageMatching(
                            ".*long\\.(yaml|json|jsonl)(:1:1)?: .*(larger than the 64|longer than 16) MiB.*");
            assertThat(System.nanoTime() - before).isLessThan(10_000_000_000L);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{a: ", "- ", "? "})
    void deep_nesting_is_refused(String level) {
        assertThatThrownBy(() -> SourceReader.read(file("deep.yaml", "a:\n  " + level.repeat(100_000))))
                .isInstanceOf(ConfigException.class)
                .hasMessageMatching(".*deep\\.yaml:\\d+:\\d+: (nested deeper than 64 levels|YAML: [^\\n]*)");
    }

    @Test
    void deep_json_is_refused() {
        assertThatThrownBy(() -> SourceReader.read(file("deep.json", "{\"a\":".repeat(100_000))))
                .hasMessageMatching(".*deep\\.json:1:\\d+: nested deeper than 64 levels");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 20, 60, 150, 400})
    void truncated_json_is_refused_where_it_ends(int length) {
        String json =
                "{\"sluice\": 1, \"name\": \"t\", \"memory\": [{\"name\": \"m\", \"size\": 64, \"properties\": []}],"
                        + " \"program\": [" + "{\"busy\": 7}, ".repeat(40);
        assertThatThrownBy(() -> StreamReader.read(file("t.json", json.substring(0, length))))
                .isInstanceOf(ConfigException.class)
                .hasMessageMatching(".*t\\.json:1:\\d+: JSON: [^\\n]*")
                .message()
                .doesNotContain("Source", "StreamReadFeature");
    }

    @Test
    void paths_that_are_no_files_say_so() {
        assertThatThrownBy(() -> StreamReader.read(folder)).hasMessage(folder + ": is a directory, not a file");
        assertThatThrownBy(() -> StreamReader.read(folder.resolve("no.yaml")))
                .hasMessage(folder.resolve("no.yaml") + ": no such file");
        assertThatThrownBy(() -> CaptureImporter.read(folder.resolve("no.jsonl"), CaptureTarget.of(DEVICE)))
                .hasMessage(folder.resolve("no.jsonl") + ": no such file");
        assertThatThrownBy(() -> Devices.load(folder + "/no.yaml")).hasMessage(folder + "/no.yaml: no such file");
    }

    @Test
    void a_file_that_may_not_be_read_says_so() {
        // root may read everything, so that no file here would do
        assertThat(SourceReader.unreadable("x.yaml", new AccessDeniedException("x.yaml")))
                .hasMessage("x.yaml: cannot be read: permission denied");
    }

    @Test
    void a_compact_stream_is_refused_where_a_tree_is_needed() {
        Path path = file("s.CMDS", "fill B 0 16\n");

        assertThatThrownBy(() -> SourceReader.read(path))
                .hasMessage(path + ": is a compact stream; a YAML or JSON file is needed here");
    }
}
