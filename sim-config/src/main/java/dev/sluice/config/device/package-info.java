/** Device files: what a device file may say, and the {@code GpuSpec} that it describes. */
@NullMarked
package dev.sluice.config.device;

import org.jspecify.annotations.NullMarked;
