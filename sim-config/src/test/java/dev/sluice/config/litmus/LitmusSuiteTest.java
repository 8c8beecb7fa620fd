// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.check.litmus.Check;
import dev.sluice.check.litmus.LitmusResult;
import dev.sluice.check.litmus.LitmusTest;
import dev.sluice.config.Presets;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every litmus test that is shipped, and for those of KhronosGroup/Vulkan-MemoryModel (3a8b3583, CC-BY 4.0) the verdicts of
 * the formal model, in {@code litmus/verdicts.json}.
 */
final class LitmusSuiteTest {
    private static List<String> presets() {
        return Presets.onClasspath().list(Presets.Kind.LITMUS);
    }

    private static LitmusTest read(String name) {
        return LitmusReader.read(name, Presets.onClasspath().read(Presets.Kind.LITMUS, name));
    }

    private static JsonNode verdicts() throws IOException {
        try (InputStream in = LitmusSuiteTest.class.getResourceAsStream("/litmus/verdicts.json")) {
            return JsonMapper.builder().build().readTree(in).path("tests");
        }
    }

    @ParameterizedTest
    @MethodSource("presets")
    void every_check_of_a_shipped_test_holds(String name) {
        LitmusResult result = LitmusResult.of(read(name));

        assertThat(result.test().program().name()).isEqualTo(name.substring(name.lastIndexOf('/') + 1));
        assertThat(result.checks())
                .isNotEmpty()
                .allSatisfy(check -> assertThat(check.ok())
                        .as(name + ": " + check.check().text())
                        .isTrue());
    }

    @ParameterizedTest
    @MethodSource("verdicts")
    void verdicts_are_those_of_the_formal_model(JsonNode verdict) {
        LitmusResult result = LitmusResult.of(read(verdict.path("test").stringValue()));
        String expected = verdict.path("summary").stringValue();
        JsonNode checks = verdict.path("checks");

        switch (expected) {
            case "forbidden", "allowed, racy", "allowed, race-free" ->
                assertThat(result.chains().verdict().key()).isEqualTo(expected.replace("allowed, ", ""));
            case "allowed (race-free execution exists)" ->
                assertThat(result.chains().raceFree()).isNotNull();
            case "allowed (racy execution exists)" ->
                assertThat(result.chains().racy()).isNotNull();
            default -> throw new AssertionError(expected);
        }
        assertThat(result.checks()).hasSize(checks.size());
        for (int i = 0; i < checks.size(); i++) {
            boolean satisfiable = checks.get(i).path("expected").stringValue().equals("SATISFIABLE");
            Check check = result.checks().get(i).check();
            assertThat(check.chains())
                    .isEqualTo(!checks.get(i).path("check").stringValue().startsWith("NOCHAINS"));
            assertThat(result.checks().get(i).possible()).as(check.text()).isEqualTo(satisfiable);
        }
    }

    @Test
    void the_suite_has_89_tests_and_172_checks() throws IOException {
        int tests = 0;
        int checks = 0;
        for (JsonNode verdict : verdicts()) {
            tests++;
            checks += verdict.path("checks").size();
        }
        assertThat(tests).isEqualTo(89);
        assertThat(checks).isEqualTo(172);
        assertThat(presets()).filteredOn(name -> !name.contains("/")).hasSize(89);
        assertThat(presets()).filteredOn(name -> name.contains("/")).hasSizeGreaterThanOrEqualTo(80);
    }
}
