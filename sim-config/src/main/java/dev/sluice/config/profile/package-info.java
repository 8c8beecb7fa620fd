/** Barrier profiles: their files, the reader, and the presets. */
@NullMarked
package dev.sluice.config.profile;

import org.jspecify.annotations.NullMarked;
