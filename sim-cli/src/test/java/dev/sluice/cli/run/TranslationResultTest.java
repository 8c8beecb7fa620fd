// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What address translation cost, where nothing is drawn. */
final class TranslationResultTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String BUFFERS = "pages.tlb={entries: 1, ways: 1}";

    private static JsonNode tlb(String... arguments) {
        Cli cli = Cli.run(arguments);
        assertThat(cli.code()).as(cli.err()).isZero();
        return JSON.readTree(cli.out()).path("tlb");
    }

    @Test
    void a_run_without_images_tells_it(@TempDir Path folder) {
        String stream = "scenarios/stale-l1-cured-barrier";

        JsonNode tlb = tlb("run", stream, "-d", "tiny-2", "--set", BUFFERS, "--json", "--csv", folder.toString());

        assertThat(tlb.path("lookups").asInt()).isPositive();
        assertThat(tlb.path("walks").asInt()).isPositive();
        assertThat(folder.resolve("graphics.csv"))
                .content()
                .contains("tlb.walks," + tlb.path("walks").asInt());
        assertThat(tlb("run", stream, "-d", "tiny-2", "--json").isNull()).isTrue();
    }

    @Test
    void a_replay_tells_it(@TempDir Path folder) throws Exception {
        Path trace = Files.writeString(folder.resolve("t.csv"), "address\n0\n0x10000\n0\n");

        JsonNode tlb =
                tlb("replay", trace.toString(), "-d", "tiny-1", "--outstanding", "1", "--set", BUFFERS, "--json");

        assertThat(tlb.path("lookups").asInt()).isEqualTo(3);
        assertThat(tlb.path("hits").asInt()).isZero();
        assertThat(tlb.path("sharedHits").asInt()).isEqualTo(1);
        assertThat(tlb.path("walks").asInt()).isEqualTo(2);
    }
}
