// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Devices that can be written and not built, or that break what they promise: refused before a run, at the key. */
final class ImpossibleDevicesTest {
    @TempDir
    private Path folder;

    private Path device(String preset, String old, String changed) throws IOException {
        String text = Files.readString(Runs.configs().resolve("devices/" + preset + ".yaml"));
        assertThat(text).contains(old);
        Path file = folder.resolve("device.yaml");
        Files.writeString(file, text.replace(old, changed));
        return file;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rdna2-6900xt | line: 64, sector: 64, ways: 16, latency: 190 | line: 32, sector: 32, ways: 16, latency: 190 | line of 32 bytes is shorter than the host's of 64",
                "rdna2-6900xt | hostL2: {size: 1MiB, line: 64 | hostL2: {size: 1MiB, line: 128 | host cache hostL2: line must be that of hostL1, 64 bytes",
                "rdna2-6900xt | waveSize: 32 | waveSize: 6 | whole quads: a multiple of 4 up to 64, not 6",
                "rdna2-6900xt | policy: frfcfs} | policy: frfcfs, timing: {refi: 50, rfc: 1}} | vram: refi of 50 ticks leaves no time between two refreshes",
                "rdna2-6900xt | policy: frfcfs} | policy: frfcfs, ranks: 4096, bankGroups: 4096, banksPerGroup: 4096} | vram: ranks x bankGroups x banksPerGroup must be at most 4096 banks of a channel, not 68719476736",
                "uma-apu | channels: 8, mapping | channels: 4096, ranks: 8, bankGroups: 8, banksPerGroup: 8, mapping | vram: channels must be at most 2048 of 512 banks each (1048576 banks together), not 4096",
                "uma-apu | channels: 8, mapping | channels: 4096, queue: 65536, mapping | vram: queue and writeQueue of all channels must be at most 4194304 entries together, not 268697600",
                "rdna2-6900xt | metadata: {cache: {size: 8KiB | metadata: {cache: {victim: {lines: 8}, size: 8KiB | rop.metadata.cache: 'victim' cannot be chosen",
                "rdna2-6900xt | metadata: {cache: {size: 8KiB | metadata: {cache: {exclusive: true, size: 8KiB | rop.metadata.cache: 'exclusive' cannot be chosen",
                "rdna2-6900xt | metadata: {cache: {size: 8KiB | metadata: {cache: {compression: {algorithm: bdi}, size: 8KiB | rop.metadata.cache: 'compression' cannot be chosen",
                "uma-apu | policy: frfcfs} | policy: frfcfs, timing: {refi: 50, rfc: 1}} | vram: refi of 50 ticks leaves no time between two refreshes",
                "rdna2-6900xt | policy: frfcfs} | policy: frfcfs, timing: {rfcBank: 0, refi: 294}} | vram: refi of 294 ticks leaves no time between two refreshes of all banks: closing and opening 16 of them takes 32 on the command bus, with a row cycle, rfc and a column command 295;",
                "uma-apu | policy: frfcfs} | policy: frfcfs, timing: {refreshToRefresh: 196}} | vram: refreshToRefresh of 196 ticks times 16 banks of a rank is more than refi, which is 3125",
                "nvidia-v100 | vram: {preset: hbm2, | vram: {preset: hbm3, timing: {refreshToRefresh: 2000}, | vram: refreshToRefresh of 2000 ticks times 32 banks is more than refi",
                "seed-discrete-l2 | pages: {size: 64KiB | pages: {size: 2MiB | pages.size: with compressionInPageTable",
                "intel-arc | mshrMerges: 8, flushInvalidates: true | mshrMerges: 8, flushInvalidates: false | profile anv flushes L1 and never invalidates it",
                "tiny-2 | compression: []} | compression: [], metadata: {cache: {replacement: abc}}} | rop.metadata.cache.replacement: unknown policy 'abc'",
                "tiny-2 | compression: []} | compression: [], metadata: {cache: {parent: l2}}} | rop.metadata.cache: 'parent' cannot be chosen",
                "tiny-2 | clock: 4GHz | clock: 4000000000GHz | host.clock must be at least 1 and at most 1000000000000, not 4000000000000000000",
                "tiny-2 | vram: {preset: gddr6-14 | vram: {sluice: 7, preset: gddr6-14 | vram.sluice: this build reads version 1, not 7",
                "rdna2-6900xt | storage: l0 | storage: cb | client storage cannot enter a cache of render output units",
            })
    void validate_and_run_refuse_it_at_its_line(String preset, String old, String changed, String problem)
            throws IOException {
        Path file = device(preset, old, changed);
        long line = Files.readString(file)
                        .lines()
                        .takeWhile(text -> !text.contains(changed))
                        .count()
                + 1;

        Cli validated = Cli.run("validate", file.toString());
        Cli run = Cli.run("run", "scenarios/clean-atomics", "--device", file.toString());

        assertThat(validated.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(validated.err()).startsWith(file + ":" + line + ":").contains(problem);
        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).isEqualTo(validated.err());
    }

    @Test
    void atomics_are_cut_for_a_level_of_shorter_lines_behind_a_reader_of_tiles() throws IOException {
        Path file = device("rdna2-6900xt", "size: 128KiB, line: 128", "size: 128KiB, line: 64");
        Path stream = folder.resolve("atomic.yaml");
        Files.writeString(stream, """
                sluice: 1
                name: atomic
                memory:
                  - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: b, memory: local, offset: 4KiB, size: 2KiB}
                images:
                  - {name: i, memory: local, offset: 64KiB, extent: [16, 16], format: R8G8B8A8_UNORM, usage: [SAMPLED]}
                kernels:
                  count:
                    localSize: [64]
                    bindings: {d: storage}
                    code: |
                      atomic.add.u32 d[gid], 1
                program:
                  - queueSubmit:
                      commands:
                        - dispatch: {kernel: count, groups: [8], bind: {d: b}}
                """);

        Cli run = Cli.run("run", stream.toString(), "--device", file.toString(), "-q");

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void a_profile_that_counts_on_more_than_a_device_does_is_an_assumption_of_the_run() {
        Cli run = Cli.run("run", "scenarios/clean-atomics", "--device", "seed-discrete-l2", "--profile", "anv");

        assertThat(run.out())
                .contains("profile anv counts on the flush of L1 to drop its lines too, which l1 of device");
    }
}
