// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

import dev.sluice.device.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which buffer, image or memory an address belongs to, for reports, and who reads compressed images as what they are. */
public final class ResourceMap {

    /** No metadata. */
    private static final long NONE = -1;

    /**
     * A named run of addresses.
     *
     * @param metadata address of the first byte of the metadata of an image whose tiles may lie compressed, or -1
     * @param tileBytes bytes of such a tile
     * @param metadataBits bits of metadata a tile, 4 or 8
     */
    public record Resource(
            String name,
            long base,
            long size,
            String memory,
            long memoryBase,
            long metadata,
            int tileBytes,
            int metadataBits) {

        /** What is no compressible image. */
        public Resource(String name, long base, long size, String memory, long memoryBase) {
            this(name, base, size, memory, memoryBase, NONE, 1, Byte.SIZE);
        }

        /** Address of the byte with the metadata of an address's tile. */
        long metadataAddress(long address) {
            return metadata + ((address - base) / tileBytes * metadataBits >> 3);
        }

        /** Which half of that byte is the tile's: 0 or 1. */
        int nibble(long address) {
            return metadataBits == Byte.SIZE ? 0 : (int) ((address - base) / tileBytes) & 1;
        }

        boolean holds(long address) {
            return address >= base && address - base < size;
        }
    }

    private final List<Resource> buffers = new ArrayList<>();
    private final List<Resource> memories = new ArrayList<>();
    private long pageBytes;
    private Set<Client> decoders = Set.of();
    private Set<Client> clearReaders = Set.of();

    /** Adds a buffer; of several that overlap the first one added names a byte. */
    public void addBuffer(String name, long base, long size, String memory, long memoryBase) {
        buffers.add(new Resource(name, base, size, memory, memoryBase));
    }

    /**
     * Adds an image whose tiles may lie compressed.
     *
     * @param metadata address of the first byte of its metadata
     * @param metadataBits bits of metadata a tile, 4 or 8
     */
    public void addImage(
            String name,
            long base,
            long size,
            String memory,
            long memoryBase,
            long metadata,
            int tileBytes,
            int metadataBits) {
        buffers.add(new Resource(name, base, size, memory, memoryBase, metadata, tileBytes, metadataBits));
    }

    /**
     * States which clients undo compression of images, and which of them also understand tiles that are only marked as
     * cleared; none as long as this is not called.
     */
    public void readers(Set<Client> decoding, Set<Client> clearing) {
        decoders = Set.copyOf(decoding);
        clearReaders = Set.copyOf(clearing);
    }

    /** States that compression is a property of pages of this many bytes, which bufferImageGranularity keeps apart. */
    public void compressedPages(long bytes) {
        pageBytes = bytes;
    }

    /** The compressible image whose page an address lies on without being its own, or null. */
    @Nullable
    Resource neighbour(long address) {
        if (pageBytes == 0 || image(address) != null) {
            return null;
        }
        for (Resource buffer : buffers) {
            if (buffer.metadata() != NONE
                    && address / pageBytes >= buffer.base() / pageBytes
                    && address / pageBytes <= (buffer.base() + buffer.size() - 1) / pageBytes) {
                return buffer;
            }
        }
        return null;
    }

    /** Bytes of such a page; 0 where compression is a property of resources. */
    long pageBytes() {
        return pageBytes;
    }

    /** Whether a client's reads of images come decoded. */
    boolean decodes(Client client) {
        return decoders.contains(client);
    }

    /** Whether a client gets the clear colour of tiles that are marked as cleared. */
    boolean understandsClear(Client client) {
        return clearReaders.contains(client);
    }

    /** The compressible image that holds an address, or null. */
    @Nullable
    Resource image(long address) {
        for (Resource buffer : buffers) {
            if (buffer.metadata() != NONE && buffer.holds(address)) {
                return buffer;
            }
        }
        return null;
    }

    /** Adds an allocation, which names bytes outside every buffer. */
    public void addMemory(String name, long base, long size) {
        memories.add(new Resource(name, base, size, name, base));
    }

    /** The resource that names every byte from one address to another, or null where more than one does. */
    @Nullable
    Resource find(long from, long to) {
        for (Resource buffer : buffers) {
            if (to >= buffer.base() && from - buffer.base() < buffer.size()) {
                return buffer.holds(from) && buffer.holds(to) ? buffer : null;
            }
        }
        Resource first = find(from);
        return first.equals(find(to)) ? first : null;
    }

    /** The resource that holds an address. */
    public Resource find(long address) {
        for (Resource buffer : buffers) {
            if (buffer.holds(address)) {
                return buffer;
            }
        }
        for (Resource memory : memories) {
            if (memory.holds(address)) {
                return memory;
            }
        }
        return new Resource("unallocated memory", 0, Long.MAX_VALUE, "", 0);
    }
}
