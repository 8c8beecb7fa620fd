/** YAML and JSON text as one tree of nodes that know their file, line and column. */
@NullMarked
package dev.sluice.config.source;

import org.jspecify.annotations.NullMarked;
