// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NearestNameTest {
    private static final List<String> DEVICES = List.of("nvidia-v100", "rdna2-6900xt", "tiny-1", "tiny-2", "gcn-vega");

    @ParameterizedTest
    @CsvSource({
        "v100, nvidia-v100",
        "V100, nvidia-v100",
        "6900, rdna2-6900xt",
        "rdna26900, rdna2-6900xt",
        "vega, gcn-vega",
        "nvida-v10, nvidia-v100"
    })
    void a_part_of_a_name_is_enough(String said, String meant) {
        assertThat(NearestName.of(said, DEVICES)).contains(meant);
    }

    @Test
    void a_part_of_several_names_says_nothing() {
        assertThat(NearestName.partly("tiny", DEVICES)).isNull();
    }

    @Test
    void two_letters_are_no_part() {
        assertThat(NearestName.partly("xt", DEVICES)).isNull();
    }

    @Test
    void words_of_flags_and_keys_are_parts() {
        List<String> names = List.of("SHADER_STORAGE_WRITE", "TRANSFER_READ", "memorySide", "writeBack");

        assertThat(NearestName.of("storage_write", names)).contains("SHADER_STORAGE_WRITE");
        assertThat(NearestName.of("side", names)).contains("memorySide");
    }

    @Test
    void the_words_of_a_name_may_stand_in_another_order() {
        List<String> names = List.of("repeat", "hostWrite", "hostRead", "waitForFences");

        assertThat(NearestName.of("writeHost", names)).contains("hostWrite");
        assertThat(NearestName.of("READ_HOST", names)).contains("hostRead");
    }
}
