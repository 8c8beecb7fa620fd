/** Files in: devices, profiles, streams and captures, read with errors that name file, line and column. */
@NullMarked
package dev.sluice.config;

import org.jspecify.annotations.NullMarked;
