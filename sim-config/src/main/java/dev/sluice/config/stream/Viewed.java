// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.program.ImageRange;
import dev.sluice.program.image.Format;

/**
 * What an image, or a view of one, holds.
 *
 * @param format what its texels are taken for
 */
record Viewed(ImageRange range, Format format) {}
