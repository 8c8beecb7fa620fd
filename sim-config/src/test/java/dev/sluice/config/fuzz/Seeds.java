// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.fuzz;

import dev.sluice.config.Presets;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Inputs to begin with: what Sluice ships, as far as it is small enough to be read some hundred times a second. */
public final class Seeds {
    private static final int LARGEST = 16 << 10;

    private Seeds() {}

    /** The shipped files of a kind with an ending. */
    public static List<byte[]> presets(Presets.Kind kind, String ending) {
        List<byte[]> seeds = new ArrayList<>();
        for (String name : Presets.onClasspath().list(kind)) {
            Presets.Preset preset = Presets.onClasspath().find(kind, name).orElseThrow();
            byte[] bytes = preset.bytes();
            if (preset.path().endsWith(ending) && bytes.length <= LARGEST) {
                seeds.add(bytes);
            }
        }
        return seeds;
    }

    /** The same files, written in YAML, as JSON. */
    static List<byte[]> asJson(List<byte[]> yaml) {
        YAMLMapper from = YAMLMapper.builder().build();
        JsonMapper to = JsonMapper.builder().build();
        return yaml.stream()
                .map(bytes -> to.writeValueAsBytes(from.readTree(bytes)))
                .toList();
    }

    /** The texts of all kernels in the shipped streams. */
    static List<byte[]> kernels() {
        YAMLMapper from = YAMLMapper.builder().build();
        List<byte[]> seeds = new ArrayList<>();
        for (byte[] stream : presets(Presets.Kind.STREAMS, ".yaml")) {
            for (JsonNode kernel : from.readTree(stream).path("kernels")) {
                seeds.add(kernel.path("code").asString().getBytes(StandardCharsets.UTF_8));
            }
        }
        return seeds;
    }

    static List<byte[]> texts(String... texts) {
        List<byte[]> seeds = new ArrayList<>();
        for (String text : texts) {
            seeds.add(text.getBytes(StandardCharsets.UTF_8));
        }
        return seeds;
    }
}
