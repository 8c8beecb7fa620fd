/** A reader of SPIR-V modules that finds which resources a shader reads and writes. */
@NullMarked
package dev.sluice.config.capture.spirv;

import org.jspecify.annotations.NullMarked;
