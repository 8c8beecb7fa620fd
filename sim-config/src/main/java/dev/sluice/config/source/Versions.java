// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.source;

import java.math.BigInteger;

/** The check of the key {@code sluice}, which says to which version of the formats a file is written. */
public final class Versions {
    /** The version that this build reads. */
    public static final int CURRENT = 1;

    private Versions() {}

    /** Refuses a file that lacks {@code sluice: 1} or names another version. */
    public static void check(MapNode file) {
        Node value = file.get("sluice");
        if (value == null) {
            throw file.error("missing key 'sluice'; write 'sluice: " + CURRENT + "' as the first line");
        }
        BigInteger version = value instanceof ScalarNode scalar ? scalar.integer() : null;
        if (version == null) {
            throw value.error("sluice: expected the version number " + CURRENT + ", got " + value.describe());
        }
        if (!version.equals(BigInteger.valueOf(CURRENT))) {
            throw value.error("this file says sluice: " + version + "; this build reads version " + CURRENT);
        }
    }
}
