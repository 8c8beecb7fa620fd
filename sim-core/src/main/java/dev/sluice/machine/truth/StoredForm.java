// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

import dev.sluice.device.Client;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.VersionBundles;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** In which form a write to an image lies in the machine: raw, encoded, or only as metadata that says what it is. */
final class StoredForm {

    /** It is encoded: a layout transition that decompresses is missing. */
    static final String DECOMPRESS = "decompress";
    /** The metadata alone has it: a layout transition that writes clear colours out is missing. */
    static final String ELIMINATE = "eliminate";

    private final ByteCopies copies;
    private final HappensBefore order;
    private final ResourceMap resources;
    private final VersionBundles bundles;

    StoredForm(ByteCopies copies, HappensBefore order, ResourceMap resources, VersionBundles bundles) {
        this.copies = copies;
        this.order = order;
        this.resources = resources;
        this.bundles = bundles;
    }

    /** Whether a read was answered with the encoded bytes of a tile. */
    static boolean encoded(Request read, long address) {
        Payload payload = read.payload;
        return payload != null && VersionBundles.encoded(payload.byteVersion((int) (address - read.address)));
    }

    /** {@link #DECOMPRESS} or {@link #ELIMINATE} if an agent's write of a byte lies so; {@code otherwise} if not. */
    String of(long address, Agent writer, String otherwise) {
        ResourceMap.Resource image = resources.image(address);
        if (image == null) {
            return otherwise;
        }
        long tile = address - (address - image.base()) % image.tileBytes();
        for (int version : copies(tile)) {
            if (VersionBundles.encoded(version)
                    && bundles.size(version) == image.tileBytes()
                    && isOrFollows(bundles.resolve(version, address), writer)) {
                return DECOMPRESS;
            }
        }
        for (int version : copies(image.metadataAddress(address))) {
            if (version == writer.id()) {
                return ELIMINATE;
            }
            if (VersionBundles.encoded(version)) {
                int half = bundles.version(version, image.nibble(address));
                if (isOrFollows(bundles.resolve(half, address), writer)) {
                    return ELIMINATE;
                }
            }
        }
        return otherwise;
    }

    /** Whether a reader makes of that form what it is, so that it must have met metadata from before. */
    boolean understood(Request read, String form) {
        Client client = Client.all().get(read.client);
        return read.has(Request.IMAGE)
                && resources.decodes(client)
                && (form.equals(DECOMPRESS) || resources.understandsClear(client));
    }

    /**
     * What the metadata of a byte's tile lacks.
     *
     * @param actions those that would have brought it to memory and to its readers
     * @param oldCopies whether a cache holds it older than memory does
     */
    record Metadata(List<String> actions, boolean oldCopies) {}

    /** What the metadata of a byte's tile lacks to be in memory and with its readers. */
    Metadata staleMetadata(long address) {
        ResourceMap.Resource image = resources.image(address);
        if (image == null) {
            return new Metadata(List.of(), false);
        }
        long at = image.metadataAddress(address);
        Set<String> flushes = new LinkedHashSet<>();
        Set<String> invalidates = new LinkedHashSet<>();
        for (CacheContents cache : copies.all()) {
            int version = cache.versionOf(at);
            if (version == CacheContents.ABSENT) {
                continue;
            }
            if (cache.dirty(at)) {
                flushes.add("flush:" + cache.role());
            } else if (version != copies.memoryVersion(at)) {
                invalidates.add("invalidate:" + cache.role());
            }
        }
        List<String> actions = new ArrayList<>(flushes);
        actions.addAll(invalidates);
        return new Metadata(actions, !invalidates.isEmpty());
    }

    private List<Integer> copies(long address) {
        List<Integer> versions = new ArrayList<>();
        versions.add(copies.memoryVersion(address));
        for (CacheContents cache : copies.all()) {
            int version = cache.versionOf(address);
            if (version != CacheContents.ABSENT) {
                versions.add(version);
            }
        }
        return versions;
    }

    private boolean isOrFollows(int version, Agent writer) {
        return version == writer.id() || version > 0 && order.before(writer.id(), version);
    }
}
