/** The host side: the CPU, its write-combining buffer and caches, and the PCIe link. */
@NullMarked
package dev.sluice.core.host;

import org.jspecify.annotations.NullMarked;
