/** Vulkan's calls, and what an import of a capture makes of them: taken over, left out without harm, or not understood. */
@NullMarked
package dev.sluice.config.calls;

import org.jspecify.annotations.NullMarked;
