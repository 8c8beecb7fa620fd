// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import java.io.IOException;

/** An archive that is sound and asks for what cannot be had. */
final class UnsupportedArchiveException extends IOException {
    private static final long serialVersionUID = 1L;

    UnsupportedArchiveException(String message) {
        super(message);
    }
}
