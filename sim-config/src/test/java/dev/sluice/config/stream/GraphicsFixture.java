// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import dev.sluice.config.device.TestDevice;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.StreamProgram;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The stream of {@code graphics.yaml}, whole and with one text replaced. */
final class GraphicsFixture {
    private static final GpuSpec DEVICE = TestDevice.spec();

    private GraphicsFixture() {}

    static String text() {
        try (InputStream in = Objects.requireNonNull(GraphicsFixture.class.getResourceAsStream("graphics.yaml"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static StreamProgram read(String text) {
        return StreamReader.read("g.yaml", text.getBytes(StandardCharsets.UTF_8), null)
                .resolve(DEVICE);
    }

    static List<HostOperation> operations() {
        return read(text()).threads().get(0).operations();
    }

    /** The commands of the only submission. */
    static List<Command> commands(String text) {
        return read(text).threads().get(0).operations().stream()
                .filter(HostOperation.QueueSubmit.class::isInstance)
                .map(HostOperation.QueueSubmit.class::cast)
                .findFirst()
                .orElseThrow()
                .commandBuffers()
                .get(0);
    }

    /** The commands of one class, in order. */
    static <T extends Command> List<T> commands(Class<T> type) {
        return commands(text()).stream()
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    /** Replaces a text that must be there; the fault must name the line of the change or one of those below. */
    static void refused(String old, String replacement, String message) {
        assertThat(text()).contains(old);
        String changed = text().replace(old, replacement);
        assertThatThrownBy(() -> read(changed)).isInstanceOfSatisfying(ConfigException.class, e -> {
            assertThat(e.getMessage()).matches("g\\.yaml:[1-9][0-9]*:[1-9][0-9]*: [^\\r\\n]{10,600}");
            assertThat(e.problem()).contains(message);
        });
    }

    /** As {@link #refused}; the fault must stand in the changed line. */
    static void refusedThere(String old, String replacement, String message) {
        refused(old, replacement, message);
        String changed = text().replace(old, replacement);
        assertThatThrownBy(() -> read(changed)).isInstanceOfSatisfying(ConfigException.class, e -> {
            String line = changed.lines().toList().get(e.line() - 1);
            assertThat(line).as("line %s", e.line()).contains(replacement);
            assertThat(e.column()).isBetween(1, line.length());
        });
    }
}
