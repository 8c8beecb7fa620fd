// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.source.SourceReader;
import dev.sluice.device.GpuSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** The invented device of {@code full.yaml}. */
public final class TestDevice {
    static final Catalog CATALOG = new Catalog() {
        @Override
        public Collection<String> dramPresets() {
            return List.of("test-dram");
        }

        @Override
        public byte[] dramPreset(String name) {
            return name.equals("test-dram") ? bytes("test-dram.yaml") : null;
        }

        @Override
        public Collection<String> profiles() {
            return List.of("l2", "vram");
        }

        @Override
        public Collection<String> replacementPolicies() {
            return List.of("lru", "plru");
        }
    };

    private TestDevice() {}

    static String text() {
        return new String(bytes("full.yaml"), StandardCharsets.UTF_8);
    }

    public static GpuSpec spec() {
        return read(text());
    }

    static GpuSpec read(String text) {
        return new DeviceReader(CATALOG).read("device.yaml", text.getBytes(StandardCharsets.UTF_8));
    }

    /** The same tree as JSON. */
    public static String json(String yaml) {
        return json(SourceReader.read("x.yaml", yaml.getBytes(StandardCharsets.UTF_8)));
    }

    private static String json(Node node) {
        if (node instanceof MapNode map) {
            return map.entries().stream()
                    .map(entry -> "\"" + entry.key() + "\": " + json(entry.value()))
                    .collect(Collectors.joining(",\n ", "{", "}"));
        }
        if (node instanceof ListNode list) {
            return list.items().stream().map(TestDevice::json).collect(Collectors.joining(", ", "[", "]"));
        }
        ScalarNode scalar = (ScalarNode) node;
        if (scalar.isNull()) {
            return "null";
        }
        return scalar.kind() == ScalarNode.Kind.TEXT || scalar.text().startsWith("0x")
                ? "\""
                        + scalar.text()
                                .replace("\\", "\\\\")
                                .replace("\"", "\\\"")
                                .replace("\n", "\\n") + "\""
                : scalar.text();
    }

    private static byte[] bytes(String name) {
        try (InputStream in = Objects.requireNonNull(TestDevice.class.getResourceAsStream(name), name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
