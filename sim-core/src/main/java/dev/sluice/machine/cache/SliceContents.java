// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.truth.CacheContents;

/** What a cache slice holds of an address, as somebody sees it who looks outside simulated time. */
public final class SliceContents implements CacheContents {

    private final Cache cache;
    private final CacheSpec spec;
    private final TagArray tags;
    private final DataArray data;
    private final SliceHash slices;
    private final int slice;

    SliceContents(Cache cache, TagArray tags, DataArray data, SliceHash slices, int slice) {
        this.cache = cache;
        this.spec = cache.spec();
        this.tags = tags;
        this.data = data;
        this.slices = slices;
        this.slice = slice;
    }

    @Override
    public String name() {
        return cache.name();
    }

    @Override
    public String role() {
        return spec.role().name();
    }

    @Override
    public int versionOf(long address) {
        int line = lineOf(address);
        return line >= 0 && holds(line, address) ? data.version(line, granule(address), (int) address & 31) : ABSENT;
    }

    /** The byte of an address, or {@link #ABSENT}. */
    public int valueOf(long address) {
        int line = lineOf(address);
        return line >= 0 && holds(line, address)
                ? data.value(line, granule(address), (int) address & 31) & 0xFF
                : ABSENT;
    }

    @Override
    public boolean dirty(long address) {
        int line = lineOf(address);
        if (line < 0 || !spec.policy().canBeDirty()) {
            return false;
        }
        int state = tags.state(line);
        return switch (spec.policy().dirty()) {
            case BYTE -> dirtyByte(line, address);
            case SECTOR -> (state >>> (TagArray.DIRTY_SHIFT + granule(address)) & 1) != 0;
            case LINE -> (state & TagArray.DIRTY) != 0 && valid(state, address);
            case NONE -> false;
        };
    }

    /** The dirty bytes of the sector of an address, a bit each. */
    private int dirtyBytes(long address) {
        int line = spec.policy().canBeDirty() ? lineOf(address) : -1;
        if (line < 0) {
            return 0;
        }
        int state = tags.state(line);
        return switch (spec.policy().dirty()) {
            case BYTE -> data.dirtyBytes(line, granule(address));
            case SECTOR -> (state >>> (TagArray.DIRTY_SHIFT + granule(address)) & 1) != 0 ? -1 : 0;
            case LINE -> (state & TagArray.DIRTY) != 0 && valid(state, address) ? -1 : 0;
            case NONE -> 0;
        };
    }

    /**
     * Puts the dirty bytes of a sector in their places.
     *
     * @param wanted which bytes, a bit each
     * @param to from {@code at} on the place of the sector's first byte, which may lie before the array if it is not wanted
     * @return which bytes were put there
     */
    int copyDirty(long sector, int wanted, byte[] to, int at) {
        int found = wanted & dirtyBytes(sector);
        int line = found == 0 ? -1 : lineOf(sector);
        for (int rest = found; rest != 0; rest &= rest - 1) {
            int b = Integer.numberOfTrailingZeros(rest);
            to[at + b] = data.value(line, granule(sector), b);
        }
        return found;
    }

    private boolean holds(int line, long address) {
        return valid(tags.state(line), address) || dirtyByte(line, address);
    }

    private boolean valid(int state, long address) {
        return (state >>> granule(address) & 1) != 0;
    }

    private boolean dirtyByte(int line, long address) {
        return spec.policy().dirty() == CacheSpec.DirtyTracking.BYTE
                && (data.dirtyBytes(line, granule(address)) >>> (int) (address & 31) & 1) != 0;
    }

    private int granule(long address) {
        return (int) (address & spec.geometry().line() - 1) >>> 5;
    }

    /** The line that holds an address, or -1. */
    int lineOf(long address) {
        return slices.slice(address) == slice || cache.halves != null ? cache.lookups.find(address) : -1;
    }
}
