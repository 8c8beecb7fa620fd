/** What an earlier check said, and what a check says beside it. */
@NullMarked
package dev.sluice.cli.baseline;

import org.jspecify.annotations.NullMarked;
