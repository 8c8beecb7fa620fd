// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.nio.file.Path;

/**
 * A place in a file of the capture.
 *
 * @param position the first byte
 */
record FileRange(Path file, long position) {
    /** The place so many bytes further on. */
    FileRange plus(long bytes) {
        return new FileRange(file, position + bytes);
    }
}
