// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.image.ImageLayout;

/** The image part of an image memory barrier: subresources, and the layouts that they leave and enter (the same for none). */
public record ImageTransition(ImageRange range, ImageLayout oldLayout, ImageLayout newLayout) {}
