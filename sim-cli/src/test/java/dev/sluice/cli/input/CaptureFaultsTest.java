// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong with a capture is told at its call, and with lines at theirs, though it is the stream made of them that is refused. */
final class CaptureFaultsTest {
    private static final Path CAPTURES = Path.of(System.getProperty("sluice.root", "."), "configs/streams/captures");

    @TempDir
    private Path folder;

    private String capture(String was, String is) throws IOException {
        Files.copy(CAPTURES.resolve("fillcopy-dispatch.gfxr"), folder.resolve("bad.gfxr"));
        String text = Files.readString(CAPTURES.resolve("fillcopy-dispatch.jsonl"));
        assertThat(text).contains(was);
        return Files.writeString(folder.resolve("bad.jsonl"), text.replace(was, is))
                .toString();
    }

    private Cli command(String words, String file) {
        List<String> command = new ArrayList<>(
                List.of(words.replace("OUT", folder.resolve("out").toString()).split(" ")));
        command.add(1, file);
        return Cli.run(command, new String[0]);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"run", "check", "validate", "advise", "step", "view -o OUT", "sweep --vary seed=1,2 -o OUT"})
    void are_told_at_the_call(String words) throws IOException {
        String capture =
                capture("\"dstOffset\":0,\"size\":4096,\"data\":7", "\"dstOffset\":2,\"size\":4096,\"data\":7");

        Cli run = command(words, capture);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .startsWith(capture + ":33:1: vkCmdFillBuffer (index 35): offset: 2 is not a multiple of 4 bytes\n");
    }

    @Test
    void of_regions_are_told_at_the_call() throws IOException {
        String capture = capture(
                "{\"srcOffset\":0,\"dstOffset\":0,\"size\":4096}", "{\"srcOffset\":0,\"dstOffset\":0,\"size\":0}");

        assertThat(Cli.run("run", capture).err())
                .contains("vkCmdCopyBuffer (index 40): size: a range cannot be empty\n");
    }

    /** Such a call is invalid, and copies nothing in particular. */
    @Test
    void a_copy_of_no_region_is_left_out() throws IOException {
        String capture = capture("[{\"srcOffset\":0,\"dstOffset\":0,\"size\":4096}]", "[]");

        assertThat(Cli.run("import", capture, "-o", "-").out()).doesNotContain("copyBuffer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "check", "validate", "advise"})
    void of_lines_are_told_at_the_line(String words) throws IOException {
        String lines = Files.writeString(folder.resolve("bad.cmds"), "buffer x 64\nfill x 7\nfill x 7 2 4\n")
                .toString();

        assertThat(command(words, lines).err())
                .startsWith(lines + ":3:")
                .contains("offset: 2 is not a multiple of 4 bytes");
    }
}
