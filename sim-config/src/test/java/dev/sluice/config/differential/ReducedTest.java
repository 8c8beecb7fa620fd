// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.device.Devices;
import dev.sluice.device.GpuSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams on which checker and machine once disagreed, reduced by {@link StreamReducer}: free of hazards, and of findings. */
final class ReducedTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"alias-takes-over", "arguments-again", "loaded-and-read-as-input", "overwritten-past-the-cache"})
    void the_two_truths_agree_on_every_device(String name) throws IOException {
        String stream = read(name + ".yaml");
        for (String device : Devices.names()) {
            GpuSpec spec = Devices.load(device);
            Truths truths = new Truths(spec, stream);
            assertThat(truths.clean()).as(device).isTrue();
            assertThat(truths.finding(0)).as(device).isEmpty();
        }
    }

    private static String read(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(ReducedTest.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
