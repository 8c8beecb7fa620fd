// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.check;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Streams of a few commands without barriers, and checks of them through the command line. */
final class CheckFixture {
    private static final String HEAD = """
            sluice: 1
            name: test
            device: seed-discrete-l2
            memory:
              - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
            buffers:
              - {name: a, memory: local, size: 4KiB}
              - {name: b, memory: local, offset: 4KiB, size: 4KiB}
              - {name: out, memory: local, offset: 8KiB, size: 4KiB}
              - {name: ring0, memory: local, offset: 16KiB, size: 4KiB}
              - {name: ring1, memory: local, offset: 20KiB, size: 4KiB}
              - {name: ring2, memory: local, offset: 24KiB, size: 4KiB}
            images:
              - {name: screen, memory: local, offset: 64KiB, extent: [16, 16], format: R8G8B8A8_UNORM, initialLayout: PRESENT_SRC_KHR}
            kernels:
              gather:
                localSize: [64, 1, 1]
                bindings: {indices: storage, values: storage, sums: storage}
                code: |
                  i = load.u32 indices[gid]
                  v = load.u32 values[i & 63]
                  store.u32 sums[gid] = v
            program:
            """;

    private final Path folder;

    CheckFixture(Path folder) {
        this.folder = folder;
    }

    /** A submission of some commands, with what makes later ones wait for it. */
    static String submit(String... commands) {
        return "  - queueSubmit:\n      commands:\n        - " + String.join("\n        - ", commands) + "\n"
                + "  - deviceWaitIdle: {}\n";
    }

    /** A fill, and a copy of what it wrote that nothing orders behind it. */
    static String fillAndCopy(String buffer, String label) {
        return submit(fill(buffer, label), "{copyBuffer: {src: " + buffer + ", dst: out}, label: " + label + "}");
    }

    static String fill(String buffer, String label) {
        return "{fillBuffer: {dst: " + buffer + ", data: 1}, label: " + label + "}";
    }

    Path stream(String... program) {
        return write("stream.yaml", HEAD + String.join("", program));
    }

    Path write(String name, String text) {
        try {
            Path file = folder.resolve(name);
            Files.writeString(file, text);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Cli check(Path stream, String... options) {
        List<String> arguments = new ArrayList<>(List.of("check", stream.toString(), "--verdicts", "none"));
        arguments.addAll(List.of(options));
        return Cli.run(arguments.toArray(String[]::new));
    }

    static JsonNode json(Path stream, String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("--json");
        return parse(check(stream, all.toArray(String[]::new)).out());
    }

    static JsonNode parse(String text) {
        return JsonMapper.builder().build().readTree(text);
    }

    /** The values of a key of all items of a list. */
    static List<String> all(JsonNode list, String key) {
        List<String> values = new ArrayList<>();
        list.forEach(item -> values.add(item.get(key).asString()));
        return values;
    }

    /** A shipped capture. */
    static Path capture(String name) {
        return Path.of(System.getProperty("sluice.root", "."), "configs", "streams", "captures", name);
    }
}
