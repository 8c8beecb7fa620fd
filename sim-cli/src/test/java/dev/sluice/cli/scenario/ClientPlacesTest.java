// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients of a device elsewhere than where its profile has them: refused, or clean. */
final class ClientPlacesTest {
    private static List<String> on(String device, String changes) {
        List<String> options = new ArrayList<>(List.of("--device", device));
        for (String change : changes.split(" ", -1)) {
            options.add("--set");
            options.add(change);
        }
        return options;
    }

    private static Cli run(String stream, String device, String changes) {
        List<String> arguments = new ArrayList<>(List.of("run", stream, "-q"));
        arguments.addAll(on(device, changes));
        return Cli.run(arguments.toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // transitions write to L2 after the first half has flushed it
                "gcn-vega | clients.transfer=vram | caches.l2: what layout transitions write stays in l2 of role L2 when COPY/TRANSFER_READ comes: no barrier of profile radv-gfx9 afterwards flushes that role there",
                "gcn-vega | clients.transfer=vram rop.readers=[storage] | caches.l2: what layout transitions write stays in l2",
                // tiles are decoded below the caches of compute units
                "gcn-vega | clients.sampled=l2 | rop.readers: sampled enters l2, and compressed tiles are read through a cache of scope computeUnit",
                "seed-discrete-vram | clients.inputAttachment=vram | rop.readers: inputAttachment enters vram",
                // what is done if pending is not done where nothing has made it so
                "adreno-6xx | clients.storage=vram | caches.uche: what COMPUTE_SHADER/SHADER_STORAGE_WRITE writes may be hidden by older lines of uche",
            })
    void what_no_barrier_keeps_coherent_is_refused(String device, String changes, String message) {
        Cli run = run("graphics/color-write-transfer-read-cured", device, changes);

        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).contains(message);
    }

    @ParameterizedTest
    @CsvSource({
        "gcn-vega, clients.transfer=vram rop.compression=[] rop.clearColors=[], color-write-transfer-read-cured",
        "gcn-vega, clients.sampled=l2 rop.readers=[inputAttachment], depth-write-sampled-read-cured",
        "gcn-vega, rop.readers=[storage], color-write-transfer-read-cured",
        "seed-discrete-l2, clients.transfer=l2 rop.readers=[], compressed-copy-through-buffer-cured",
    })
    void others_are_clean(String device, String changes, String stream) {
        Cli run = run("graphics/" + stream, device, changes);

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(ExitCode.CLEAN);
    }
}
