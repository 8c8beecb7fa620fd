// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.bind.Binder;
import dev.sluice.config.bind.BoundRecord;
import dev.sluice.config.source.SourceReader;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataReaderTest {
    @TempDir
    private Path directory;

    private DataSource read(String text) {
        BoundRecord<DataFile> bound =
                Binder.bind(SourceReader.read("s.yaml", text.getBytes(StandardCharsets.UTF_8)), DataFile.class);
        return new DataReader(directory).read(bound.value(), bound.where());
    }

    private String hex(String text) {
        DataSource data = read(text);
        byte[] bytes = data.bytes();
        assertThat(data.size()).isEqualTo(bytes.length);
        return HexFormat.of().formatHex(bytes);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{type: u8, values: [0, 255]} | 00ff",
                "{type: u16, values: [1, 0xabcd]} | 0100cdab",
                "{type: u32, values: [0, 1, 4294967295]} | 0000000001000000ffffffff",
                "{type: u64, values: [18446744073709551615]} | ffffffffffffffff",
                "{type: i32, values: [-1, 2147483647]} | ffffffffffffff7f",
                "{type: f32, values: [1, 0.1, -2.5, .nan, inf]} | 0000803fcdcccc3d000020c00000c07f0000807f",
                "{type: f32, values: [1e-400, 3.4028235e38, -.inf, 1., .5]} | 00000000ffff7f7f000080ff0000803f0000003f",
                "{type: u32, pattern: iota, count: 3} | 000000000100000002000000",
                "{type: u16, pattern: iota, start: 10, step: 5, count: 3} | 0a000f001400",
                "{type: u8, pattern: iota, start: 254, count: 4} | feff0001",
                "{type: u8, pattern: iota, start: 1, step: -1, count: 3} | 0100ff",
                "{type: f32, pattern: iota, start: 0.5, step: 0.25, count: 2} | 0000003f0000403f",
                "{type: u32, pattern: constant, value: 0xdeadbeef, count: 2} | efbeaddeefbeadde",
                "{type: u8, values: []} | ''",
                "{hex: 00 ff_10} | 00ff10",
                "{hex: 0xABcd} | abcd",
                "{hex: 0012} | 0012",
            })
    void bytes_are_little_endian(String text, String hex) {
        assertThat(hex(text)).isEqualTo(hex);
    }

    @Test
    void random_is_splitmix64() {
        // the first outputs for seed 1234567 of the reference implementation (prng.di.unimi.it/splitmix64.c)
        ByteBuffer expected = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
        expected.putLong(6457827717110365317L)
                .putLong(3203168211198807973L)
                .putLong(Long.parseUnsignedLong("9817491932198370423"));

        assertThat(read("{type: u64, pattern: random, seed: 1234567, count: 3}").bytes())
                .isEqualTo(expected.array());
    }

    @Test
    void random_of_a_narrow_type_takes_the_low_bits() {
        byte[] wide = read("{type: u64, pattern: random, seed: 5, count: 2}").bytes();
        byte[] narrow = read("{type: u16, pattern: random, seed: 5, count: 2}").bytes();

        assertThat(narrow).containsExactly(wide[0], wide[1], wide[8], wide[9]);
    }

    @Test
    void random_floats_lie_from_0_up_to_1() {
        ByteBuffer floats = ByteBuffer.wrap(
                        read("{type: f32, pattern: random, count: 1000}").bytes())
                .order(ByteOrder.LITTLE_ENDIAN);
        double sum = 0;
        for (int i = 0; i < 1000; i++) {
            float value = floats.getFloat();
            assertThat(value).isBetween(0f, 0.99999994f);
            sum += value;
        }
        assertThat(sum).isBetween(450.0, 550.0);
    }

    @Test
    void files_are_found_beside_the_stream() throws IOException {
        Files.write(directory.resolve("d.bin"), new byte[] {1, 2, 3});

        assertThat(hex("{file: d.bin}")).isEqualTo("010203");
    }

    @Test
    void pictures_become_rgba_from_the_top_left() throws IOException {
        BufferedImage picture = new BufferedImage(2, 1, BufferedImage.TYPE_INT_ARGB);
        picture.setRGB(0, 0, 0x80ff2010);
        picture.setRGB(1, 0, 0xff000102);
        ImageIO.write(picture, "png", directory.resolve("p.png").toFile());

        assertThat(hex("{image: p.png}")).isEqualTo("ff201080000102ff");
    }

    @Test
    void a_missing_or_broken_picture_is_a_clear_fault() throws IOException {
        Files.writeString(directory.resolve("text.png"), "no picture");

        assertThatThrownBy(() -> read("{image: none.png}"))
                .hasMessageMatching("s.yaml:1:9: image: .*none.png: no such file");
        assertThatThrownBy(() -> read("{image: text.png}")).hasMessageContaining("is no picture that Java can read");
    }

    @Test
    void a_picture_that_would_not_fit_is_refused_by_its_header() throws IOException {
        byte[] gif = HexFormat.of()
                .parseHex("47494638396105000300f00000000000ff8040" + "2c000000004749463839610500" + "0300f00000050000");
        Files.write(directory.resolve("bomb.gif"), gif);

        assertThatThrownBy(() -> read("{image: bomb.gif}"))
                .hasMessageMatching("s.yaml:1:9: image: .*bomb.gif has 18759 x 14406 pixels; a picture may have .*");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{type: u8, values: [256]} | s.yaml:1:21: values[0]: 256 does not fit u8, which holds 0 to 255",
                "{type: u32, values: [1, -1]} | s.yaml:1:25: values[1]: -1 does not fit u32, which holds 0 to 4294967295",
                "{type: u32, values: [1.5]} | s.yaml:1:22: values[0]: expected a whole number for u32, got '1.5'",
                "{type: f32, values: [x]} | s.yaml:1:22: values[0]: expected a number for f32, got the text 'x'",
                "{type: f32, values: [1e400]} | s.yaml:1:22: values[0]: 1e400 does not fit f32, which holds up to 3.4028235E38, and .inf",
                "{type: f32, values: [-4e38]} | s.yaml:1:22: values[0]: -4e38 does not fit f32, which holds up to 3.4028235E38, and .inf",
                "{type: f32, values: [1.5f]} | s.yaml:1:22: values[0]: expected a number for f32, got the text '1.5f'",
                "{type: f32, values: [Infinity]} | s.yaml:1:22: values[0]: expected a number for f32, got the text 'Infinity'",
                "{type: u32, values: [007]} | s.yaml:1:22: values[0]: expected a whole number for u32, got the text '007'",
                "{values: [1]} | s.yaml:1:1: data: missing key 'type', one of u8, u16, u32, u64, i32, f32",
                "{type: u32} | s.yaml:1:1: data: expected one of values, pattern, hex, file, image",
                "{type: u32, values: [1], hex: ff} | s.yaml:1:1: data: 'values' and 'hex' exclude each other",
                "{type: u32, pattern: iota} | s.yaml:1:22: data: a pattern needs 'count', its number of elements",
                "{type: u32, pattern: constant, count: 1} | s.yaml:1:22: data: a constant needs 'value'",
                "{type: u32, pattern: iota, seed: 1, count: 1} | s.yaml:1:34: data: 'seed' does not go with 'pattern: iota'",
                "{type: u32, pattern: iota, count: -1} | s.yaml:1:35: count: expected a whole number of elements, got '-1'",
                "{type: u32, pattern: iota, count: 300000000} | s.yaml:1:35: data: 1200000000 bytes are more than the 1 GiB that one item may have",
                "{hex: abc} | s.yaml:1:7: hex: 3 digits; two make a byte",
                "{hex: '12:34'} | s.yaml:1:7: hex: only the digits 0-9, a-f, spaces and _ are allowed, not ':'",
                "{hex: a} | s.yaml:1:7: hex: 1 digit; two make a byte",
                "{hex: zz} | s.yaml:1:7: hex: only the digits 0-9, a-f, spaces and _ are allowed, not 'z'",
                "{type: u33, values: [1]} | s.yaml:1:8: type: unknown value 'u33'; did you mean 'u32'?",
                "{type: u32, patern: iota} | s.yaml:1:13: unknown key 'patern'; did you mean 'pattern'?",
            })
    void faults_point_at_the_key(String text, String message) {
        assertThatThrownBy(() -> read(text)).hasMessage(message);
    }

    @Test
    void a_stream_that_is_no_file_has_no_files_beside_it() {
        BoundRecord<DataFile> bound = Binder.bind(
                SourceReader.read("s.yaml", "{file: d.bin}".getBytes(StandardCharsets.UTF_8)), DataFile.class);

        assertThatThrownBy(() -> new DataReader(null).read(bound.value(), bound.where()))
                .hasMessageContaining("'d.bin' is relative, but this stream is not a file");
    }
}
