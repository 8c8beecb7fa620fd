// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that once broke something, as they came: {@code src/test/resources/hostile}. */
@Timeout(120)
final class HostileFilesTest {

    private static String file(String name) {
        return Path.of(System.getProperty("sluice.root", "."), "sim-cli/src/test/resources/hostile", name)
                .toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "host-line128.yaml | :53:32: host cache hostL2: line must be that of hostL1, 64 bytes",
                "mall-line32.yaml | :33:85: line of 32 bytes is shorter than the host's of 64",
                "page2m.yaml | :36:15: pages.size: with compressionInPageTable",
                "page-gt-granularity.json | :1:3217: pages.size: with compressionInPageTable",
                "refi50.yaml | :46:105: vram: refi of 50 ticks leaves no time between two refreshes",
                "uma-refi50.yaml | :39:107: vram: refi of 50 ticks leaves no time between two refreshes",
                "wave6.yaml | :20:13: computeUnits.waveSize: a wave of a device that draws has whole quads",
            })
    void a_device_that_cannot_be_is_refused_where_it_is_wrong(String name, String problem) {
        Cli validated = Cli.run("validate", file(name));
        Cli run = Cli.run("run", file("atomic.yaml"), "--device", file(name));

        assertThat(validated.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(validated.err()).startsWith(file(name) + problem).hasLineCount(1);
        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).isEqualTo(validated.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"gl1-line64.yaml", "host-plru12.yaml"})
    void a_device_that_can_be_runs(String name) {
        assertThat(Cli.run("validate", file(name)).code()).isZero();

        Cli run = Cli.run("run", file("atomic.yaml"), "--device", file(name), "-q");

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isEqualTo(ExitCode.CLEAN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "indirect-unwritten.yaml | 15 | never written",
                "indirect-4294967295.yaml | 16 | written by submit0.0",
            })
    void indirect_counts_out_of_limits_are_a_finding_at_their_reader(String name, int line, String who) {
        Cli run = Cli.run("run", file(name), "-q");

        assertThat(run.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(run.out()).contains(name + ":" + line + ":11", who, "maxComputeWorkGroupCount");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hugegroups2.yaml | :30:45: groups: [2147483647, 65535, 65535] are together more than",
                "overflow.cmds | :1:8: buffer: all of them together are more than",
                "overflow2.cmds | :1:8: buffer: all of them together are more than",
            })
    void a_stream_that_is_too_large_is_refused_where_it_is(String name, String problem) {
        for (String command : new String[] {"validate", "run", "check"}) {
            Cli cli = Cli.run(command, file(name));

            assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
            assertThat(cli.err()).startsWith(file(name) + problem).hasLineCount(1);
        }
    }

    @Test
    void a_transition_of_an_alias_may_come_in_the_midst_of_a_clear() {
        assertThat(Cli.run("run", file("alias-clear.yaml"), "-q").code()).isZero();
        assertThat(Cli.run("check", file("alias-clear.yaml"), "-q").code()).isEqualTo(ExitCode.FINDINGS);
    }

    @Test
    void the_stream_of_the_devices_is_clean_on_shipped_ones() {
        assertThat(Cli.run("run", file("atomic.yaml"), "--device", "rdna2-6900xt", "-q")
                        .code())
                .isZero();
    }
}
