// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dispatch of a capture that reaches a buffer by an address in push constants, after a fill of the buffer. */
final class ByAddressTest {
    private static final String ADDRESS = "0x700000010000";

    @TempDir
    private Path folder;

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = ByAddressTest.class.getResourceAsStream("/captures/" + name)) {
            return Objects.requireNonNull(in).readAllBytes();
        }
    }

    private static String calls() throws IOException {
        return new String(resource("by-address.jsonl"), StandardCharsets.UTF_8);
    }

    private static String without(String call) throws IOException {
        return calls().lines().filter(line -> !line.contains(call)).collect(Collectors.joining("\n")) + "\n";
    }

    private Cli check(String calls) throws IOException {
        Files.write(folder.resolve("by-address.spv"), resource("by-address.spv"));
        Path capture = folder.resolve("by-address.jsonl");
        Files.writeString(capture, calls);
        return Cli.run("check", capture.toString(), "--verdicts", "none", "--lint", "error");
    }

    @Test
    void a_barrier_between_the_two_is_enough() throws IOException {
        Cli result = check(calls());

        assertThat(result.out()).contains("clean: every access is ordered");
        assertThat(result.code()).isZero();
    }

    @Test
    void a_missing_barrier_is_a_hazard_of_the_bytes_that_the_invocations_reach() throws IOException {
        Cli result = check(without("vkCmdPipelineBarrier2"));

        assertThat(result.out())
                .doesNotContain("not reliable")
                .containsPattern("read after write +buffer5 bytes 1,024\\.\\.2,047")
                .contains("shader shader7, by address")
                .contains("(computeAddress0 of the import)");
        assertThat(result.code()).isEqualTo(1);
    }

    @Test
    void an_address_that_is_of_no_buffer_makes_the_dispatch_lose_work() throws IOException {
        assertThat(check(calls().replace(ADDRESS, "0x800000010000")).out())
                .containsPattern("work +vkCmdDispatch +1 +16 +dispatches do not reach")
                .contains("no hazard in what the import understood");
    }
}
