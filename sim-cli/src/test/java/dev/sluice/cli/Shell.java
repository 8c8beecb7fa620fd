// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Other programs, run in a folder with an environment of their own. */
public final class Shell {
    private static final int MINUTES = 5;

    private final Path folder;
    private final Map<String, String> environment = new TreeMap<>();

    /** In a folder, with this process's {@code PATH}, on which its own {@code java} is the first, and nothing else of its environment. */
    public Shell(Path folder) {
        this.folder = folder;
        environment.put("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
        withFirstOnPath(Path.of(System.getProperty("java.home"), "bin"));
    }

    /** Whether there is such a program on the {@code PATH}. */
    public static boolean has(String program) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(path -> Files.isExecutable(Path.of(path, program)));
    }

    /** Sets a variable of the environment. */
    public Shell with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** Puts a folder in front of the {@code PATH}. */
    public Shell withFirstOnPath(Path programs) {
        return with("PATH", programs + File.pathSeparator + environment.get("PATH"));
    }

    /** Runs a program to its end. */
    public Result run(String... command) throws IOException {
        return start(command).end();
    }

    /** Starts a program. */
    public Started start(String... command) throws IOException {
        Path out = Files.createTempFile("shell", ".out");
        Path err = Files.createTempFile("shell", ".err");
        ProcessBuilder builder = new ProcessBuilder(List.of(command))
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        return new Started(process, out, err);
    }

    /** A program that goes on. */
    public record Started(Process process, Path out, Path err) {
        /** Waits for its end. */
        public Result end() throws IOException {
            try {
                if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                    process.destroyForcibly();
                    throw new IllegalStateException("still running after " + MINUTES + " minutes");
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
            Result result = new Result(process.exitValue(), text(out), text(err));
            Files.delete(out);
            Files.delete(err);
            return result;
        }

        private static String text(Path file) throws IOException {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        }
    }

    /** How a program ended, and what it said. */
    public record Result(int code, String out, String err) {}
}
