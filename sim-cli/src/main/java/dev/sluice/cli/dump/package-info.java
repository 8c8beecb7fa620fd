/** Pictures of images, written once a run is over. */
@NullMarked
package dev.sluice.cli.dump;

import org.jspecify.annotations.NullMarked;
