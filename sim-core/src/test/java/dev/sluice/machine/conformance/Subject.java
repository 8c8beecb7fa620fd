// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.conformance;

import dev.sluice.machine.request.Downstream;
import java.util.List;

/** A component on the way of a request, as the contract sees it: how it is wired, and what its specification promises. */
abstract class Subject {

    /** Bytes that belong to one way in; nobody else accesses them. */
    static final int WINDOW = 4096;

    private final String name;

    Subject(String name) {
        this.name = name;
    }

    /** Builds the component over memories of the bench, and returns its ways in. */
    abstract List<Downstream> wire(Bench bench);

    /** Cycles of a lone read of 32 bytes that nobody read before. */
    abstract int read();

    /** Cycles of a lone read of 32 bytes that were just read. */
    int readAgain() {
        return read();
    }

    /** Cycles of a lone store of 32 bytes to what was just read. */
    abstract int write();

    /** Cycles between reads of 32 bytes when one comes after the other; 0 for a component of unlimited bandwidth. */
    double interval() {
        return 0;
    }

    /** Cycles by which {@link #interval} may be missed once, for example by a refresh. */
    int jitter() {
        return 1;
    }

    /** Addresses over which the reads of {@link #interval} go round and round. */
    int round() {
        return 128;
    }

    /** The first byte of a way's window. */
    long window(int way) {
        return (long) way * WINDOW;
    }

    /** Whether there is a memory below it that could stop; false for a memory. */
    boolean hasMemoryBelow() {
        return true;
    }

    /** Whether requests of a way reach a memory in the order in which they were sent. */
    boolean keepsOrder() {
        return true;
    }

    /** Whether memory sees exactly the reads and writes that were sent, no more and no less. */
    boolean passesAllOn() {
        return true;
    }

    /** Flags that a store must have. */
    int storeFlags() {
        return 0;
    }

    /** Brings everything that is dirty to memory; called when nothing is under way. */
    void settle(Bench bench) {}

    /** Whether memory holds, after {@link #settle}, the bytes as they were written. */
    boolean storesPlainly() {
        return true;
    }

    /** Which of the bench's memories holds an address. */
    int memoryOf(long address) {
        return 0;
    }

    /** A byte as the memory below holds it. */
    byte stored(Bench bench, long address) {
        return bench.memories.get(memoryOf(address)).store.data(address);
    }

    /** Whether atomics can be sent here, by every way to every window. */
    boolean takesAtomics() {
        return true;
    }

    /** Whether a run without bytes takes the same time; false for what compresses them. */
    boolean runsWithoutBytes() {
        return true;
    }

    /** Holds the component's own counters against what was sent and what reached memory. */
    void checkCounters(Bench bench, Sent sent) {}

    /** What a traffic amounted to. */
    record Sent(long requests, long readSectors, long writtenSectors, long writtenBytes) {}

    static long readSectors(Bench bench) {
        return bench.memories.stream().mapToLong(m -> m.readSectors).sum();
    }

    static long writtenBytes(Bench bench) {
        return bench.memories.stream().mapToLong(m -> m.writtenBytes).sum();
    }

    @Override
    public final String toString() {
        return name;
    }
}
