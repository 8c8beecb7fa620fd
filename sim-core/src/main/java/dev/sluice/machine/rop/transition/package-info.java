/**
 * Layout transitions: what becomes of tiles' compression when an image changes its layout. See
 * {@code docs/decisions/0012-layout-transitions.md}.
 */
@NullMarked
package dev.sluice.machine.rop.transition;

import org.jspecify.annotations.NullMarked;
