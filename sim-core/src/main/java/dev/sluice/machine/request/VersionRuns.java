// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import dev.sluice.machine.view.Varints;
import org.jspecify.annotations.Nullable;

/** Makes runs of bytes of one writer out of the versions of bytes, for somebody who looks. */
public final class VersionRuns {

    /** Who wrote a byte, by its place. */
    @FunctionalInterface
    public interface Versions {
        /** The version of the byte at an index, or a negative number for a byte that is not there. */
        int version(int index);
    }

    private final @Nullable VersionBundles bundles;
    private final Varints out = new Varints();

    /** @param bundles of a run with compressed images; null of others */
    public VersionRuns(@Nullable VersionBundles bundles) {
        this.bundles = bundles;
    }

    /** Pairs of a length and an agent for {@code count} bytes from an address on; a byte that is not there is nobody's. */
    public byte[] runs(long address, int count, Versions versions) {
        out.clear();
        int from = 0;
        int agent = agent(address, versions.version(0));
        for (int i = 1; i <= count; i++) {
            int next = i == count ? -1 : agent(address + i, versions.version(i));
            if (next != agent) {
                out.add(i - from);
                out.add(agent);
                from = i;
                agent = next;
            }
        }
        return out.bytes();
    }

    private int agent(long address, int version) {
        VersionBundles lists = bundles;
        int resolved = lists == null || !VersionBundles.encoded(version) ? version : lists.resolve(version, address);
        return resolved < 0 ? 0 : resolved;
    }
}
