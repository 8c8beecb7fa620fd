/** What connects components: crossbars and links. */
@NullMarked
package dev.sluice.core.network;

import org.jspecify.annotations.NullMarked;
