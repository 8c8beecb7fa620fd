/** The program's intent beside the machine: versions of bytes, who wrote what, stale reads, lost writes. */
@org.jspecify.annotations.NullMarked
package dev.sluice.core.truth;
