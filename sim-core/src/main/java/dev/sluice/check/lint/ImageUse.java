// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.program.ImageRange;
import dev.sluice.program.image.ImageLayout;
import org.jspecify.annotations.Nullable;

/**
 * A use of subresources of an image.
 *
 * @param promised the layout that the use names, or null where it names none that is kept
 * @param user who accesses the image
 * @param what the use in words, for example {@code color attachment}
 */
record ImageUse(ImageRange range, @Nullable ImageLayout promised, ImageLayout.User user, String what) {}
