// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.faults;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A command that is run again and again in the same folder, each time with another fault, and judged. */
final class FaultyCommand {
    private static final String OLD = "what was there before\n";

    private final Path folder;
    private final Path faulty;
    private final String[] arguments;
    private Ended clean = new Ended(new Cli(0, "", ""), Map.of());

    /**
     * How an invocation ended.
     *
     * @param files the contents of all files in the folder
     */
    private record Ended(Cli cli, Map<String, String> files) {}

    /**
     * @param folder where all its outputs go
     * @param faulty where the files are that fail
     * @param arguments of the program
     */
    FaultyCommand(Path folder, Path faulty, String... arguments) {
        this.folder = folder;
        this.faulty = faulty;
        this.arguments = arguments;
    }

    /** The arguments, for a person. */
    String text() {
        return String.join(" ", arguments);
    }

    /** Runs it without a fault; the plan has counted its calls. */
    FaultPlan learn() throws IOException {
        // what happens once in a process only has happened after this
        run(FaultPlan.counting(), Map.of());
        FaultPlan plan = FaultPlan.counting();
        clean = run(plan, Map.of());
        if (clean.cli.code() > 1) {
            throw new IllegalStateException(text() + ": " + clean.cli.err());
        }
        return plan;
    }

    /** Runs it with a fault; what is wrong with how it ends, if anything is. */
    Optional<String> trial(FaultPlan plan, boolean outputsAreThere) throws IOException {
        Map<String, String> before = new TreeMap<>();
        if (outputsAreThere) {
            clean.files.keySet().forEach(name -> before.put(name, OLD));
        }
        Ended ended = run(plan, before);
        return wrong(ended, before)
                .map(problem -> text() + ": " + problem + "; failed: " + plan.failed() + "; exit " + ended.cli.code()
                        + ", said: " + ended.cli.err().strip());
    }

    private Optional<String> wrong(Ended ended, Map<String, String> before) {
        Cli cli = ended.cli;
        if (cli.code() == clean.cli.code()) {
            // what is not needed may fail; what is left out for a fault is told
            boolean told = (cli.out() + cli.err()).contains(FaultPlan.REASON);
            return told || ended.equals(clean) ? Optional.empty() : Optional.of("other results, and nothing is said");
        }
        if (cli.code() != 2) {
            return Optional.of("a wrong exit code");
        }
        if (cli.errorLines() != 1
                || cli.err().contains("Exception")
                || cli.err().contains("internal")) {
            return Optional.of("no clear line");
        }
        for (Map.Entry<String, String> file : ended.files.entrySet()) {
            String name = file.getKey();
            if (!clean.files.containsKey(name)) {
                return Optional.of(name + " is left");
            }
            boolean old = file.getValue().equals(before.get(name));
            if (!old && !file.getValue().equals(clean.files.get(name))) {
                return Optional.of(name + " is neither the old file nor the new one");
            }
        }
        for (String name : before.keySet()) {
            if (!ended.files.containsKey(name)) {
                return Optional.of(name + " is lost");
            }
        }
        return Optional.empty();
    }

    private Ended run(FaultPlan plan, Map<String, String> before) throws IOException {
        clear();
        for (Map.Entry<String, String> file : before.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        FaultPlan.arm(plan, faulty);
        Cli cli;
        try {
            cli = Cli.run(arguments);
        } finally {
            FaultPlan.disarm();
        }
        return new Ended(new Cli(cli.code(), timeless(cli.out()), timeless(cli.err())), files());
    }

    private void clear() throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            List<Path> all =
                    new ArrayList<>(paths.sorted(Comparator.reverseOrder()).toList());
            all.remove(folder);
            for (Path path : all) {
                Files.delete(path);
            }
        }
    }

    private Map<String, String> files() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                files.put(
                        folder.relativize(path).toString(),
                        timeless(new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1)));
            }
        }
        return files;
    }

    /** Without what a run cost the host. */
    private static String timeless(String text) {
        return text.replaceAll("\"(wall|setup|cpu)Seconds\" ?: ?[0-9.E-]+", "");
    }
}
