/**
 * Edits of a stream's dependencies, which leave every other command as it is: a barrier removed, narrowed, moved, merged or
 * split. One edit means the same to a resolved program and to the text that it was written in.
 */
@NullMarked
package dev.sluice.program.edit;

import org.jspecify.annotations.NullMarked;
