// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.display;

import org.jspecify.annotations.Nullable;

/**
 * What a display did.
 *
 * @param presents images shown
 * @param bytesRead bytes of pixels
 * @param requests reads
 * @param cycles core cycles with a scan-out under way
 * @param checksum CRC-32 of the pixels of the image shown last, row after row whatever its tiling, in hexadecimal; null before the
 *     first one and in a run without bytes
 * @param tornBytes bytes shown that were written by writes not ordered before their presentation
 */
public record DisplayResult(
        long presents,
        long bytesRead,
        long requests,
        long cycles,
        @Nullable String checksum,
        long tornBytes) {}
