// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Barriers one behind the other: what each is needed for is more than it says itself, because others say the rest. */
final class ChainsTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String CHAIN = "scenarios/line-dirty-lost-write-cured";

    private static JsonNode verdict(int index) {
        return JSON.readTree(Cli.run("check", CHAIN, "--json").out())
                .get("verdicts")
                .get(index);
    }

    @Test
    void a_barrier_whose_parts_are_all_used_is_not_wider_for_what_others_of_its_chain_say() {
        for (int index : new int[] {0, 1, 3}) {
            JsonNode verdict = verdict(index);
            assertThat(verdict.get("verdict").asString()).as(verdict.toString()).isEqualTo("needed and present");
            assertThat(verdict.get("narrowest")).isEqualTo(verdict.get("barrier"));
        }
    }

    @Test
    void what_is_enough_is_part_of_what_the_barrier_says() {
        JsonNode verdict = verdict(2);

        assertThat(verdict.get("verdict").asString()).isEqualTo("wider than needed");
        assertThat(verdict.at("/narrowest/srcStage")).isEqualTo(verdict.at("/barrier/srcStage"));
        assertThat(verdict.at("/narrowest/srcAccess")).isEqualTo(verdict.at("/barrier/srcAccess"));
        assertThat(verdict.at("/narrowest/dstStage")).isEqualTo(verdict.at("/barrier/dstStage"));
        assertThat(verdict.at("/narrowest/dstAccess").toString()).isIn("[]", "[\"NONE\"]");
    }

    @Test
    void a_narrower_form_of_it_is_not_refused_for_a_hazard_that_is_none() {
        Cli advice = Cli.run("advise", CHAIN, "--barrier", "submit0.5", "--as", "narrow");

        assertThat(advice.code()).as(advice.out()).isZero();
        assertThat(advice.out())
                .contains("COPY/TRANSFER_WRITE > COMPUTE_SHADER")
                .contains("the same bytes are left");
    }
}
