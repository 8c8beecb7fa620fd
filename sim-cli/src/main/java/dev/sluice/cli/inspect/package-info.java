/** A look into the machine for a person: which bytes are where, who holds which copy, and what happened to them. */
@NullMarked
package dev.sluice.cli.inspect;

import org.jspecify.annotations.NullMarked;
