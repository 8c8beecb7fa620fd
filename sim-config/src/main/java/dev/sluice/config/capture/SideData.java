// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.nio.file.Path;

/**
 * A part of a capture's file that goes into the file beside the stream.
 *
 * @param file where it is now
 * @param offset its first byte there
 * @param size its bytes
 */
public record SideData(Path file, long offset, long size) {}
