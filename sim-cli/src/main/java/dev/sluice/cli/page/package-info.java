/** Pages for a browser, each one file: modules, libraries, styles and data are written into it, and nothing is fetched. */
@NullMarked
package dev.sluice.cli.page;

import org.jspecify.annotations.NullMarked;
