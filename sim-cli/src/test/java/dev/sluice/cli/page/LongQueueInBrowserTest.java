// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The stepper on a queue that is far ahead: a hundred dispatches, each with a barrier behind it. */
class LongQueueInBrowserTest extends StepperInBrowser {

    @Override
    void write(Path to) {
        try {
            Path stream = Files.writeString(folder.resolve("chain.yaml"), """
                sluice: 1
                name: chain
                device: tiny-2
                memory:
                  - {name: local, size: 64KiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: x, memory: local, size: 64KiB}
                kernels:
                  set:
                    localSize: [32, 1, 1]
                    bindings: {x: storage}
                    code: store.u32 x[gid] = 1
                program:
                  - queueSubmit:
                      commands:
                        - repeat:
                            times: 100
                            steps:
                              - dispatch: {kernel: set, groups: [1], bind: {x: x}}
                              - pipelineBarrier: {memory: [{srcStage: [COMPUTE_SHADER], srcAccess: [SHADER_STORAGE_WRITE],
                                  dstStage: [COMPUTE_SHADER], dstAccess: [SHADER_STORAGE_WRITE]}]}
                """);
            Cli cli = Cli.run("view", stream.toString(), "--to", "submit0.4", "--out", to.toString());
            assertThat(cli.code()).as(cli.err()).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void barriers_that_wait_for_much_say_so_and_only_the_first_are_shown() {
        open("step=1000000&tab=queues");

        assertThat(all(".barrier.draining")).hasSizeBetween(38, 40);
        assertThat(text(".queues")).contains("57 more are open.");
        assertThat(all(".barrier.draining").get(0).getText()).contains("Waits for 1: submit0.6 COMPUTE_SHADER");
        assertThat(all(".barrier.draining").get(37).getText()).contains("Waits for 64 or more: submit0.");
    }
}
