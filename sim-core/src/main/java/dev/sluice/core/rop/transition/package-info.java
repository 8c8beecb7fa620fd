/** Layout transitions: what becomes of tiles' compression when an image changes its layout (model sections 6 and 8; seeds 002 and 003). */
@NullMarked
package dev.sluice.core.rop.transition;

import org.jspecify.annotations.NullMarked;
