// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.CaptureFixture.HEADER;
import static dev.sluice.config.capture.CaptureFixture.SETUP;
import static dev.sluice.config.capture.CaptureFixture.SUBMIT;
import static dev.sluice.config.capture.CaptureFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.config.capture.CaptureFixture.Binary;
import dev.sluice.config.device.Devices;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.device.GpuSpec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Captures of programs that were killed, and binary files that are damaged: what is whole is used, and the rest is said. */
final class CutOffCaptureTest {
    private static final GpuSpec DEVICE = Devices.load("seed-discrete-l2");
    private static final byte[] WHOLE = CaptureFixture.resource("fillcopy-good.gfxr");
    private static final byte[] LINES = CaptureFixture.resource("fillcopy-good.jsonl");
    private static final int FIRST_BLOCK = 24;

    @TempDir
    private Path folder;

    private ImportedCapture read(byte[] lines, byte[] binary) {
        CaptureFixture.write(folder.resolve("x.jsonl"), lines);
        CaptureFixture.write(folder.resolve("x.gfxr"), binary);
        return CaptureImporter.read(folder.resolve("x.jsonl"), CaptureTarget.of(DEVICE));
    }

    private static ImportedCapture checked(ImportedCapture capture) {
        HazardChecker.check(
                StreamReader.read("x.jsonl", capture.bytes(), null).resolve(DEVICE), DeviceFacts.of(DEVICE));
        return capture;
    }

