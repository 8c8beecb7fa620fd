// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.CaptureFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.kernel.KernelCompiler;
import dev.sluice.program.kernel.KernelSource;
import dev.sluice.program.kernel.LocalSize;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The project's own captures. */
final class FillcopyTest {
    @TempDir
    private Path folder;

    private ImportedCapture read(String name) {
        return CaptureImporter.read(CaptureFixture.shipped(name, folder), TARGET);
    }

    @Test
    void good_becomes_this_stream() throws IOException {
        try (InputStream in = FillcopyTest.class.getResourceAsStream("/golden/capture/fillcopy-good.yaml")) {
            assertThat(read("fillcopy-good").yaml())
                    .isEqualTo(new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fillcopy-good", "fillcopy-raw", "fillcopy-waw", "fillcopy-dispatch"})
    void everything_is_understood(String name) {
        ImportedCapture capture = read(name);
        assertThat(capture.name()).isEqualTo(name);
        assertThat(capture.notUnderstood()).isEmpty();
        assertThat(capture.notes()).anyMatch(note -> note.contains("the host may read it then"));
        assertThat(capture.yaml()).doesNotContain("hostRead:");
    }

    @Test
    void an_import_is_the_same_each_time() {
        assertThat(read("fillcopy-raw").bytes()).isEqualTo(read("fillcopy-raw").bytes());
    }

    @Test
    void waw_lacks_the_barrier_between_its_fills() {
        assertThat(read("fillcopy-waw").yaml())
                .containsPattern(
                        "data: 7}, source: index 35}\\n *- \\{fillBuffer: .*data: 8}, source: index 36}\\n *- pipelineBarrier:");
    }

    @Test
    void raw_lacks_the_barrier_between_fill_and_copy() {
        assertThat(read("fillcopy-raw").yaml())
                .containsPattern("fillBuffer: .*source: index 35}\\n *- \\{copyBuffer: .*source: index 36}\\n");
    }

    @Test
    void dispatch_lacks_the_barrier_between_dispatch_and_copy() {
        assertThat(read("fillcopy-dispatch").yaml())
                .containsPattern(
                        "dispatch: .*\\n *source: index 39\\n *approximate: true\\n *capture: .*\\n *- \\{copyBuffer: ");
    }

    @Test
    void what_the_host_read_back_is_not_taken_as_its_write() {
        String yaml = read("fillcopy-good").yaml();
        assertThat(yaml.split("hostWrite", -1)).hasSize(2);
        assertThat(read("fillcopy-good").notes())
                .anyMatch(
                        note -> note.startsWith(
                                "memory8: 4096 bytes that the device had written were sent again as the host sees them (first at index 48)"));
    }

    @Test
    void the_generated_kernel_compiles() {
        String yaml = read("fillcopy-good").yaml();
        int from = yaml.indexOf("code: |\n") + 8;
        String code = yaml.substring(from, yaml.indexOf("notes:")).stripIndent();
        KernelSource source = new KernelSource(
                "shader9",
                code,
                new LocalSize(64, 1, 1),
                Map.of("s0b0", BindingKind.STORAGE),
                Set.of("total", "s0b0_count"),
                0,
                0);
        assertThat(KernelCompiler.compile(source).bindings()).hasSize(1);
    }
}
