/** The JSON Schemas of the file kinds. */
@NullMarked
package dev.sluice.config.schema;

import org.jspecify.annotations.NullMarked;
