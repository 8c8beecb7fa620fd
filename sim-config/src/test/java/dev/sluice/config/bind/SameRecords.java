// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.ScalarNode;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares records by what they hold, wherever the raw nodes in them were written. */
public final class SameRecords {
    private SameRecords() {}

    /** Fails when two records hold different things. */
    public static void assertSame(Record actual, Record expected) {
        assertThat(plain(actual)).isEqualTo(plain(expected));
    }

    /** What a value holds, as maps, lists and scalars without places. */
    private static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof ScalarNode scalar) {
            BigInteger number = scalar.integer();
            // a literal block may lack its last line end
            return number == null ? scalar.kind() + " " + scalar.text().stripTrailing() : number;
        }
        if (value instanceof MapNode map) {
            Map<String, @Nullable Object> entries = new LinkedHashMap<>();
            map.entries().forEach(entry -> entries.put(entry.key(), plain(entry.value())));
            return entries;
        }
        if (value instanceof ListNode list) {
            return plain(list.items());
        }
        if (value instanceof List<?> list) {
            return list.stream().map(SameRecords::plain).toList();
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, @Nullable Object> entries = new LinkedHashMap<>();
            map.forEach((key, item) -> entries.put(key, plain(item)));
            return entries;
        }
        if (value instanceof Record record) {
            Map<String, @Nullable Object> components = new LinkedHashMap<>();
            RecordShape.of(record.getClass())
                    .slots()
                    .forEach(slot -> components.put(slot.key(), plain(slot.of(record))));
            components.put("class", record.getClass());
            return components;
        }
        return value;
    }
}
