// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A wait for an event that a command on another queue sets. */
final class EventOfAnotherQueueTest {
    private static final String BARRIER =
            "memory: [{srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]";

    @TempDir
    private Path folder;

    private String check(String setter) throws IOException {
        Path stream = folder.resolve("event.yaml");
        Files.writeString(stream, """
                sluice: 1
                name: event
                device: seed-discrete-l2
                memory: [{name: m, size: 1MiB, properties: [DEVICE_LOCAL]}]
                buffers: [{name: a, memory: m, size: 4KiB}, {name: b, memory: m, offset: 4KiB, size: 4KiB}]
                program:
                  - queueSubmit: {queue: %s, commands: [{fillBuffer: {dst: a, data: 1}}, {setEvent: {event: e, %s}}]}
                  - queueSubmit: {queue: universal.0, commands: [{waitEvents: {events: [e], %s}}, {copyBuffer: {src: a, dst: b}}]}
                """.formatted(setter, BARRIER, BARRIER));
        return Cli.run("check", stream.toString()).out().replaceAll("\\\\s+", " ");
    }

    @Test
    void is_told_beside_the_hazard() throws IOException {
        assertThat(check("transfer.0"))
                .contains("a semaphore: the two are on different queues, and nothing orders them")
                .contains("event e is waited for on universal.0, but set by submit0.1 on transfer.0: events order"
                        + " nothing between queues")
                .contains("signal a semaphore behind submit0.1, and let universal.0 wait for it");
    }

    @Test
    void is_what_another_submission_of_the_queue_is_not() throws IOException {
        assertThat(check("universal.0")).contains("✓ clean").doesNotContain("event-mismatch");
    }
}
