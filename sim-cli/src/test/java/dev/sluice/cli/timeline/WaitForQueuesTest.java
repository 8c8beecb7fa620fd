// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A host operation that waits for several queues has a barrier on each. */
final class WaitForQueuesTest {

    @Test
    void waits_of_one_operation_are_told_apart_and_each_has_its_slice(@TempDir Path directory) throws IOException {
        Path stream = Files.writeString(directory.resolve("two-queues.yaml"), """
                sluice: 1
                name: two-queues
                device: seed-discrete-l2
                memory: [{name: m, size: 1MiB, properties: [DEVICE_LOCAL]}]
                buffers: [{name: x, memory: m, size: 4KiB}, {name: y, memory: m, offset: 64KiB, size: 64KiB}]
                program:
                  - queueSubmit: {queue: universal.0, commands: [fillBuffer: {dst: x, data: 1}]}
                  - queueSubmit: {queue: transfer.0, commands: [fillBuffer: {dst: y, data: 2}]}
                  - deviceWaitIdle
                """);
        Path file = directory.resolve("run.json");

        Cli cli = Cli.run("run", stream.toString(), "--trace", file.toString(), "--json");

        DecodedTimeline timeline = Timelines.chrome(Files.readAllBytes(file));
        JsonNode barriers = JsonMapper.shared().readTree(cli.out()).get("barriers");
        assertThat(barriers)
                .extracting(barrier -> barrier.get("id").asString())
                .contains("host.2.idle", "host.2.idle1")
                .doesNotHaveDuplicates();
        for (JsonNode barrier : barriers) {
            assertThat(timeline.slices("barrier"))
                    .filteredOn(slice -> slice.begin()
                            .text("barrier")
                            .equals(barrier.get("id").asString()))
                    .anySatisfy(slice -> {
                        assertThat(slice.from())
                                .isEqualTo(barrier.get("reachedCycle").asLong());
                        assertThat(slice.until())
                                .isEqualTo(barrier.get("releasedCycle").asLong());
                    });
        }
    }
}
