/**
 * What can be read of a machine while it stands still between two events: parts, tables, rows.
 *
 * <p>The rooms of the machine offer tables of what they hold; who looks from outside knows nothing of their classes. Nothing of
 * this exists in a run that nobody looks at.
 */
@NullMarked
package dev.sluice.machine.view;

import org.jspecify.annotations.NullMarked;
