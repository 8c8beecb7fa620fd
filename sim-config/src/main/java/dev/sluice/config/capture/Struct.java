// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.ConfigException;
import dev.sluice.config.calls.StructureTable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A Vulkan structure of a call, read by the names of its fields.
 *
 * <p>64-bit values are unsigned and come as the {@code long} of the same bits. A handle is a positive number; the null
 * handle is 0. Whatever is missing or of another shape is a {@link ConfigException} that names call and field.
 */
final class Struct {
    /** {@code VK_WHOLE_SIZE}. */
    static final long WHOLE_SIZE = -1;

    private final Call call;
    private final JsonNode node;
    private final String path;

    Struct(Call call, JsonNode node, String path) {
        this.call = call;
        this.node = node;
        this.path = path;
    }

    Call call() {
        return call;
    }

    /** Whether the field is there and not null. */
    boolean has(String key) {
        JsonNode value = node.path(key);
        return !value.isMissingNode() && !value.isNull();
    }

    /** The value of a field as it stands. */
    JsonNode raw(String key) {
        return node.path(key);
    }

    /** A number of at most 64 bits. */
    long number(String key) {
        if (!has(key)) {
            throw error(key, "is missing");
        }
        return number(node.path(key), key);
    }

    long number(String key, long absent) {
        return has(key) ? number(node.path(key), key) : absent;
    }

    /** A number that counts bytes or things and so lies below 2^62. */
    long size(String key) {
        long value = number(key);
        if (value < 0 || value >= 1L << 62) {
            throw error(key, Long.toUnsignedString(value) + " is too large");
        }
        return value;
    }

    long handle(String key) {
        return has(key) ? handle(node.path(key), key) : 0;
    }

    List<Long> handles(String key) {
        List<Long> result = new ArrayList<>();
        for (JsonNode item : items(key)) {
            result.add(handle(item, key));
        }
        return result;
    }

    List<Long> numbers(String key) {
        List<Long> result = new ArrayList<>();
        for (JsonNode item : items(key)) {
            result.add(number(item, key));
        }
        return result;
    }

    List<String> texts(String key) {
        List<String> result = new ArrayList<>();
        for (JsonNode item : items(key)) {
            result.add(item.isString() ? item.stringValue() : "");
        }
        return result;
    }

    /** A number with a fraction; {@code absent} when the field is missing, and 0 for what JSON has no form for. */
    double real(String key, double absent) {
        JsonNode value = node.path(key);
        if (value.isMissingNode() || value.isNull()) {
            return absent;
        }
        return real(value);
    }

    /** The numbers with fractions of an array. */
    List<Double> reals(String key) {
        List<Double> result = new ArrayList<>();
        for (JsonNode item : items(key)) {
            result.add(real(item));
        }
        return result;
    }

    /** A number of 32 bits, whatever digits of 64 bits stand for it. */
    private static double real(JsonNode value) {
        double number = value.isNumber() ? value.doubleValue() : 0;
        return Double.isFinite(number) ? Double.parseDouble(Float.toString((float) number)) : 0;
    }

    /** A text; empty when the field is missing or no text. */
    String text(String key) {
        JsonNode value = node.path(key);
        return value.isString() ? value.stringValue() : "";
    }

    Struct struct(String key) {
        JsonNode value = node.path(key);
        if (!value.isObject()) {
            throw error(key, has(key) ? "is no structure" : "is missing");
        }
        return new Struct(call, value, path + key + ".");
    }

    /** The structures of an array; none when it is null. */
    List<Struct> structs(String key) {
        List<Struct> result = new ArrayList<>();
        for (JsonNode item : items(key)) {
            if (!item.isObject()) {
                throw error(key, "holds something that is no structure");
            }
            result.add(new Struct(call, item, path + key + "[" + result.size() + "]."));
        }
        return result;
    }

    /** The structure of this type, whichever extension it is of, in the {@code pNext} chain, or null. */
    @Nullable
    Struct chained(String type) {
        String bare = StructureTable.bare(type);
        JsonNode next = node.path("pNext");
        while (next.isObject()) {
            JsonNode sType = next.path("sType");
            if (sType.isString() && StructureTable.bare(sType.stringValue()).equals(bare)) {
                return new Struct(call, next, path + "pNext.");
            }
            next = next.path("pNext");
        }
        return null;
    }

    ConfigException error(String key, String problem) {
        return call.error("'" + path + key + "' " + problem);
    }

    private List<JsonNode> items(String key) {
        JsonNode value = node.path(key);
        List<JsonNode> items = new ArrayList<>();
        if (value.isMissingNode() || value.isNull()) {
            return items;
        }
        if (value.isObject()) { // one structure of a trimmed capture's set-up, as gfxreconstruct 1.0 writes it
            items.add(value);
            return items;
        }
        if (!value.isArray()) {
            throw error(key, "is no array");
        }
        for (int i = 0; i < value.size(); i++) {
            items.add(value.path(i));
        }
        return items;
    }

    private long handle(JsonNode value, String key) {
        if (value.isNull() || (value.isString() && value.stringValue().equals("VK_NULL_HANDLE"))) {
            return 0;
        }
        return number(value, key);
    }

    private long number(JsonNode value, String key) {
        if (value.isBoolean()) { // VkBool32, as gfxreconstruct 1.0 and later write it
            return value.booleanValue() ? 1 : 0;
        }
        if (value.isIntegralNumber()) {
            BigInteger whole = value.bigIntegerValue();
            // a signed 32-bit field may be negative
            if (whole.bitLength() <= 64 && (whole.signum() >= 0 || whole.bitLength() < 64)) {
                return whole.longValue();
            }
            throw error(key, "does not fit in 64 bits");
        }
        if (value.isString() && value.stringValue().startsWith("0x")) {
            try {
                return Long.parseUnsignedLong(value.stringValue().substring(2), 16);
            } catch (NumberFormatException e) {
                throw error(key, "is no number: " + value.stringValue());
            }
        }
        Long flags = value.isString() ? FlagBits.mask(value.stringValue()) : null;
        if (flags == null) {
            throw error(key, "is no whole number");
        }
        return flags;
    }
}
