/** The bytes that a stream writes or expects, from values, patterns, hex, files and pictures. */
@NullMarked
package dev.sluice.config.data;

import org.jspecify.annotations.NullMarked;
