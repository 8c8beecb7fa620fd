// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import org.jspecify.annotations.Nullable;

/**
 * The device's pages, as its file describes them under {@code pages} (Philip Taylor, Vulkan memory dependencies,
 * section Buffer image granularity).
 *
 * <pre>pages: {size: 64KiB, compressionInPageTable: true,
 *         tlb: {entries: 32, ways: 32, latency: 0, shared: {entries: 512, ways: 8, latency: 50}, walkers: 8, levels: 2, queue: 16}}</pre>
 *
 * @param size bytes of a page, a power of two from {@value #MIN_SIZE} (key {@code size})
 * @param compressionInPageTable whether the flag that a page holds a compressed image is the page's own, so that whatever
 *     else lies in the page is misread, rather than a property of the access (key {@code compressionInPageTable})
 * @param tlb translation that costs time, or null for a device whose translation is not modelled (key {@code tlb} absent)
 */
public record PageSpec(
        long size, boolean compressionInPageTable, @Nullable TlbSpec tlb) {

    /** The smallest page in bytes. */
    public static final long MIN_SIZE = 4096;

    /** What a device without the key {@code pages} has: pages of 64 KiB, flags with the resource, translation for free. */
    public static final PageSpec DEFAULT = new PageSpec(65_536, false, null);

    public PageSpec {
        if (size < MIN_SIZE || Long.bitCount(size) != 1) {
            throw new InvalidSpecException(
                    "pages: size must be a power of two of at least " + MIN_SIZE + " bytes, not " + size, "size");
        }
    }
}
