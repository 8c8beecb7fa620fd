// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Compiles sources and packs jars of plug-ins, as their authors would. */
final class PluginJars {

    static final String POLICY = "dev.sluice.machine.cache.policy.PolicyProvider";
    static final String SLICE_HASH = "dev.sluice.machine.cache.policy.SliceHashProvider";

    static final String PREFETCHER = "dev.sluice.machine.cache.prefetch.PrefetcherProvider";

    private final Path folder;

    PluginJars(Path folder) {
        this.folder = folder;
    }

    /** A jar of one class in the unnamed package, and a service file that names providers. */
    Path jar(String name, String className, String source, Map<String, String> services) throws IOException {
        Path sources = Files.createDirectories(folder.resolve(name + "-src"));
        Path file = Files.writeString(sources.resolve(className + ".java"), source);
        return pack(name, compile(name, List.of(file)), services);
    }

    /** A jar of a project laid out as Maven has it. */
    Path project(String name, Path project) throws IOException {
        List<Path> sources;
        try (Stream<Path> files = Files.walk(project.resolve("src/main/java"))) {
            sources = files.filter(file -> file.toString().endsWith(".java")).toList();
        }
        Path resources = project.resolve("src/main/resources/META-INF/services");
        Map<String, String> services = Map.of(POLICY, Files.readString(resources.resolve(POLICY)));
        return pack(name, compile(name, sources), services);
    }

    private Path compile(String name, List<Path> sources) throws IOException {
        Path classes = Files.createDirectories(folder.resolve(name + "-classes"));
        List<String> options = new ArrayList<>(List.of(
                "--release", "17", "-classpath", System.getProperty("java.class.path"), "-d", classes.toString()));
        sources.forEach(source -> options.add(source.toString()));
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler().run(null, null, errors, options.toArray(String[]::new));
        assertThat(code).as(errors.toString(StandardCharsets.UTF_8)).isZero();
        return classes;
    }

    private Path pack(String name, Path classes, Map<String, String> services) throws IOException {
        Path jar = folder.resolve(name + ".jar");
        List<Path> files;
        try (Stream<Path> all = Files.walk(classes)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            for (Path entry : files) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(entry).toString().replace('\\', '/')));
                Files.copy(entry, out);
            }
            for (Map.Entry<String, String> service : services.entrySet()) {
                out.putNextEntry(new JarEntry("META-INF/services/" + service.getKey()));
                out.write(service.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return jar;
    }
}
