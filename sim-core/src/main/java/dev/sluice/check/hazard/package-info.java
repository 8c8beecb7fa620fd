/**
 * The hazard checker over streams: which accesses nothing orders.
 *
 * <p><b>Idea.</b> The checker judges the program, not a machine, so it needs no caches and no time: it replays the stream in
 * any order that respects what the program orders, and asks of each access what the one who makes it <em>knows</em>. A race is
 * an access to a place that somebody touched before without the accessor knowing of it. Knowledge follows from the declared
 * dependencies alone, so which of the possible orders the replay took makes no difference to it.
 *
 * <p><b>State.</b> {@link dev.sluice.check.trace.AccessTrace} holds what each command accesses, as runs of bytes or
 * texels, and which dependencies the stream states. Each stage of each queue, and each host thread, is a <em>strand</em>
 * ({@code Columns}); a vector clock says how far along each strand something has happened
 * before. A queue keeps for each stage two kinds of clocks ({@code QueueOrder}): what was
 * executed before it, and which writes are available and visible to each of its readings. A barrier's first half reads clocks
 * of its source stages, its second half joins them into those of its destination stages: dependency chains come out by
 * themselves. Per run of places a {@code LocationState} keeps the last write and the reads
 * since. What clocks cannot say, because it holds for some places only (barriers of a range, flushes of mapped memory,
 * ownership), is kept with the write, as {@code Facts}.
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>Clocks only grow; of each strand the newest read of a place is enough, since what is ordered after it is ordered after
 *       older ones.
 *   <li>What is visible to a reading was available before, and what is available was executed before.
 *   <li>{@code Replay} takes an operation only when all that happens before it was taken, so
 *       each clock is final when it is read. Where nobody can go on, the stream cannot either, and a note says so.
 *   <li>A stream without a data race shows no stale read and no lost write on any machine; tests run random streams to hold
 *       the two sides to that.
 * </ul>
 *
 * <p><b>Sources.</b> Vulkan specification, chapter Synchronization and Cache Control, and appendix Memory Model, sections
 * Location-Ordered and Data Race. Vector clocks: Mattern, "Virtual Time and Global States of Distributed Systems" (1989);
 * keeping the last accesses of a place: Flanagan and Freund, "FastTrack: Efficient and Precise Dynamic Race Detection" (2009).
 * Where the letter of the memory model and the specification's rules for streams differ:
 * {@code docs/decisions/0017-hazards-between-writes.md}.
 */
@NullMarked
package dev.sluice.check.hazard;

import org.jspecify.annotations.NullMarked;
