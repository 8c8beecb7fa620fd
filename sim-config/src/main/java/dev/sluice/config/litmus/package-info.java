/** Reads litmus tests ({@code .lit}, docs/litmus.md). */
@org.jspecify.annotations.NullMarked
package dev.sluice.config.litmus;
