/**
 * The Vulkan memory model (Vulkan specification, appendix Memory Model): events, the relations between them,
 * executions, data races.
 *
 * <p>A {@link dev.sluice.check.model.MemoryProgram} is a handful of events. {@link
 * dev.sluice.check.model.ModelChecker} goes through its executions and says which of them are consistent and which
 * race.
 */
@org.jspecify.annotations.NullMarked
package dev.sluice.check.model;
