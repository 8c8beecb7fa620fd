// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds docs/embedding.md to what it says: its program compiles, runs and prints what stands below it. */
final class EmbeddingTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "embedding.md");

    @TempDir
    private Path folder;

    @Test
    void the_program_of_the_document_prints_what_the_document_shows() throws Exception {
        String document = Files.readString(DOCUMENT);
        assertThat(run(block(document, "java"))).isEqualTo(block(document, "text"));
    }

    @Test
    void the_program_is_short() throws IOException {
        List<String> lines = block(Files.readString(DOCUMENT), "java")
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("import "))
                .toList();
        assertThat(lines.size()).isLessThanOrEqualTo(30);
    }

    private String run(String program) throws Exception {
        Path source = Files.writeString(folder.resolve("Embedding.java"), program);
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        errors,
                        "-classpath",
                        System.getProperty("java.class.path"),
                        "-d",
                        folder.toString(),
                        source.toString());
        assertThat(code).as(errors.toString(StandardCharsets.UTF_8)).isZero();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream standard = System.out;
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            loader.loadClass("Embedding").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(standard);
        }
        return printed.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
    }

    private static String block(String document, String language) {
        Matcher block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(document);
        assertThat(block.find()).isTrue();
        return block.group(1);
    }
}
