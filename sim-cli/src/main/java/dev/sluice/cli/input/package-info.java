/** Where inputs come from: devices, profiles, streams and captures by name or path, behind one small door. */
@NullMarked
package dev.sluice.cli.input;

import org.jspecify.annotations.NullMarked;
