// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.launcher;

import dev.sluice.cli.Shell;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.ToolProvider;

/**
 * A folder with the launcher, and a program in place of Sluice that prints its arguments between brackets and ends with the
 * code that follows {@code exit}; Maven is a script that copies the program's jar and notes that it did.
 */
final class Checkout {
    private static final Path LAUNCHER =
            Path.of(Objects.requireNonNull(System.getProperty("sluice.root"))).resolve("sluice");

    private static final String PROGRAM = """
            public final class Program {
                public static void main(String[] arguments) throws java.io.IOException {
                    for (String argument : arguments) {
                        System.out.println("[" + argument + "]");
                    }
                    System.out.println(Runtime.version().feature() + " " + System.getProperty("sun.jnu.encoding")
                            + " " + System.getProperty("set.by.options"));
                    if (arguments.length > 0 && arguments[0].equals("home")) {
                        System.out.println("home " + System.getProperty("sluice.home"));
                    }
                    if (arguments.length > 0 && arguments[0].equals("input")) {
                        System.out.println("input " + System.in.readAllBytes().length);
                    }
                    System.exit(arguments.length > 1 && arguments[0].equals("exit") ? Integer.parseInt(arguments[1]) : 0);
                }
            }
            """;

    private static final String MAVEN = """
            #!/bin/sh
            echo built >>"%s"
            sleep %d
            mkdir -p sim-cli/target
            cp "%s" sim-cli/target/sluice.jar
            """;

    /** The program's class; compiled once. */
    private static byte[] compiled = {};

    private final Path folder;
    private final Path tools;
    private final Path jar;

    /** A checkout that was never built, in a folder; a second folder holds what the launcher uses. */
    Checkout(Path folder, Path tools) throws IOException {
        this.folder = folder;
        this.tools = Files.createDirectories(tools);
        jar = program(tools);
        for (String module : List.of("sim-core", "sim-config", "sim-cli")) {
            Files.createDirectories(folder.resolve(module).resolve("src/main"));
            Files.writeString(folder.resolve(module).resolve("pom.xml"), "");
        }
        Files.createDirectories(folder.resolve("configs"));
        Files.writeString(folder.resolve("pom.xml"), "");
        Files.copy(LAUNCHER, launcher());
        buildsTake(0);
    }

    /** The launcher with the program's jar beside it, as an unpacked release has them. */
    static Path release(Path folder, Path tools) throws IOException {
        Files.createDirectories(folder);
        Files.copy(program(Files.createDirectories(tools)), folder.resolve("sluice.jar"));
        return Files.copy(LAUNCHER, folder.resolve("sluice"));
    }

    Path launcher() {
        return folder.resolve("sluice");
    }

    /** Where the private copy of the jar and the archives lie. */
    Path launch() {
        return folder.resolve("sim-cli/target/launch");
    }

    /** An environment without a home, with the script as Maven. */
    Shell shell() {
        return new Shell(folder).withFirstOnPath(tools);
    }

    /** Lets builds take some seconds. */
    void buildsTake(int seconds) throws IOException {
        maven(MAVEN.formatted(tools.resolve("log"), seconds, jar));
    }

    /** Replaces Maven. */
    void maven(String script) throws IOException {
        Path maven = Files.writeString(tools.resolve("mvn"), script);
        if (!maven.toFile().setExecutable(true)) {
            throw new IOException("cannot make executable: " + maven);
        }
    }

    /** How often Maven ran. */
    long builds() throws IOException {
        Path log = tools.resolve("log");
        return Files.exists(log) ? Files.readAllLines(log).size() : 0;
    }

    /** Changes a source file, after the build. */
    void edit() throws IOException {
        Path source = Files.writeString(folder.resolve("sim-cli/src/main/Edited.java"), "edited");
        Files.setLastModifiedTime(folder.resolve("sim-cli/target/sluice.jar"), FileTime.from(Instant.EPOCH));
        Files.setLastModifiedTime(source, FileTime.from(Instant.EPOCH.plusSeconds(100)));
    }

    /** The jar of the program that stands for Sluice. */
    private static Path program(Path tools) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "Program");
        Path jar = tools.resolve("program.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest)) {
            entries.putNextEntry(new JarEntry("Program.class"));
            entries.write(compiled());
            entries.closeEntry();
        }
        return jar;
    }

    private static synchronized byte[] compiled() throws IOException {
        if (compiled.length == 0) {
            Path folder = Files.createTempDirectory("program");
            Path source = Files.writeString(folder.resolve("Program.java"), PROGRAM);
            Path made = folder.resolve("Program.class");
            int result = ToolProvider.getSystemJavaCompiler()
                    .run(null, null, null, "--release", "17", "-proc:none", "-d", folder.toString(), source.toString());
            if (result != 0) {
                throw new IllegalStateException("the program does not compile");
            }
            compiled = Files.readAllBytes(made);
            Files.delete(source);
            Files.delete(made);
            Files.delete(folder);
        }
        return compiled;
    }
}
