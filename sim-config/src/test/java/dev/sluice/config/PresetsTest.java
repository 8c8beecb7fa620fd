// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Presets in a directory and in a jar. */
final class PresetsTest {
    private static final List<String> FILES = List.of(
            "configs/streams/b.yaml",
            "configs/streams/a.cmds",
            "configs/streams/scenarios/c.yaml",
            "configs/streams/README.md",
            "configs/streams/data.bin",
            "configs/devices/d.yaml");

    @TempDir
    private Path folder;

    private URL classPath(String where) throws IOException {
        if (where.equals("directory")) {
            for (String file : FILES) {
                Path path = folder.resolve(file);
                Files.createDirectories(path.getParent());
                Files.writeString(path, file);
            }
            return folder.toUri().toURL();
        }
        Path jar = folder.resolve("presets with space.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String directory : List.of("configs/", "configs/streams/", "configs/devices/")) {
                zip.putNextEntry(new ZipEntry(directory));
            }
            for (String file : FILES) {
                zip.putNextEntry(new ZipEntry(file));
                zip.write(file.getBytes(UTF_8));
            }
        }
        return jar.toUri().toURL();
    }

    @ParameterizedTest
    @ValueSource(strings = {"directory", "jar"})
    void presets_are_listed_sorted_with_nested_folders(String where) throws IOException {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classPath(where)}, null)) {
            Presets presets = new Presets(loader);

            assertThat(presets.list(Presets.Kind.STREAMS)).containsExactly("a", "b", "scenarios/c");
            assertThat(presets.list(Presets.Kind.DEVICES)).containsExactly("d");
            assertThat(presets.list(Presets.Kind.LITMUS)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"directory", "jar"})
    void a_preset_is_found_by_name_by_last_part_and_with_its_extension(String where) throws IOException {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classPath(where)}, null)) {
            Presets presets = new Presets(loader);

            for (String name : List.of("scenarios/c", "c", "scenarios/c.yaml")) {
                assertThat(presets.read(Presets.Kind.STREAMS, name))
                        .asString(UTF_8)
                        .isEqualTo("configs/streams/scenarios/c.yaml");
            }
            assertThat(presets.find(Presets.Kind.STREAMS, "README")).isEmpty();
            assertThat(presets.find(Presets.Kind.STREAMS, "b"))
                    .hasValueSatisfying(preset -> assertThat(preset.path()).isEqualTo("configs/streams/b.yaml"));
        }
    }

    @Test
    void any_file_under_configs_can_be_read_and_no_other() throws IOException {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classPath("jar")}, null)) {
            Presets presets = new Presets(loader);

            assertThat(presets.resource("configs/streams/data.bin")).isPresent();
            assertThat(presets.resource("configs/streams/none.bin")).isEmpty();
            assertThat(presets.resource("META-INF/MANIFEST.MF")).isEmpty();
        }
    }

    @Test
    void an_unknown_preset_is_an_error() {
        assertThatThrownBy(() -> Presets.onClasspath().read(Presets.Kind.PROFILES, "none"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("no preset of this name");
    }

    @Test
    void the_shipped_profiles_are_on_the_class_path() {
        assertThat(Presets.onClasspath().list(Presets.Kind.PROFILES)).contains("l2", "vram");
    }
}
