/**
 * Captures of real Vulkan programs: gfxreconstruct's JSON lines, merged with the binary capture beside them, become a
 * command stream of the format that people write by hand.
 */
@NullMarked
package dev.sluice.config.capture;

import org.jspecify.annotations.NullMarked;
