// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.bind.Binder;
import dev.sluice.config.bind.BoundRecord;
import dev.sluice.config.source.SourceReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parts of files as data. */
final class FileDataTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.write(folder.resolve("d.bin"), new byte[] {0, 1, 2, 3, 4, 5, 6, 7});
    }

    private DataSource read(String text) {
        BoundRecord<DataFile> bound =
                Binder.bind(SourceReader.readMap("s.yaml", text.getBytes(StandardCharsets.UTF_8)), DataFile.class);
        return new DataReader(folder).read(bound.value(), bound.where());
    }

    @Test
    void a_part_of_a_file_is_read() {
        assertThat(read("{file: d.bin}").bytes()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(read("{file: d.bin, offset: 6}").bytes()).containsExactly(6, 7);
        assertThat(read("{file: d.bin, offset: 2, size: 3}").bytes()).containsExactly(2, 3, 4);
        assertThat(read("{file: d.bin, offset: 8}").size()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{file: d.bin, offset: 9}|it ends before byte 9",
                "{file: d.bin, offset: 2, size: 7}|has 8 bytes; it ends before byte 9",
                "{hex: '00', size: 1}|'size' does not go with 'hex'",
                "{file: e.bin}|no such file"
            })
    void what_is_not_there_is_refused(String text, String problem) {
        assertThatThrownBy(() -> read(text)).hasMessageContaining(problem).hasMessageContaining("s.yaml:1:");
    }

    @Test
    void a_file_that_became_shorter_is_said() throws IOException {
        DataSource data = read("{file: d.bin}");
        Files.write(folder.resolve("d.bin"), new byte[3]);

        assertThatThrownBy(data::bytes).hasMessageEndingWith("d.bin: became shorter while it was in use");
    }
}
