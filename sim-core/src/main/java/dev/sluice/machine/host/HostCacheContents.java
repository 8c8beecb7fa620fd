// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.host;

import dev.sluice.machine.truth.CacheContents;

/** What one instance of a host cache holds. */
record HostCacheContents(HostCaches caches, int level, int instance) implements CacheContents {

    @Override
    public String name() {
        return caches.instanceName(level, instance);
    }

    @Override
    public String role() {
        return caches.role(level);
    }

    @Override
    public int versionOf(long address) {
        return caches.versionOf(level, instance, address);
    }

    @Override
    public boolean dirty(long address) {
        return caches.dirty(level, instance, address);
    }
}
