// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trace that is longer than memory. */
final class LongTraceTest {

    private static final int BYTES = 200 << 20;
    private static final int RECORD = 64;
    /** One instruction in so many loads. */
    private static final int LOADS = 16;

    @TempDir
    private Path folder;

    @Test
    void a_trace_of_200_megabytes_is_replayed_in_64_megabytes() throws IOException, InterruptedException {
        Path trace = folder.resolve("long.champsim");
        ByteBuffer record = ByteBuffer.allocate(RECORD).order(ByteOrder.LITTLE_ENDIAN);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(trace), 1 << 16)) {
            for (int i = 0; i < BYTES / RECORD; i++) {
                record.putLong(0, 0x400000L + 4 * i);
                record.putLong(32, i % LOADS == 0 ? 0x7fff00000000L + 16L * i : 0);
                out.write(record.array());
            }
        }

        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.sluice.cli.Main",
                        "replay",
                        trace.toString(),
                        "--device",
                        "tiny-1",
                        "--quiet")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        assertThat(output).startsWith("long.champsim on tiny-1: ");
    }
}
