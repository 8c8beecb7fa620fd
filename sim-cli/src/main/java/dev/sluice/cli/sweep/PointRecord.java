// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What came of a {@link Point}.
 *
 * @param index of the point
 * @param key of the point
 * @param message why there are no metrics; null when there are
 * @param metrics by name, all that there are
 */
public record PointRecord(
        int index, String key, Status status, @Nullable String message, Map<String, BigDecimal> metrics)
        implements Serializable {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /** How a point ended. */
    public enum Status {
        /** It ran to its end. */
        OK,
        /** It could not be run, or not to its end. */
        FAILED,
        /** It was cut off at the cycle given as the last. */
        CUT;

        /** As files spell it. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public PointRecord {
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    }

    /** Whether there are metrics. */
    public boolean ok() {
        return status == Status.OK;
    }

    /** A line of a journal, without its end. */
    public String line() {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("point", index);
        node.put("key", key);
        node.put("status", status.text());
        if (message != null) {
            node.put("message", message);
        }
        if (ok()) {
            ObjectNode numbers = node.putObject("metrics");
            metrics.forEach(numbers::put);
        }
        return MAPPER.writeValueAsString(node);
    }

    /** Reads a line of a journal; null for anything else. */
    public static @Nullable PointRecord of(String line) {
        try {
            JsonNode node = MAPPER.readTree(line);
            String status = node.path("status").asString("");
            Status found = null;
            for (Status one : Status.values()) {
                found = one.text().equals(status) ? one : found;
            }
            if (found == null
                    || !node.path("point").isInt()
                    || !node.path("key").isString()) {
                return null;
            }
            Map<String, BigDecimal> metrics = new LinkedHashMap<>();
            node.path("metrics")
                    .properties()
                    .forEach(entry ->
                            metrics.put(entry.getKey(), entry.getValue().decimalValue()));
            JsonNode message = node.get("message");
            return new PointRecord(
                    node.path("point").intValue(),
                    node.path("key").stringValue(),
                    found,
                    message == null ? null : message.asString(),
                    metrics);
        } catch (JacksonException e) {
            return null;
        }
    }
}
