// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.CaptureFixture.HEADER;
import static dev.sluice.config.capture.CaptureFixture.SETUP;
import static dev.sluice.config.capture.CaptureFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Captures that contradict themselves, and files that are no captures. */
final class BadCaptureTest {
    @TempDir
    private Path folder;

    private void refused(String text, String message) {
        Path path = folder.resolve("bad.jsonl");
        CaptureFixture.write(path, text);
        assertThatThrownBy(() -> CaptureImporter.read(path, TARGET))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(path.toString())
                .hasMessageContaining(message);
    }

    @Test
    void empty_files_and_other_json_are_refused() {
        refused("", "is empty");
        refused(HEADER.substring(0, 20), "the file is cut off in its first line");
        refused("{\"a\":1}\n", "1:1: no gfxreconstruct capture");
        refused(
                "[\n{}\n]\n",
                "1:1: a JSON array; convert with gfxrecon-convert, from version 1.0 on with --format jsonl");
        refused("7\n", "1:1: expected a JSON object on each line");
        refused(HEADER + "\nnonsense\n", ":2:");
    }

    @Test
    void text_of_two_bytes_a_character_and_json_over_several_lines_are_refused_with_advice() {
        for (Charset charset : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
            Path path = folder.resolve("wide.jsonl");
            CaptureFixture.write(path, ("\ufeff" + HEADER + "\n").getBytes(charset));
            assertThatThrownBy(() -> CaptureImporter.read(path, TARGET))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("1:1: UTF-16, as PowerShell's > writes it, and not UTF-8");
        }
        refused("{\n \"header\": {}\n}\n", "not JSON on one line; convert with gfxrecon-convert");
    }

    @Test
    void a_missing_file_and_a_binary_capture_are_refused() {
        assertThatThrownBy(() -> CaptureImporter.read(folder.resolve("none.jsonl"), TARGET))
                .hasMessageEndingWith("no such file");
        assertThatThrownBy(() -> CaptureImporter.read(folder.resolve("x.gfxr"), TARGET))
                .hasMessageContaining(
                        "is the binary capture; convert with gfxrecon-convert, from version 1.0 on with --format jsonl");
    }

    @Test
    void a_line_that_is_too_longLineis_refused_without_reading_it_all() {
        char[] longLine = new char[CaptureLines.MAX_LINE + 1];
        Arrays.fill(longLine, 'x');
        refused(HEADER + "\n" + new String(longLine), ":2:1: the line is longer than 16 MiB");
    }

    @Test
    void a_line_of_the_longest_length_is_read() {
        char[] filler = new char[CaptureLines.MAX_LINE - 29];
        Arrays.fill(filler, 'x');
        Path path = folder.resolve("long.jsonl");
        CaptureFixture.write(path, HEADER + "\n{\"index\":1,\"annotation\":\"" + new String(filler) + "\"}\n");
        assertThat(CaptureImporter.read(path, TARGET).notUnderstood()).isEmpty();
    }

