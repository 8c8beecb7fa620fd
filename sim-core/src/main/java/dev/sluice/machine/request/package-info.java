/** A coalesced access on its way: requests and their pool, the bytes and versions that they carry, and the paths down. */
@NullMarked
package dev.sluice.machine.request;

import org.jspecify.annotations.NullMarked;
