/** What every component on the way of a request must keep to, tried on each of them between mocks. */
@NullMarked
package dev.sluice.machine.conformance;

import org.jspecify.annotations.NullMarked;
