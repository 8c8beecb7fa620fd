// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import dev.sluice.device.LayoutCompression;
import dev.sluice.device.RopSpec;
import dev.sluice.machine.request.VersionBundles;
import dev.sluice.program.image.Surface;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which addresses belong to surfaces whose tiles may lie compressed, and where their metadata is.
 *
 * <p>By surface, or by whole pages where the page table carries the flag: then everything that shares a page with such a
 * surface is taken for its tiles (Philip Taylor, Vulkan memory dependencies, section Buffer image granularity); so
 * there must be metadata for all of the page, before and after the surface's own. Of surfaces that overlap, the one
 * that was last said how it is stored counts, which its layout transitions do; at first the one added last. Surfaces
 * are added before requests are under way.
 */
public final class CompressionTable {

    private final RopSpec spec;
    private final long pageBytes;
    private final VersionBundles bundles = new VersionBundles();
    private @Nullable CompressedSurface[] surfaces = new CompressedSurface[8];
    private long[] starts = new long[8];
    private long[] ends = new long[8];
    private int count;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    /** @param pageBytes bytes of a page whose flag says that it is compressed; 0 where surfaces themselves say so */
    public CompressionTable(RopSpec spec, long pageBytes) {
        this.spec = spec;
        this.pageBytes = pageBytes;
    }

    /** Adds a surface, whose tiles may be stored in every way until {@link #storage} says less; one that is not compressible is left out. */
    public void add(Surface surface) {
        if (!surface.compressible()) {
            return;
        }
        if (count == starts.length) {
            surfaces = Arrays.copyOf(surfaces, 2 * count);
            starts = Arrays.copyOf(starts, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
        }
        long unit = pageBytes == 0 ? 1 : pageBytes;
        surfaces[count] = new CompressedSurface(surface, spec);
        starts[count] = Math.floorDiv(surface.base(), unit) * unit;
        ends[count] = -Math.floorDiv(-surface.end(), unit) * unit;
        first = Math.min(first, starts[count]);
        last = Math.max(last, ends[count]);
        count++;
    }

    /** States how render output units may store the tiles of a layer of a level from now on. */
    public void storage(Surface surface, int level, int layer, LayoutCompression allowed) {
        for (int i = 0; i < count; i++) {
            CompressedSurface known = surfaces[i];
            if (known != null && known.surface.id() == surface.id()) {
                known.storage(level, layer, allowed);
                prefer(i);
            }
        }
    }

    /** Puts a surface behind those that it shares memory with: aliases are in use one at a time. */
    private void prefer(int place) {
        int at = place;
        for (int i = place + 1; i < count; i++) {
            CompressedSurface one = surfaces[at];
            CompressedSurface other = surfaces[i];
            if (one != null
                    && other != null
                    && one.surface.base() < other.surface.end()
                    && other.surface.base() < one.surface.end()) {
                long start = starts[at];
                long end = ends[at];
                surfaces[at] = other;
                starts[at] = starts[i];
                ends[at] = ends[i];
                surfaces[i] = one;
                starts[i] = start;
                ends[i] = end;
                at = i;
            }
        }
    }

    /** The surface whose tiles an address is taken to lie in; null for none. */
    public @Nullable Surface find(long address) {
        CompressedSurface found = entry(address);
        return found == null ? null : found.surface;
    }

    @Nullable
    CompressedSurface entry(long address) {
        if (address < first || address >= last) {
            return null;
        }
        CompressedSurface onPage = null;
        for (int i = count - 1; i >= 0; i--) {
            if (address >= starts[i] && address < ends[i]) {
                CompressedSurface found = surfaces[i];
                if (found != null && address >= found.surface.base() && address < found.surface.end()) {
                    return found;
                }
                onPage = onPage == null ? found : onPage;
            }
        }
        return onPage;
    }

    /** What is kept of a surface, whichever of those that overlap counts at its addresses; null if it is not compressible. */
    @Nullable
    CompressedSurface entry(Surface surface) {
        for (int i = 0; i < count; i++) {
            CompressedSurface known = surfaces[i];
            if (known != null && known.surface.id() == surface.id()) {
                return known;
            }
        }
        return null;
    }

    /**
     * Address of the byte that holds the metadata of an address's tile.
     *
     * @throws IllegalArgumentException if the address lies in no compressible surface
     */
    public long metadataAddress(long address) {
        CompressedSurface found = entry(address);
        if (found == null) {
            throw new IllegalArgumentException("address " + address + " is in no compressible surface");
        }
        return found.metadataAddress(address);
    }

    /** Whether every access by address is subject to it, not just those of images. */
    public boolean byPage() {
        return pageBytes != 0;
    }

    /** The lists of versions that encoded bytes carry; one for the run. */
    public VersionBundles bundles() {
        return bundles;
    }

    RopSpec spec() {
        return spec;
    }
}
