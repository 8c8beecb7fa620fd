/** Compact streams ({@code .cmds}): one command a line, read into the same tree that a YAML stream gives. */
@NullMarked
package dev.sluice.config.compact;

import org.jspecify.annotations.NullMarked;
