// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.profile;

import static dev.sluice.config.profile.BarrierTables.map;
import static dev.sluice.config.profile.BarrierTables.maps;
import static dev.sluice.config.profile.BarrierTables.text;
import static dev.sluice.config.profile.BarrierTables.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.source.MapNode;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.BarrierProfile;
import dev.sluice.program.sync.BarrierResolver;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.ResolvedActions;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every barrier of {@code vectors.json} gives the expected actions with every shipped profile. */
final class BarrierVectorsTest {
    private static final List<MapNode> VECTORS = maps(BarrierTables.read("vectors.json"), "vectors");
    private static final Map<String, BarrierProfile> PROFILES = profiles();

    private static Map<String, BarrierProfile> profiles() {
        Map<String, BarrierProfile> profiles = new TreeMap<>();
        Profiles.names().forEach(name -> profiles.put(name, Profiles.load(name)));
        return profiles;
    }

    private static List<Arguments> cases() {
        List<Arguments> cases = new ArrayList<>();
        for (MapNode vector : VECTORS) {
            for (MapNode.Entry expected : map(vector, "expect").entries()) {
                cases.add(Arguments.of(text(vector, "name"), expected.key(), vector, expected.value()));
            }
        }
        return cases;
    }

    @Test
    void there_are_nineteen_barriers_for_each_of_eleven_profiles() {
        assertThat(PROFILES).hasSize(11);
        assertThat(cases()).hasSize(209);
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("cases")
    void a_barrier_resolves_to_the_expected_actions(String barrier, String profile, MapNode vector, MapNode expected) {
        ResolvedActions actions = new BarrierResolver(Objects.requireNonNull(PROFILES.get(profile), profile))
                .resolve(
                        Stages.parseAll(texts(vector, "srcStage")),
                        Accesses.parseAll(texts(vector, "srcAccess")),
                        Stages.parseAll(texts(vector, "dstStage")),
                        Accesses.parseAll(texts(vector, "dstAccess")),
                        QueueCapabilities.ALL);

        assertThat(actions.src()).as(barrier).map(Object::toString).isEqualTo(texts(expected, "src"));
        assertThat(actions.dst()).as(barrier).map(Object::toString).isEqualTo(texts(expected, "dst"));
    }
}
