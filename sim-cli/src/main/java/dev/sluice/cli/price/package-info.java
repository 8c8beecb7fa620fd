/** The price of a barrier without a stream: a small program for the pair, run with it and without. */
@NullMarked
package dev.sluice.cli.price;

import org.jspecify.annotations.NullMarked;
