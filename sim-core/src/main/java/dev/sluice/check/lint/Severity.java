// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import java.util.Locale;

/** How much a finding of the lint matters, the gravest first. */
public enum Severity {
    /** The stream breaks a rule of Vulkan, or its result is undefined. */
    ERROR,
    /** A likely mistake. */
    WARNING,
    /** It costs time for nothing. */
    PERF,
    /** Worth knowing. */
    INFO;

    /** The word for it in files and reports. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether this is as grave as another, or graver. */
    public boolean atLeast(Severity other) {
        return compareTo(other) <= 0;
    }
}
