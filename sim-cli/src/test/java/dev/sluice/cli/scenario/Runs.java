// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Runs shipped streams through the real command line and reads what came out. */
final class Runs {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Runs() {}

    /** The checkout's folder of shipped files. */
    static Path configs() {
        return Path.of(System.getProperty("sluice.root", "."), "configs");
    }

    /** The shipped streams of a folder, by name. */
    static List<String> streams(String folder) {
        return names(configs().resolve("streams").resolve(folder)).stream()
                .map(name -> folder + "/" + name)
                .toList();
    }

    /** The shipped devices, by name. */
    static List<String> devices() {
        return names(configs().resolve("devices")).stream()
                .map(name -> name.replace(".yaml", ""))
                .toList();
    }

    private static List<String> names(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".yaml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text of a shipped device. */
    static String device(String name) {
        try {
            return Files.readString(configs().resolve("devices").resolve(name + ".yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Cli run(String stream, String device, String... more) {
        List<String> arguments = new ArrayList<>();
        arguments.add("run");
        arguments.add(configs().resolve("streams").resolve(stream).toString());
        arguments.add("--device");
        arguments.add(device);
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    static JsonNode json(String stream, String device, String... more) {
        List<String> options = new ArrayList<>(List.of(more));
        options.add("--json");
        Cli cli = run(stream, device, options.toArray(String[]::new));
        if (cli.out().isEmpty()) {
            throw new AssertionError("no result: " + cli.err());
        }
        return JSON.readTree(cli.out());
    }

    /** A result without what may differ from run to run. */
    static String comparable(JsonNode result) {
        ObjectNode copy = (ObjectNode) result.deepCopy();
        copy.remove("wallSeconds");
        copy.remove("timing");
        return copy.toPrettyString();
    }
}
