/**
 * The host side: the CPU, its write-combining buffers and caches, and the point where host memory orders accesses.
 *
 * <p><b>Idea.</b> The host stands for the memory traffic of a driver and an application, not for a processor: a core has one
 * operation at a time and no pipeline. What matters is <em>where a byte is</em> between a host store and a device read. That
 * depends on the memory type, so {@link dev.sluice.machine.memory.MemoryMode} chooses one of three routes: write-combining
 * buffers and uncached loads (HOST_COHERENT), caches that only flushes and invalidations empty (HOST_CACHED), or the same
 * caches, snooped by the device's accesses (both).
 *
 * <p><b>State.</b> A line of the host's caches is in one place only ({@code HostCaches}: exclusive levels, the first private
 * to a core), with a dirty bit for the line. Contents change at the moment of an access, which returns the time that it takes;
 * only misses are requests. A write-combining buffer holds one line with a byte mask until it drains. {@link
 * dev.sluice.machine.host.HostMemoryPort} is where everything meets: host misses, write-backs, uncached accesses, and what the
 * device sends across the link, each forwarded in the order in which it comes there.
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>At most one copy of a line is in the host's caches, so cores are coherent and a snoop finds the only copy.
 *   <li>A snoop writes a dirty line back <em>in front of</em> the access that asked, in the same order; a device's write also
 *       takes the host's copy away. Memory that is not snooped is never looked up: the device reads what memory holds.
 *   <li>A dirty line is written back whole. What the device wrote beside the host's bytes meanwhile is overwritten, as
 *       {@code nonCoherentAtomSize} warns.
 *   <li>A doorbell leaves after the buffers have drained and crosses the link behind all earlier writes; an interrupt crosses
 *       it behind the device's.
 * </ul>
 *
 * <p><b>Sources.</b> Philip Taylor, Vulkan memory dependencies, section Host CPU accesses. Vulkan specification, sections Host
 * Access to Device Memory Objects and Host Write Ordering Guarantees. Why these are no caches like the device's:
 * {@code docs/decisions/0004-host-caches.md}.
 */
@NullMarked
package dev.sluice.machine.host;

import org.jspecify.annotations.NullMarked;
