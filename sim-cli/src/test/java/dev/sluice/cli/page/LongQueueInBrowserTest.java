// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.LongChain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The stepper on a queue that is far ahead. */
class LongQueueInBrowserTest extends StepperInBrowser {

    @Override
    void write(Path to) {
        try {
            Path stream = LongChain.in(folder);
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
