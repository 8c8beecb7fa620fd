// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.CaptureFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JSON of gfxreconstruct 1.0, beside that of 0.9.18 for the same capture. */
final class NewerVersionsTest {
    private static final String CAPTURE = "fillcopy-dispatch";
    private static final String LINES = CAPTURE + ".jsonl";
    private static final List<String> FILES =
            List.of("1_fill_memory.bin", "2_shader_module_0x0000000000000009.bin", "3_fill_memory.bin");

    @TempDir
    private Path folder;

    private Path copy(String resource, String name) throws IOException {
        Path to = folder.resolve(name);
        Path parent = to.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        try (InputStream in = NewerVersionsTest.class.getResourceAsStream("/captures/" + resource)) {
            Files.write(to, Objects.requireNonNull(in, resource).readAllBytes());
        }
        return to;
    }

    private String older() throws IOException {
        Path own = Files.createDirectory(folder.resolve("older"));
        return CaptureImporter.read(CaptureFixture.shipped(CAPTURE, own), TARGET)
                .yaml();
    }

    @ParameterizedTest
    @ValueSource(strings = {"converted-by-1.0.jsonl", "with-flags.jsonl"})
    void becomes_the_same_stream(String lines) throws IOException {
        CaptureFixture.shipped(CAPTURE, folder);
        ImportedCapture newer = CaptureImporter.read(copy(lines, LINES), TARGET);

        assertThat(newer.yaml()).isEqualTo(older());
        assertThat(newer.leftOut().missing()).isEmpty();
    }

    @Test
    void may_have_a_structure_in_place_of_a_list_of_one() {
        ImportedCapture capture = new CaptureFixture()
                .calls(CaptureFixture.SETUP)
                .call("vkCmdFillBuffer|'commandBuffer':16,'dstBuffer':5,'dstOffset':0,'size':4,'data':1")
                .call(CaptureFixture.SUBMIT.replace("[{", "{").replace("}]", "}"))
                .read(folder);

        assertThat(capture.yaml()).contains("fillBuffer");
    }

    @Test
    void needs_no_binary_file_where_it_names_files_with_all_bytes() throws IOException {
        for (String file : FILES) {
            copy("with-files/" + file, "with-files/" + file);
        }
        ImportedCapture newer = CaptureImporter.read(copy("with-files.jsonl", LINES), TARGET);

        assertThat(newer.yaml()).isEqualTo(older());
        assertThat(newer.leftOut().missing()).isEmpty();
    }

    @Test
    void lacks_something_where_a_file_that_it_names_is_missing() throws IOException {
        ImportedCapture newer = CaptureImporter.read(copy("with-files.jsonl", LINES), TARGET);

        assertThat(newer.leftOut().missing()).singleElement().asString().contains("there is no fillcopy-dispatch.gfxr");
    }
}
