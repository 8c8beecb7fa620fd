/** Command streams in YAML or JSON: what a stream may say, and the {@code StreamProgram} that it describes on a device. */
@NullMarked
package dev.sluice.config.stream;

import org.jspecify.annotations.NullMarked;
