// SPDX-License-Identifier: Apache-2.0
package dev.sluice.energy;

import dev.sluice.device.CacheSpec;

/**
 * What the events of a cache cost.
 *
 * <p>An access sees the array of one bank of one slice; a look-up reads the tags of all ways of a set.
 *
 * @param dataByte picojoules of a byte read or written
 * @param lookup of a look-up
 * @param tag of one line's tag
 * @param area square millimetres of an instance
 */
record CacheCost(double dataByte, double lookup, double tag, double area) {
    static CacheCost of(CacheSpec spec, ChipEnergy chip) {
        CacheSpec.Geometry geometry = spec.geometry();
        double banks = (double) geometry.slices() * geometry.banks();
        double lines = (double) geometry.size() / geometry.line();
        double tagBytes = chip.tagBits() / 8;
        double tag = tagBytes * chip.arrayByte(lines * tagBytes / banks);
        return new CacheCost(
                chip.arrayByte(geometry.size() / banks),
                tag * spec.tags(),
                tag,
                chip.area(8.0 * geometry.size() + lines * chip.tagBits()));
    }
}
