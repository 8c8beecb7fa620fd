// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.calls.CallEntry;
import dev.sluice.config.calls.CallEntry.Standing;
import dev.sluice.config.calls.CallTable;
import org.junit.jupiter.api.Test;

class CallTableAgreesTest {
    @Test
    void exactly_the_calls_with_a_handler_are_imported() {
        assertThat(CallTable.shipped().entries().stream()
                        .filter(entry -> entry.standing() == Standing.IMPORTED)
                        .map(CallEntry::call)
                        .filter(call -> call.startsWith("vk")))
                .as("calls.tsv says 'imported' where a register() method has a handler, and nowhere else")
                .containsExactlyInAnyOrderElementsOf(CaptureImporter.handled(CaptureFixture.TARGET));
    }

    @Test
    void exactly_the_meta_blocks_that_are_taken_are_imported() {
        assertThat(CallTable.shipped().entries().stream()
                        .filter(entry -> entry.standing() == Standing.IMPORTED)
                        .map(CallEntry::call)
                        .filter(call -> !call.startsWith("vk")))
                .containsExactlyInAnyOrderElementsOf(
                        GfxrFile.TAKEN.stream().map(MetaBlocks::name).toList());
    }
}
