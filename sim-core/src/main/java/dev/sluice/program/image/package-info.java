/** Images: formats, subresources, where texels lie in memory, and the layouts that say who may access them. */
@NullMarked
package dev.sluice.program.image;

import org.jspecify.annotations.NullMarked;
