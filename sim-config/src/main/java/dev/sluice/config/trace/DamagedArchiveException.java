// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import java.io.IOException;

/** An archive whose bytes are wrong, wherever the file ends: no further byte would mend it. */
final class DamagedArchiveException extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedArchiveException(String message) {
        super(message);
    }
}
