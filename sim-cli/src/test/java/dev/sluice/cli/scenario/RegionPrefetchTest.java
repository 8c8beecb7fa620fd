// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Dependencies by region where a cache brings lines in that nobody asked for. */
final class RegionPrefetchTest {

    @Test
    void a_prefetched_line_of_a_square_that_is_not_drawn_yet_is_not_read_stale() {
        List<String> arguments = new ArrayList<>(
                List.of("run", "input-attachment-cured-by-region", "-q", "--device", "seed-discrete-l2"));
        for (String key : List.of(
                "barriers=radv-gfx10",
                "clients.inputAttachment=l2",
                "clients.sampled=l1",
                "clients.uniform=l2",
                "clients.index=l2",
                "clients.vertexAttribute=l2",
                "clients.indirect=l2",
                "caches.l2={role: L2, scope: device, parent: vram, ways: 3, slices: 4, size: 6KiB, queue: 1, write: back,"
                        + " atomics: true, prefetch: stream}",
                "network={}",
                "computeUnits.count=3",
                "rop.readers=[sampled]")) {
            arguments.addAll(List.of("--set", key));
        }
        Cli cli = Cli.run(arguments.toArray(String[]::new));

        assertThat(cli.code()).as(cli.out() + cli.err()).isZero();
    }
}
