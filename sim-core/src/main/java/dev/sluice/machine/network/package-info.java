/** What connects components: crossbars and links. */
@NullMarked
package dev.sluice.machine.network;

import org.jspecify.annotations.NullMarked;
