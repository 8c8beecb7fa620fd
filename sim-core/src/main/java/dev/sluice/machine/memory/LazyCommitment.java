// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.memory;

import dev.sluice.device.MemoryProperty;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Which pages of LAZILY_ALLOCATED memories are backed: a page is committed by the first write that reaches it past all
 * caches (Vulkan specification, section Lazily Allocated Memory).
 *
 * <p>It looks at writes where they enter memory, through {@link #watch}; while no such memory exists that costs one
 * comparison per request. Committed bytes only grow. Times and bytes of requests are not touched.
 */
public final class LazyCommitment {

    private static final class Memory {
        final String name;
        final long base;
        final long size;
        final BitSet pages = new BitSet();

        Memory(String name, long base, long size) {
            this.name = name;
            this.base = base;
            this.size = size;
        }
    }

    private final long pageBytes;
    private final int pageShift;
    private final List<Memory> memories = new ArrayList<>();
    /** Bounds of all memories together: most writes of a frame go elsewhere. */
    private long lowest = Long.MAX_VALUE;

    private long highest = Long.MIN_VALUE;

    /**
     * @param pageBytes what is committed at once, a power of two
     * @throws IllegalArgumentException if it is not
     */
    public LazyCommitment(long pageBytes) {
        if (pageBytes < 1 || Long.bitCount(pageBytes) != 1) {
            throw new IllegalArgumentException("a page must be a power of two of bytes, not " + pageBytes);
        }
        this.pageBytes = pageBytes;
        this.pageShift = Long.numberOfTrailingZeros(pageBytes);
    }

    /** Watches an allocation from now on, with nothing committed; other than LAZILY_ALLOCATED ones are ignored. */
    public void add(Allocation memory) {
        if (memory.type().has(MemoryProperty.LAZILY_ALLOCATED)) {
            add(memory.name(), memory.base(), memory.size());
        }
    }

    /** Watches a memory object of {@code size} bytes from {@code base} on. */
    public void add(String name, long base, long size) {
        memories.add(new Memory(name, base, size));
        lowest = Math.min(lowest, base);
        highest = Math.max(highest, base + size);
    }

    /**
     * Bytes of a watched memory object that are committed: whole pages, but never more than its size.
     *
     * @return -1 if it is not watched; its commitment is then its size
     */
    public long committed(String name) {
        for (Memory memory : memories) {
            if (memory.name.equals(name)) {
                return Math.min(memory.pages.cardinality() * pageBytes, memory.size);
            }
        }
        return -1;
    }

    /** The same path down, with every write and atomic that is sent over it taken note of. */
    public Downstream watch(Downstream path) {
        return new Watched(path);
    }

    private void sent(Request request) {
        long address = request.address;
        if (address < highest && address >= lowest && request.kind != Request.READ) {
            commit(request);
        }
    }

    private void commit(Request request) {
        for (int i = 0; i < memories.size(); i++) {
            Memory memory = memories.get(i);
            if (request.address >= memory.base && request.address < memory.base + memory.size) {
                // a request lies within one line, and so within one page
                memory.pages.set((int) (request.address - memory.base >> pageShift));
                return;
            }
        }
    }

    private final class Watched implements Downstream {

        private final Downstream path;

        Watched(Downstream path) {
            this.path = path;
        }

        @Override
        public int maxRequestBytes() {
            return path.maxRequestBytes();
        }

        @Override
        public void perform(Request request) {
            path.perform(request);
            sent(request);
        }

        @Override
        public long announce(Request request) {
            return path.announce(request);
        }

        @Override
        public boolean trySend(Request request) {
            if (!path.trySend(request)) {
                return false;
            }
            sent(request);
            return true;
        }

        @Override
        public void await(Request request, Component waiter, int kind, int argument) {
            path.await(request, waiter, kind, argument);
        }

        @Override
        public void sendAwaited(Request request) {
            path.sendAwaited(request);
            sent(request);
        }

        @Override
        public void reply(Request request, long delay) {
            path.reply(request, delay);
        }

        @Override
        public void describeWaits(WaitGraph graph) {
            path.describeWaits(graph);
        }
    }
}