    /** Where a block of the whole file begins. */
    private static int block(int number) {
        int at = FIRST_BLOCK;
        ByteBuffer in = ByteBuffer.wrap(WHOLE).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < number; i++) {
            at += 12 + (int) in.getLong(at);
        }
        return at;
    }

    static IntStream lengths() {
        return IntStream.concat(
                IntStream.rangeClosed(0, 40), IntStream.iterate(41, i -> i < WHOLE.length, i -> i + 367));
    }

    @ParameterizedTest
    @MethodSource("lengths")
    void a_binary_file_may_be_cut_anywhere(int length) {
        ImportedCapture capture = checked(read(LINES, Arrays.copyOf(WHOLE, length)));

        assertThat(capture.leftOut().reliable()).isFalse();
        assertThat(capture.leftOut().doubts()).first().asString().startsWith("x.gfxr ends");
        assertThat(capture.yaml()).contains("fillBuffer", "copyBuffer", "dispatch");
    }

    @Test
    void zeros_at_the_end_are_what_was_not_written() {
        String text = new CaptureFixture().calls(SETUP).text();
        Path path = folder.resolve("zeros.jsonl");
        CaptureFixture.write(path, text + "\0".repeat(4096));

        assertThat(CaptureImporter.read(path, TARGET).leftOut().missing())
                .anyMatch(line -> line.startsWith("the .jsonl is cut off"));
    }

    @Test
    void bytes_before_the_end_are_used() {
        ImportedCapture capture = read(LINES, Arrays.copyOf(WHOLE, block(40) + 5));

        assertThat(capture.yaml()).contains("hostWrite").contains("localSize: [64");
        assertThat(capture.leftOut().missing())
                .containsExactly("x.gfxr ends early: it is cut off in block 40, at byte " + block(40)
                        + "; what the host wrote and the shaders from index 40 on are missing, so such memory reads as"
                        + " never written, and dispatches and draws reach everything that is bound");
    }

    @Test
    void a_binary_file_that_ends_with_a_block_is_noticed_by_the_lines() {
        assertThat(read(LINES, Arrays.copyOf(WHOLE, block(40))).leftOut().missing())
                .singleElement()
                .asString()
                .startsWith("x.gfxr ends before index 40, and the .jsonl goes on to index ");
    }

    @Test
    void half_a_block_after_the_last_call_says_that_the_program_went_on() {
        byte[] more = Arrays.copyOf(WHOLE, WHOLE.length + 7);

        assertThat(read(LINES, more).leftOut().missing())
                .singleElement()
                .asString()
                .contains("every call of the .jsonl has its bytes, but the program may have gone on");
    }

    static IntStream textLengths() {
        return IntStream.iterate(HEADER.length() + 400, i -> i < LINES.length - 1, i -> i + 409);
    }

    @ParameterizedTest
    @MethodSource("textLengths")
    void lines_may_be_cut_anywhere(int length) {
        byte[] cut = Arrays.copyOf(LINES, length);
        ImportedCapture capture = checked(read(cut, WHOLE));

        assertThat(capture.leftOut().reliable()).isFalse();
        assertThat(capture.leftOut().doubts()).first().asString().startsWith("the .jsonl is cut off after index");
    }

    @Test
    void half_a_line_is_left_out_and_said_without_a_binary_file_too() {
        Path path = folder.resolve("alone.jsonl");
        CaptureFixture.write(path, HEADER + "\n{\"index\":1,\"vkFunc\":{\"name\":\"vkFoo\"}}\n{\"index\":2,\"vkFu");

        ImportedCapture capture = CaptureImporter.read(path, TARGET);

        assertThat(capture.notUnderstood()).containsOnlyKeys("vkFoo");
        assertThat(capture.leftOut().missing())
                .first()
                .isEqualTo("the .jsonl is cut off after index 1: what the program did after that is missing");
    }

    @Test
    void what_the_host_wrote_after_the_last_line_is_not_taken() {
        CaptureFixture fixture = new CaptureFixture().calls(SETUP);
        CaptureFixture.write(
                folder.resolve("test.gfxr"),
                new Binary()
                        .call(SETUP.size() + 2)
                        .fill(6, 0, new byte[] {1, 2, 3, 4})
                        .bytes());

        assertThat(fixture.read(folder).yaml()).doesNotContain("hostWrite");
        assertThat(fixture.call(SUBMIT).read(folder).yaml()).contains("hostWrite");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no", "not a capture at all"})
    void other_files_are_as_good_as_none(String text) {
        ImportedCapture capture = checked(read(LINES, text.getBytes(StandardCharsets.US_ASCII)));

        assertThat(capture.leftOut().missing()).singleElement().asString().startsWith("x.gfxr ends early: it is ");
        assertThat(capture.yaml()).doesNotContain("hostWrite").contains("fillBuffer");
    }

    @Test
    void a_binary_capture_of_another_run_is_used_as_far_as_it_agrees() {
        byte[] other = new Binary()
                .call(5)
                .block(3, new byte[8])
                .block(3, new byte[8])
                .block(3, new byte[8])
                .call(70)
                .bytes();

        assertThat(checked(read(LINES, other)).leftOut().missing())
                .singleElement()
                .asString()
                .containsPattern("it has no call at index \\d, where the .jsonl has vk\\w+: it is damaged or belongs to"
                        + " another capture");
    }

    @Test
    void compressed_contents_are_missing_with_advice() {
        byte[] bytes = WHOLE.clone();
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int at = block(23);
        buffer.putInt(at + 8, buffer.getInt(at + 8) | 0x8000_0000);

        assertThat(checked(read(LINES, bytes)).leftOut().missing())
                .singleElement()
                .asString()
                .contains("is compressed", "GFXRECON_CAPTURE_COMPRESSION_TYPE=NONE", "gfxrecon-compress x.gfxr");
    }

    @Test
    void contents_that_make_no_sense_are_left_out_and_said() {
        CaptureFixture fixture = new CaptureFixture().calls(SETUP).gap().call(SUBMIT);
        CaptureFixture.write(
                folder.resolve("test.gfxr"),
                new Binary()
                        .call(SETUP.size() + 1)
                        .fill(6, 4094, new byte[] {1, 2, 3, 4})
                        .call(1)
                        .bytes());

        ImportedCapture capture = fixture.read(folder);

        assertThat(capture.yaml()).contains("queueSubmit").doesNotContain("hostWrite");
        assertThat(capture.leftOut().missing())
                .containsExactly("test.gfxr is damaged: contents of memory from index " + (SETUP.size() + 1)
                        + " on make no sense and are left out");
    }

    @Test
    void a_damaged_binary_file_is_no_reason_to_refuse_the_lines() {
        Random random = new Random(7);
        for (int i = 0; i < 150; i++) {
            byte[] bytes = WHOLE.clone();
            for (int flips = 0; flips <= i % 4; flips++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            assertThat(checked(read(LINES, bytes)).yaml()).contains("fillBuffer", "copyBuffer", "dispatch");
        }
    }
}
