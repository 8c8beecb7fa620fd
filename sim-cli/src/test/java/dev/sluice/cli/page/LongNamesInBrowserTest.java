// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page of a stream whose names no panel is wide enough for. */
final class LongNamesInBrowserTest extends StepperInBrowser {

    private static final String NAME = "generated_from_a_template_with_everything_in_it_".repeat(3);

    @Override
    void write(Path to) {
        Path stream = to.resolveSibling("long.yaml");
        try {
            Files.writeString(stream, """
                    sluice: 1
                    name: long
                    device: tiny-1
                    memory: [{name: local, size: 1MiB, properties: [DEVICE_LOCAL]}]
                    buffers: [{name: buffer_NAME, memory: local, size: 4KiB}]
                    kernels:
                      kernel_NAME:
                        localSize: [32]
                        bindings: {x: storage}
                        code: store.u32 x[gid] = gid
                    program:
                      - queueSubmit:
                          commands:
                            - dispatch: {kernel: kernel_NAME, groups: [1], bind: {x: buffer_NAME}}
                          fence: done
                      - waitForFences: [done]
                    """.replace("NAME", NAME));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Cli cli = Cli.run("view", stream.toString(), "--out", to.toString());
        assertThat(cli.code()).as(cli.err()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"watch=0x40:4", "tab=memory", "tab=queues", "tab=source", "tab=requests&open=l2&set=1&way=0"})
    void break_where_a_panel_ends(String shown) {
        open("step=999999&" + shown);

        assertThat(browser.evaluate("return document.documentElement.scrollWidth - innerWidth"))
                .isEqualTo(0L);
        assertThat(
                        browser.evaluate(
                                "return [...document.querySelectorAll('.panel .badge, .panel select')].filter(each => "
                                        + "each.getBoundingClientRect().right > each.closest('.panel').getBoundingClientRect().right).length"))
                .isEqualTo(0L);
    }
}
