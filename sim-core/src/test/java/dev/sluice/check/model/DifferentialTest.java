// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The checker against {@link LiteralModel}, on random programs. */
final class DifferentialTest {
    private static final int PROGRAMS = Integer.getInteger("sluice.litmus.programs", 1000);

    @Test
    void should_agree_with_the_literal_model_on_random_programs() {
        Map<LitmusVerdict, Integer> verdicts = new EnumMap<>(LitmusVerdict.class);
        int sequences = 0;
        for (int seed = 0; seed < PROGRAMS; seed++) {
            MemoryProgram program = new RandomPrograms(seed).next(6);
            ModelFindings chains = compare(program, true, seed);
            compare(program, false, seed);
            verdicts.merge(chains.verdict(), 1, Integer::sum);
            sequences += !chains.releaseSequences().isEmpty()
                            && chains.releaseSequences().last() > 1
                    ? 1
                    : 0;
        }
        // the programs are no idle ones
        assertThat(verdicts.keySet()).containsExactlyInAnyOrder(LitmusVerdict.values());
        assertThat(sequences).isGreaterThan(PROGRAMS / 50);
    }

    @Test
    void should_agree_with_the_literal_model_on_chains_of_hand_overs() {
        int chainsMatter = 0;
        int raceFree = 0;
        for (int seed = 0; seed < PROGRAMS; seed++) {
            MemoryProgram program = new RandomPrograms(seed).nextHandOver();
            ModelFindings chains = compare(program, true, seed);
            ModelFindings noChains = compare(program, false, seed);
            chainsMatter += sameRaces(chains, noChains) ? 0 : 1;
            raceFree += chains.verdict() == LitmusVerdict.RACE_FREE ? 1 : 0;
        }
        assertThat(chainsMatter).isGreaterThan(PROGRAMS / 100);
        assertThat(raceFree).isGreaterThan(PROGRAMS / 20);
    }

    private static boolean sameRaces(ModelFindings one, ModelFindings other) {
        return one.verdict() == other.verdict() && (one.raceFree() == null) == (other.raceFree() == null);
    }

    private static ModelFindings compare(MemoryProgram program, boolean chains, int seed) {
        LiteralModel literal = new LiteralModel(program, chains);
        literal.run();
        ModelFindings found = ModelChecker.check(program, chains, true);
        String which = "seed " + seed + ", chains " + chains + ": " + program;
        assertThat(found.racy() != null).as("racy; " + which).isEqualTo(literal.racy);
        assertThat(found.raceFree() != null).as("race-free; " + which).isEqualTo(literal.raceFree);
        assertThat(found.executions()).as("executions; " + which).isEqualTo(literal.executions);
        assertThat(found.releaseSequences())
                .as("release sequences; " + which)
                .containsExactlyElementsOf(literal.releaseSequences);
        assertThat(found.raceOfAnyExecution()).as("any race; " + which).isEqualTo(literal.raceOfAny);
        return found;
    }
}
