/** Trees bound onto Java records, with every fault at its line and column. */
@NullMarked
package dev.sluice.config.bind;

import org.jspecify.annotations.NullMarked;
