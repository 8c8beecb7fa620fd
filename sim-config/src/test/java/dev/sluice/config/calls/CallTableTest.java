// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.calls.CallEntry.Standing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CallTableTest {
    private static final CallTable TABLE = CallTable.shipped();
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static JsonNode arguments(String json) {
        return JSON.readTree(json.replace('\'', '"'));
    }

    @Test
    void every_command_of_the_registry_stands_in_the_table() throws IOException {
        List<String> registry;
        try (InputStream in =
                Objects.requireNonNull(CallTableTest.class.getResourceAsStream("/calls/registry.txt"), "registry")) {
            registry = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
        // a call twice is refused when the table is read
        assertThat(TABLE.entries().stream().map(CallEntry::call).filter(call -> call.startsWith("vk")))
                .containsExactlyInAnyOrderElementsOf(registry);
    }

    @Test
    void what_is_not_understood_says_what_it_can_change_and_nothing_else_does() {
        assertThat(TABLE.entries())
                .allSatisfy(entry -> assertThat(entry.change() != null)
                        .as(entry.call())
                        .isEqualTo(entry.standing() == Standing.NOT_UNDERSTOOD));
    }

    @Test
    void every_call_that_is_left_out_has_a_short_reason() {
        assertThat(TABLE.entries())
                .filteredOn(entry -> entry.standing() != Standing.IMPORTED)
                .allSatisfy(entry -> assertThat(entry.reason())
                        .as(entry.call())
                        .hasSizeBetween(5, 110)
                        .doesNotContain("|"));
    }

    @Test
    void a_call_that_is_in_no_line_may_change_anything() {
        CallEntry entry = TABLE.of("vkCmdSetEverythingEXT");

        assertThat(entry.change()).isEqualTo(Change.ANYTHING);
        assertThat(entry.matters(arguments("{}"))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "vkWaitForPresentKHR, SYNCHRONIZATION",
        "vkImportSemaphoreFdKHR, SYNCHRONIZATION",
        "vkCmdBindResourceHeapEXT, RESOURCES",
        "vkBindAccelerationStructureMemoryNV, RESOURCES",
        "vkCmdTraceRaysNV, WORK",
        "vkCmdWriteBufferMarkerAMD, WORK",
        "vkCopyImageToMemoryEXT, WORK",
        "InitTensorCommand, CONTENTS",
        "vkCmdSetFragmentShadingRateKHR, TIMING"
    })
    void says_what_leaving_a_call_out_can_change(String call, Change change) {
        assertThat(TABLE.of(call).change()).isEqualTo(change);
    }

    @ParameterizedTest
    @ValueSource(strings = {"vkCmdSetLineWidth", "vkGetPhysicalDeviceFeatures2", "vkDestroyBuffer", "annotation"})
    void knows_what_is_harmless(String call) {
        assertThat(TABLE.of(call).matters(arguments("{}"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "vkCmdSetCoverageToColorEnableNV, {'coverageToColorEnable':0}, false",
                "vkCmdSetCoverageToColorEnableNV, {'coverageToColorEnable':false}, false",
                "vkCmdSetCoverageToColorEnableNV, {'coverageToColorEnable':1}, true",
                "vkCmdSetCoverageToColorEnableNV, {}, true",
                "vkCmdSetExclusiveScissorEnableNV, \"{'pExclusiveScissorEnables':[0,0]}\", false",
                "vkCmdSetExclusiveScissorEnableNV, \"{'pExclusiveScissorEnables':[0,1]}\", true",
                "vkCmdSetExclusiveScissorEnableNV, {'pExclusiveScissorEnables':[]}, true"
            })
    void state_that_switches_nothing_on_is_harmless(String call, String json, boolean matters) {
        assertThat(TABLE.of(call).matters(arguments(json))).isEqualTo(matters);
    }
}
