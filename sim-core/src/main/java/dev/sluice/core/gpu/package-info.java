/** The one place where components are wired together into a GPU. */
@NullMarked
package dev.sluice.core.gpu;

import org.jspecify.annotations.NullMarked;
