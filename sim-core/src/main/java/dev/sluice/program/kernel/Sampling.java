// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.LinkedHashMap;
import java.util.Map;

/** How a sample is made of texels. */
enum Sampling {
    NEAREST("nearest"),
    BILINEAR("bilinear"),
    TRILINEAR("trilinear");

    static final Map<String, Sampling> NAMED = new LinkedHashMap<>();

    static {
        for (Sampling sampling : values()) {
            NAMED.put(sampling.text, sampling);
        }
    }

    private final String text;

    Sampling(String text) {
        this.text = text;
    }
}
