/** The discrete-event engine: timing wheel, clocks, components, ports, bandwidth servers, and the audit and deadlock report. */
@NullMarked
package dev.sluice.machine.engine;

import org.jspecify.annotations.NullMarked;
