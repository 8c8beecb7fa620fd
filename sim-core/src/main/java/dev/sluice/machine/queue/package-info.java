/** Execution of command streams: host threads, queues, stage tasks, gates between them, and what barriers cost. */
@org.jspecify.annotations.NullMarked
package dev.sluice.machine.queue;
