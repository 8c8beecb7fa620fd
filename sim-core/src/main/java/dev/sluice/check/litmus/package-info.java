/** Litmus tests: small programs with claims about their executions, and what becomes of the claims. */
@org.jspecify.annotations.NullMarked
package dev.sluice.check.litmus;
