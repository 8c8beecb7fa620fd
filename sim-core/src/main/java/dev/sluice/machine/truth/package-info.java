/**
 * The program's intent beside the machine: versions of bytes, who wrote what, stale reads, lost writes.
 *
 * <p><b>Idea.</b> The machine's caches hold real bytes, so a missing flush yields the wrong ones; but wrong bytes may equal
 * right ones. So every byte also carries a <em>version</em>: the id of the agent (a stage of a command, a host operation, a
 * transition) that wrote it, which travels with the byte through every cache. A second store, the intent, has for each byte
 * the version that the program wrote last. {@link dev.sluice.machine.truth.TruthMonitor} compares the two where a client reads,
 * and where a write-back is merged into the level below.
 *
 * <p><b>Order.</b> {@link dev.sluice.machine.truth.HappensBefore} answers whether one agent comes before another by what the
 * program declared (program order, submission, dependencies, semaphores, fences), never by simulated time: a position on the
 * strand of one, against the clock that the other began with. See {@code docs/decisions/0001-versions-and-clocks.md}.
 *
 * <p><b>Findings.</b> A read is <em>stale</em> when some write to the byte happens before it and the byte carries a version
 * that this write follows. A write is <em>lost</em> when a write-back puts a version over one that follows it. A byte that
 * nobody wrote is <em>unwritten</em>, which is no failure. A read that merely races with a write is none of these: it is the
 * checker's business. {@link dev.sluice.machine.truth.Diagnosis} then looks for the copy that was wrong or kept back, and names
 * the action that would have helped.
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>The intent changes when a write is issued, in the order of the simulation; of writes that nothing orders, those that
 *       a newer one does not supersede stay known beside it ({@code Rivals}), because a reader may be
 *       ordered after either. A write that comes about after one that follows it leaves the intent as it is.
 *   <li>Versions never decide about time: a run without them takes the same cycles.
 *   <li>Moving bytes makes no new version: fills, write-backs, transitions and compression keep those that they find. A
 *       compressed byte carries the versions of its whole tile ({@link dev.sluice.machine.request.VersionBundles}).
 *   <li>Contents that were given up ({@code UNDEFINED}, {@code DONT_CARE}) stay marked until they are written again.
 * </ul>
 *
 * <p><b>Sources.</b> Vulkan specification, appendix Memory Model, sections Happens-Before and Location-Ordered; chapter
 * Synchronization and Cache Control. For clocks and positions: Lamport, "Time, Clocks, and the Ordering of Events in a
 * Distributed System" (1978), and Mattern, "Virtual Time and Global States of Distributed Systems" (1989).
 */
@org.jspecify.annotations.NullMarked
package dev.sluice.machine.truth;