    @Test
    void calls_out_of_order_or_without_a_name_are_refused() {
        refused(
                HEADER + "\n{\"index\":2,\"vkFunc\":{\"name\":\"vkA\"}}\n{\"index\":2,\"vkFunc\":{\"name\":\"vkB\"}}\n",
                ":3:1: index 2 after index 2");
        refused(HEADER + "\n{\"index\":2,\"vkFunc\":{}}\n", ":2:1: a call without its \"index\" or \"name\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "vkCmdFillBuffer|'commandBuffer':16,'dstBuffer':99,'dstOffset':0,'size':4,'data':0;'dstBuffer' names no buffer",
                "vkCmdFillBuffer|'commandBuffer':16,'dstBuffer':5;'dstOffset' is missing",
                "vkCmdFillBuffer|'commandBuffer':16,'dstBuffer':5,'dstOffset':1.5;'dstOffset' is no whole number",
                "vkCmdFillBuffer|'commandBuffer':16,'dstBuffer':5,'dstOffset':99999999999999999999;does not fit in 64 bits",
                "vkCmdFillBuffer|'commandBuffer':98,'dstBuffer':5,'dstOffset':0,'size':4,'data':0;no command buffer",
                "vkCmdCopyBuffer|'commandBuffer':16,'srcBuffer':5,'dstBuffer':5,'pRegions':7;'pRegions' is no array",
                "vkCmdCopyBuffer|'commandBuffer':16,'srcBuffer':5,'dstBuffer':5,'pRegions':[{'srcOffset':0,'dstOffset':8,'size':4090}];'pRegions[0].dstOffset' 8 with 4090 bytes lies outside buffer5",
                "vkBindBufferMemory|'buffer':5,'memory':6,'memoryOffset':1;'memoryOffset' 1 leaves no room",
                "vkAllocateMemory|'pAllocateInfo':{'allocationSize':4611686018427387903,'memoryTypeIndex':0},'pMemory':60;is not from 1 to 2^44 bytes",
                "vkAllocateMemory|'pAllocateInfo':{'allocationSize':1,'memoryTypeIndex':5},'pMemory':60;5 is not below 2",
            })
    void a_call_that_makes_no_sense_is_named(String call, String message) {
        // the header, then the set-up, then this call
        String start = ":" + (SETUP.size() + 2) + ":1: " + call.substring(0, call.indexOf('|')) + " (index "
                + (SETUP.size() + 1) + "): ";
        assertThatThrownBy(() -> new CaptureFixture()
                        .calls(SETUP)
                        .call(call.replace("\"", "'"))
                        .read(folder))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(start)
                .hasMessageContaining(message.replace('"', '\''));
    }

    @Test
    void command_buffers_that_execute_one_another_are_refused() {
        CaptureFixture fixture = new CaptureFixture().calls(SETUP);
        fixture.call("vkCmdExecuteCommands|'commandBuffer':16,'pCommandBuffers':[16]")
                .call(CaptureFixture.SUBMIT);
        assertThatThrownBy(() -> fixture.read(folder))
                .hasMessageContaining("(index 8): command buffers execute one another in a circle");
    }

    @Test
    void command_buffers_may_be_nested_as_deep_as_devices_let_them() {
        CaptureFixture fixture = new CaptureFixture().calls(SETUP);
        int depth = 40;
        for (int i = 0; i < depth; i++) {
            fixture.call("vkAllocateCommandBuffers|'pAllocateInfo':{'commandPool':15},'pCommandBuffers':[" + (100 + i)
                    + "]");
        }
        fixture.call("vkCmdFillBuffer|'commandBuffer':100,'dstBuffer':5,'dstOffset':0,'size':4,'data':1");
        for (int i = 1; i < depth; i++) {
            fixture.call("vkCmdExecuteCommands|'commandBuffer':" + (100 + i) + ",'pCommandBuffers':[" + (99 + i) + "]");
        }
        fixture.call("vkCmdExecuteCommands|'commandBuffer':16,'pCommandBuffers':[" + (99 + depth) + "]")
                .call(CaptureFixture.SUBMIT);

        assertThat(fixture.read(folder).yaml()).contains("fillBuffer");
    }

    @Test
    void command_buffers_that_double_at_each_level_are_refused() {
        CaptureFixture fixture = new CaptureFixture().calls(SETUP);
        for (int i = 0; i < 40; i++) {
            fixture.call("vkAllocateCommandBuffers|'pAllocateInfo':{'commandPool':15},'pCommandBuffers':[" + (100 + i)
                    + "]");
        }
        for (int i = 1; i < 40; i++) {
            fixture.call("vkCmdExecuteCommands|'commandBuffer':" + (100 + i) + ",'pCommandBuffers':[" + (99 + i) + ","
                    + (99 + i) + "]");
        }
        fixture.call("vkCmdExecuteCommands|'commandBuffer':16,'pCommandBuffers':[139]")
                .call(CaptureFixture.SUBMIT);
        assertThatThrownBy(() -> fixture.read(folder))
                .hasMessageContaining("more than 1048576 command buffers are executed by one submission");
    }
}
