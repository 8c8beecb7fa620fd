// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.truth.CacheContents;

/** What a cache slice holds of an address, as somebody sees it who looks outside simulated time. */
final class SliceContents {

    private final CacheSpec spec;
    private final Lookups lookups;
    private final TagArray tags;
    private final DataArray data;
    private final SliceHash slices;
    private final int slice;

    SliceContents(CacheSpec spec, Lookups lookups, TagArray tags, DataArray data, SliceHash slices, int slice) {
        this.spec = spec;
        this.lookups = lookups;
        this.tags = tags;
        this.data = data;
        this.slices = slices;
        this.slice = slice;
    }

    /** The version of a byte of an address, or {@link CacheContents#ABSENT}. */
    int versionOf(long address) {
        int line = here(address);
        return line >= 0 && holds(line, address)
                ? data.version(line, granule(address), (int) address & 31)
                : CacheContents.ABSENT;
    }

    /** The byte of an address, or {@link CacheContents#ABSENT}. */
    int valueOf(long address) {
        int line = here(address);
        return line >= 0 && holds(line, address)
                ? data.value(line, granule(address), (int) address & 31) & 0xFF
                : CacheContents.ABSENT;
    }

    /** Whether a byte of an address is dirty here. */
    boolean dirty(long address) {
        int line = here(address);
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
    int dirtyBytes(long address) {
        int line = spec.policy().canBeDirty() ? here(address) : -1;
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

    /** Copies bytes of the sector of an address, of which a line is here, to where they belong in an array of sectors. */
    void copy(long address, int bytes, byte[] to, int at) {
        int line = here(address);
        for (int rest = bytes; rest != 0; rest &= rest - 1) {
            int b = Integer.numberOfTrailingZeros(rest);
            to[at + b] = data.value(line, granule(address), b);
        }
    }

    /** Whether an address belongs to this slice. */
    boolean holds(long address) {
        return slices.slice(address) == slice;
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

    private int here(long address) {
        return slices.slice(address) == slice ? lookups.find(address) : -1;
    }
}
