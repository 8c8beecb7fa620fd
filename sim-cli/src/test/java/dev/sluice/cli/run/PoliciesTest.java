// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Replacement policies, their parameters, lines that persist and the bound, as people ask for them. */
final class PoliciesTest {

    private static final Path EXAMPLE =
            Path.of(Objects.requireNonNull(System.getProperty("sluice.root"))).resolve("docs/examples/reuse.yaml");
    private static final String SIZE = "caches.l2.size=256KiB";
    private static final String LOAD = "v = load.u32 x[gid + i * 2048]";

    @TempDir
    private Path folder;

    /** Four passes over 384 KiB. */
    private Path reuse;

    @BeforeEach
    void shrink() throws IOException {
        reuse = Files.writeString(
                folder.resolve("reuse.yaml"),
                Files.readString(EXAMPLE)
                        .replace("3MiB", "384KiB")
                        .replace("16384", "2048")
                        .replace("[256]", "[32]"));
    }

    private static JsonNode l2(Path stream, String... settings) {
        List<String> arguments =
                new ArrayList<>(List.of("run", stream.toString(), "--timing-only", "--json", "--set", SIZE));
        arguments.addAll(List.of(settings));
        Cli run = Cli.run(arguments.toArray(String[]::new));
        assertThat(run.err()).isEmpty();
        return JsonMapper.shared().readTree(run.out()).get("caches").get("l2");
    }

    private static double hitRate(JsonNode cache) {
        return cache.get("readHits").asDouble() / cache.get("reads").asDouble();
    }

    @Test
    void the_bound_stands_beside_the_hits_and_no_policy_passes_it() {
        for (String policy : List.of("lru", "ship", "hawkeye", "mockingjay", "sdbp")) {
            JsonNode cache = l2(reuse, "--optimal", "--set", "caches.l2.replacement=" + policy);
            JsonNode optimal = cache.get("optimal");
            double bound = optimal.get("bypassingHits").asDouble()
                    / optimal.get("sectors").asDouble();
            assertThat(optimal.get("bypassingHits").asLong())
                    .as(policy)
                    .isGreaterThanOrEqualTo(optimal.get("hits").asLong());
            if (policy.equals("lru")) {
                assertThat(hitRate(cache)).isZero();
                assertThat(bound).isBetween(0.49, 0.51);
            } else {
                assertThat(hitRate(cache)).as(policy).isBetween(0.4, bound + 0.01);
            }
        }
        assertThat(l2(reuse).get("optimal").isNull()).isTrue();
    }

    @Test
    void the_report_has_the_bound_as_columns() {
        Cli run = Cli.run("run", reuse.toString(), "--optimal", "--timing-only", "--set", SIZE);
        assertThat(run.out())
                .containsPattern("merged +hits  optimal  bypass  at most\n|evicted +hits  optimal  bypass  at most\n");
        assertThat(Cli.run("run", reuse.toString(), "--timing-only").out()).doesNotContain("at most");
    }

    @Test
    void two_runs_say_the_same() {
        assertThat(l2(reuse, "--optimal", "--set", "caches.l2.replacement=mockingjay"))
                .isEqualTo(l2(reuse, "--optimal", "--set", "caches.l2.replacement=mockingjay"));
    }

    @Test
    void refused_reads_give_the_same_bytes() {
        for (String policy : List.of("mockingjay", "sdbp")) {
            Cli run = Cli.run(
                    "run",
                    reuse.toString(),
                    "-q",
                    "--set",
                    SIZE,
                    "--set",
                    "caches.l2.replacement=" + policy,
                    "--set",
                    "caches.l1.replacement=" + policy);
            assertThat(run.code()).as(run.out()).isZero();
        }
    }

    @Test
    void lines_of_accesses_that_ask_for_it_persist_in_a_share_of_the_cache() throws IOException {
        String text = Files.readString(reuse);
        Path persisting =
                Files.writeString(folder.resolve("persisting.yaml"), text.replace(LOAD, LOAD + " @ persisting"));

        String share = "caches.l2.persisting.share=0.5";
        assertThat(hitRate(l2(persisting, "--set", "caches.l2.replacement=lru")))
                .isZero();
        assertThat(hitRate(l2(persisting, "--set", "caches.l2.replacement=lru", "--set", share)))
                .isGreaterThan(0.2);
        assertThat(hitRate(l2(reuse, "--set", "caches.l2.replacement=lru", "--set", share)))
                .isZero();
        assertThat(hitRate(l2(
                        reuse,
                        "--set",
                        "caches.l2.replacement=lru",
                        "--set",
                        "caches.l2.persisting={share: 0.5, windows: [{from: 0, size: 128KiB}]}")))
                .isGreaterThan(0.2);
    }

    @Test
    void lines_persist_in_a_region_that_takes_no_time_too() throws IOException {
        String text = Files.readString(reuse).replace(LOAD, LOAD + " @ persisting");
        Path functional = Files.writeString(
                folder.resolve("functional.yaml"),
                text.replace("program:\n", "program:\n  - beginStatistics: {name: all, mode: functional}\n")
                        .replace("[done]\n", "[done]\n  - endStatistics\n"));

        String share = "caches.l2.persisting.share=0.5";
        assertThat(hitRate(l2(functional, "--set", "caches.l2.replacement=lru")))
                .isZero();
        assertThat(hitRate(l2(functional, "--set", "caches.l2.replacement=lru", "--set", share)))
                .isGreaterThan(0.2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    replacement.bits=7 | policy 'srrip': must be a whole number from 1 to 6, not '7'
                    replacement.bits=0x7 | policy 'srrip': must be a whole number from 1 to 6, not '0x7'
                    replacement.bits=0x-3 | policy 'srrip': must be a whole number from 1 to 6, not '0x-3'
                    replacement.bits=x | policy 'srrip': must be a whole number from 1 to 6, not 'x'
                    replacement.bit=2 | policy 'srrip': there is no such parameter; there are bits
                    replacement={polcy: srrip} | policy 'lru': there are no parameters; 'policy' names another one
                    replacement.policy=srip | unknown policy 'srip'; did you mean 'ship'?
                    sliceHash=zor | unknown slice hash 'zor'; did you mean 'xor'?
                    persisting.share=2 | persisting.share must be 0 to 1, not 2
                    persisting.share=0.01 | 0.01 of 16 ways is not one
                    persisting.windows=[{from: 0, size: 1KiB}] | without persisting.share no lines persist
                    """)
    void what_is_wrong_is_one_line(String setting, String problem) {
        Cli run = Cli.run(
                "run", reuse.toString(), "--set", "caches.l2.replacement=srrip", "--set", "caches.l2." + setting);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(problem).hasLineCount(1);
    }

    @Test
    void parameters_are_whole_numbers_as_other_keys_have_them() {
        JsonNode decimal = l2(reuse, "--set", "caches.l2.replacement={policy: ship, region: 4096}");
        assertThat(l2(reuse, "--set", "caches.l2.replacement={policy: ship, region: 0x1000}"))
                .isEqualTo(decimal);
    }

    @Test
    void a_line_cannot_be_first_and_last_to_go() throws IOException {
        Path both = Files.writeString(
                folder.resolve("both.yaml"), Files.readString(reuse).replace(LOAD, LOAD + " @ persisting, streaming"));
        Cli run = Cli.run("run", both.toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .contains("'streaming' contradicts 'persisting'; remove one")
                .hasLineCount(1);
    }
}
