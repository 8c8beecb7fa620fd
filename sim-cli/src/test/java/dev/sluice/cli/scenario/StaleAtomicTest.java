// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A read that is stale by an atomic is told with what the atomic was to leave. */
final class StaleAtomicTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "atomic.add.u32 x[other], 5 | 08 00 00 00 08 00 00 00",
                "atomic.exchange.u32 x[other], 258 | 02 01 00 00 02 01 00 00",
                "atomic.compareExchange.u32 x[other], 3, 43981 | cd ab 00 00 cd ab 00 00",
                "atomic.compareExchange.u32 x[other], 4, 43981 | 03 00 00 00 03 00 00 00",
                "atomic.min.i32 x[other], 2 | 02 00 00 00 02 00 00 00"
            })
    void what_the_atomic_leaves_is_expected(String atomic, String expected) throws IOException {
        Path broken = Path.of(System.getProperty("sluice.root", "."), "configs/streams/scenarios/stale-l1-broken.yaml");
        Path stream = Files.writeString(
                folder.resolve("s.yaml"),
                Files.readString(broken).replace("store.u32 x[other] = other + 1", "v = " + atomic));

        JsonNode result = JsonMapper.builder()
                .build()
                .readTree(Cli.run("run", stream.toString(), "--json").out());

        JsonNode stale = result.get("staleReads").get(0);
        assertThat(stale.get("got").asString()).isEqualTo("03 00 00 00 03 00 00 00");
        assertThat(stale.get("expected").asString()).isEqualTo(expected);
        assertThat(stale.get("writer").asString()).isEqualTo("submit0.4");
    }
}
