/** The one place where components are wired together into a GPU. */
@NullMarked
package dev.sluice.machine.wiring;

import org.jspecify.annotations.NullMarked;
