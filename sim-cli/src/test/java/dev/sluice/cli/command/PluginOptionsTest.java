// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where plug-ins come from. */
final class PluginOptionsTest {

    @TempDir
    private Path folder;

    private Path file(String name) throws IOException {
        Files.createDirectories(folder.resolve(name).getParent());
        return Files.writeString(folder.resolve(name), "");
    }

    @Test
    void from_the_programs_folder_the_environment_and_the_command_line_in_this_order() throws IOException {
        Path second = file("home/plugins/b.jar");
        Path first = file("home/plugins/a.jar");
        file("home/plugins/readme.txt");
        Path inFolder = file("mine/c.jar");
        Path named = folder.resolve("d.jar");
        Path option = folder.resolve("e.jar");

        String list = inFolder.getParent() + File.pathSeparator + " " + File.pathSeparator + named;
        assertThat(PluginOptions.paths(
                        List.of(option.toString()), Map.of(PluginOptions.VARIABLE, list), folder.resolve("home")))
                .containsExactly(first, second, inFolder, named, option);
    }

    @Test
    void from_nowhere_as_a_rule() {
        assertThat(PluginOptions.paths(List.of(), Map.of(), folder)).isEmpty();
        assertThat(PluginOptions.paths(List.of(), Map.of(), null)).isEmpty();
    }
}
