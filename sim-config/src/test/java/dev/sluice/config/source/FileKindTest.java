// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.device.DeviceSource;
import dev.sluice.config.device.Overrides;
import dev.sluice.config.profile.BarrierProfileReader;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.config.sweep.SweepReader;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FileKindTest {
    private static final byte[] STREAM = bytes("sluice: 1\nname: s\nmemory: []\n");
    private static final byte[] DEVICE = bytes("sluice: 1\nname: d\nclients: {}\n");
    private static final byte[] SWEEP = bytes("sluice: 1\nname: w\nvary: {}\n");

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void names_the_kind_of_a_file_in_the_place_of_another() {
        assertThatThrownBy(() -> DeviceSource.of("a.yaml", STREAM, Overrides.NONE))
                .hasMessage("a.yaml: is a stream, and a device is needed here");
        assertThatThrownBy(() -> StreamReader.read("a.yaml", DEVICE, null))
                .hasMessage("a.yaml: is a device, and a stream is needed here");
        assertThatThrownBy(() -> SweepReader.read("a.yaml", STREAM))
                .hasMessage("a.yaml: is a stream, and a sweep is needed here");
        assertThatThrownBy(() -> BarrierProfileReader.read("a.yaml", SWEEP))
                .hasMessage("a.yaml: is a sweep, and a barrier profile is needed here");
    }

    @Test
    void takes_a_sweep_whose_key_of_what_varies_is_misspelled_for_a_sweep() {
        byte[] text = bytes("sluice: 1\nname: w\nstreams: a.yaml\nvarry: {seed: [1, 2]}\n");

        assertThat(FileKind.of(SourceReader.readMap("a.yaml", text))).contains(FileKind.SWEEP);
        assertThatThrownBy(() -> SweepReader.read("a.yaml", text))
                .hasMessageContaining("a.yaml:4:1: unknown key 'varry'; did you mean 'vary'?");
    }

    @Test
    void takes_a_file_without_keys_that_tell_its_kind_for_what_is_needed() {
        MapNode root = SourceReader.readMap("a.yaml", bytes("sluice: 1\nname: s\n"));

        assertThat(FileKind.of(root)).isEmpty();
        assertThatCode(() -> FileKind.STREAM.require(root)).doesNotThrowAnyException();
    }
}
