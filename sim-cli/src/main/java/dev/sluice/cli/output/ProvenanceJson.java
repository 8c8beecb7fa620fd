// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.cli.input.Input;
import dev.sluice.cli.input.Provenance;
import dev.sluice.config.device.DeviceSource;
import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a run was made of, in {@code result.json}. */
final class ProvenanceJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ProvenanceJson() {}

    /** The files with their hashes. */
    static void putInputs(ObjectNode root, Provenance provenance) {
        ArrayNode inputs = root.putArray("inputs");
        for (Input input : provenance.inputs()) {
            inputs.addObject()
                    .put("kind", input.kind())
                    .put("name", input.name())
                    .put("sha256", input.hash().get());
        }
    }

    /** The device as a device file; null where there was none. */
    static void putDevice(ObjectNode root, Provenance provenance) {
        DeviceSource device = provenance.device();
        root.set("resolvedDevice", device == null ? NODES.nullNode() : json(device.resolved()));
    }

    private static JsonNode json(Node node) {
        if (node instanceof MapNode map) {
            ObjectNode object = NODES.objectNode();
            map.entries().forEach(entry -> object.set(entry.key(), json(entry.value())));
            return object;
        }
        if (node instanceof ListNode list) {
            ArrayNode array = NODES.arrayNode();
            list.items().forEach(item -> array.add(json(item)));
            return array;
        }
        return scalar((ScalarNode) node);
    }

    private static JsonNode scalar(ScalarNode scalar) {
        return switch (scalar.kind()) {
            case NULL -> NODES.nullNode();
            case BOOLEAN -> NODES.booleanNode(Boolean.parseBoolean(scalar.text()));
            case DECIMAL -> NODES.numberNode(new BigDecimal(scalar.text().replace("_", "")));
            case INTEGER -> {
                BigInteger number = scalar.integer();
                yield number == null ? NODES.stringNode(scalar.text()) : NODES.numberNode(number);
            }
            case TEXT -> NODES.stringNode(scalar.text());
        };
    }
}
