// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.device.Devices;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.HostOperation;
import dev.sluice.program.StreamProgram;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The examples of the formats page load as they stand there, without the dots that stand for more. */
final class FormatsExamplesTest {
    private static byte[] resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(FormatsExamplesTest.class.getResourceAsStream(name), name)) {
            return in.readAllBytes();
        }
    }

    private static GpuSpec device() throws IOException {
        return Devices.reader().read("formats.yaml", resource("device/formats.yaml"));
    }

    private static StreamProgram stream() throws IOException {
        return StreamReader.read("formats.yaml", resource("stream/formats.yaml"), null)
                .resolve(Devices.load("seed-discrete-l2"));
    }

    @Test
    void the_device_loads() throws IOException {
        assertThat(device().name()).isEqualTo("seed-discrete-l2");
        assertThat(device().caches())
                .extracting(CacheSpec::name)
                .containsExactly("l1", "tex", "uni", "l2", "ropColor", "ropDepth", "ropColorMeta", "ropDepthMeta");
    }

    @Test
    void what_the_device_says_is_what_the_shipped_one_has() throws IOException {
        GpuSpec shipped = Devices.load("seed-discrete-l2");

        for (String cache : new String[] {"l1", "tex", "uni", "l2"}) {
            assertThat(device().cache(cache)).isEqualTo(shipped.cache(cache));
        }
        assertThat(device().clients()).isEqualTo(shipped.clients());
        assertThat(device().vram()).isEqualTo(shipped.vram());
        assertThat(device().host().link())
                .usingRecursiveComparison()
                .ignoringFields("credits") // of the shipped one fewer than the link has tags
                .isEqualTo(shipped.host().link());
    }

    @Test
    void a_tile_cache_that_says_no_more_writes_back() throws IOException {
        assertThat(device().cache("ropColor").policy().write()).isEqualTo(CacheSpec.WritePolicy.BACK);
        assertThat(device().cache("ropColor").policy().dirty()).isEqualTo(CacheSpec.DirtyTracking.LINE);
    }

    @Test
    void the_stream_loads() throws IOException {
        assertThat(stream().threads().get(0).operations())
                .extracting(HostOperation::kind)
                .containsExactly("hostWrite", "queueSubmit", "waitForFences", "hostRead");
        assertThat(stream().buffers()).hasSize(2);
    }

    @Test
    void what_the_stream_cannot_do_is_noted() throws IOException {
        assertThat(stream().notes())
                .containsExactly(
                        "nothing brings semaphore 's' to the value 1 that formats.yaml:25:16 waits for: the run cannot"
                                + " end");
    }
}
