// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The columns of traces in CSV that Sluice knows; further ones are ignored. */
enum CsvColumn {
    TIME,
    AFTER,
    UNIT,
    WARP,
    CLIENT,
    KIND,
    ADDRESS,
    DEVICE_ADDRESS,
    SIZE,
    MASK,
    SECTORS,
    FLAGS,
    ATOMIC,
    CACHE,
    RANGES,
    SITE,
    DATA,
    WRITERS,
    OPERANDS,
    IMAGE;

    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    static @Nullable CsvColumn of(String key) {
        for (CsvColumn column : values()) {
            if (column.key().equals(key.toLowerCase(Locale.ROOT))) {
                return column;
            }
        }
        return null;
    }
}
