// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.CaptureFixture.SETUP;
import static dev.sluice.config.capture.CaptureFixture.SUBMIT;
import static dev.sluice.config.capture.CaptureFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.capture.CaptureFixture.Binary;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory contents of the binary capture, merged by index. */
final class HostContentsTest {
    private static final String MAP = "vkMapMemory|'memory':6,'offset':1024,'size':18446744073709551615";

    @TempDir
    private Path folder;

    /** The blocks before the first content: index 0, the set-up, and the mapping. */
    private static Binary begun() {
        return new Binary().call(1 + SETUP.size() + 1);
    }

    private ImportedCapture read(CaptureFixture fixture, Binary binary) {
        CaptureFixture.write(folder.resolve("test.gfxr"), binary.bytes());
        return CaptureImporter.read(fixture.write(folder), TARGET);
    }

    @Test
    void a_block_counts_from_the_mapping_and_stands_before_the_call_with_the_next_index() {
        String yaml = read(
                        new CaptureFixture().calls(SETUP).call(MAP).gap().call(SUBMIT),
                        begun().fill(6, 16, (byte) 1, (byte) 2, (byte) 3).call(1))
                .yaml();
        assertThat(yaml)
                .containsPattern(
                        "mapMemory.*index 8}\\n *- \\{hostWrite: \\{buffer: buffer5, offset: 1040, data: \\{hex: \"010203\"}}, source: index 9}\\n *- .*queueSubmit");
    }

    @Test
    void a_page_sent_again_writes_only_the_words_that_changed() {
        byte[] page = new byte[64];
        Arrays.fill(page, (byte) 9);
        byte[] again = page.clone();
        again[41] = 1;
        String yaml = read(
                        new CaptureFixture()
                                .calls(SETUP)
                                .call(MAP)
                                .gap()
                                .call(SUBMIT)
                                .gap()
                                .call(SUBMIT)
                                .gap()
                                .call(SUBMIT),
                        begun().fill(6, 0, page)
                                .call(1)
                                .fill(6, 0, again)
                                .call(1)
                                .fill(6, 0, again)
                                .call(1))
                .yaml();
        assertThat(yaml)
                .contains("hostWrite: {buffer: buffer5, offset: 1064, data: {hex: \"09010909\"}}, source: index 11");
        assertThat(yaml.split("hostWrite", -1)).hasSize(3);
    }

    @Test
    void updateBuffer_takes_its_data_from_the_binary_capture() {
        String update =
                "vkCmdUpdateBuffer|'commandBuffer':16,'dstBuffer':5,'dstOffset':8,'dataSize':4,'pData':'0x7ff0'";
        Binary binary = new Binary().call(1 + SETUP.size());
        ByteBuffer body = ByteBuffer.allocate(4 + 8 + 32 + 20 + 4).order(ByteOrder.LITTLE_ENDIAN);
        body.putInt(0x11055).putLong(1).putLong(16).putLong(5).putLong(8).putLong(4);
        body.putInt(0xc4).putLong(0x7ff0).putLong(4).putInt(0x04030201);
        String yaml = read(
                        new CaptureFixture().calls(SETUP).call(update).call(SUBMIT),
                        binary.block(GfxrFile.CALL, body.array()).call(1))
                .yaml();
        assertThat(yaml).contains("updateBuffer: {dst: buffer5, offset: 8, data: {hex: \"01020304\"}}");
    }

    @Test
    void newer_json_names_files_with_the_contents() {
        CaptureFixture.write(folder.resolve("fill_memory.bin"), "abcd".getBytes(StandardCharsets.US_ASCII));
        CaptureFixture fixture = new CaptureFixture()
                .calls(SETUP)
                .call(MAP)
                .line(
                        "\"meta\":{\"name\":\"FillMemoryCommand\",\"args\":{\"memory_id\":6,\"offset\":0,\"size\":4,\"data\":\"fill_memory.bin\"}}")
                .line(
                        "\"meta\":{\"name\":\"FillMemoryCommand\",\"args\":{\"memory_id\":6,\"offset\":0,\"size\":4,\"data\":\"[Binary data]\"}}")
                .line("\"function\":{\"name\":\"vkQueueWaitIdle\",\"args\":{\"queue\":4}}");
        ImportedCapture capture = fixture.read(folder);
        assertThat(capture.yaml())
                .contains("data: {hex: \"61626364\"}}, source: index 9")
                .contains("{queueWaitIdle: universal.0, source: index 11}");
        assertThat(capture.notes()).contains("contents of memory are not in the JSON");
    }

    @Test
    void contents_of_tensors_before_a_trimmed_capture_are_reported_once_as_not_understood() {
        byte[] initTensor = new byte[12];
        initTensor[0] = 39;
        ImportedCapture capture = read(
                new CaptureFixture()
                        .calls(SETUP)
                        .call(MAP)
                        .gap()
                        .line("\"meta\":{\"name\":\"InitTensorCommand\",\"args\":{}}"),
                begun().block(3, initTensor).block(3, initTensor));

        assertThat(capture.leftOut().notUnderstood()).singleElement().satisfies(call -> {
            assertThat(call.call()).isEqualTo("InitTensorCommand");
            assertThat(call.count()).isEqualTo(2);
            assertThat(call.captureIndex()).isEqualTo(9);
        });
    }
}
