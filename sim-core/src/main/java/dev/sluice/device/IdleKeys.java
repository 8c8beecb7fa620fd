// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import dev.sluice.program.sync.CacheRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The keys of a device that are allowed and do nothing, because what they concern is not there: a person may have meant something else. */
public final class IdleKeys {

    private final GpuSpec device;
    private final List<String> idle = new ArrayList<>();

    private IdleKeys(GpuSpec device) {
        this.device = device;
    }

    /** A sentence for each. */
    public static List<String> of(GpuSpec device) {
        IdleKeys keys = new IdleKeys(device);
        device.caches().forEach(keys::cache);
        keys.memory("vram", device.vram());
        DramSpec ram = device.host().ram();
        if (ram != null) {
            keys.memory("host.ram", ram);
        }
        return List.copyOf(keys.idle);
    }

    private void cache(CacheSpec cache) {
        CacheStructure structure = cache.structure();
        String key = "caches." + cache.name() + ".";
        if (structure.inclusive() && !standsBelowOne(cache)) {
            idle.add(key + "inclusive does nothing: no cache of compute units or of the device stands above");
        }
        boolean seesHost = device.host().ram() != null && !cache.role().equals(CacheRole.MALL);
        if (structure.bypass().contains(CacheStructure.Bypass.HOST) && !seesHost) {
            idle.add(key + "bypass: 'host' does nothing: no access of host memory comes to this cache");
        }
        for (Client client : structure.partition().keySet()) {
            if (!reaches(client, cache)) {
                idle.add(key + "partition." + client.key() + " does nothing: no access of client " + client.key()
                        + " comes to this cache");
            }
        }
    }

    private boolean standsBelowOne(CacheSpec cache) {
        if (cache.role().equals(CacheRole.MALL)) {
            return device.caches().size() > 1;
        }
        return device.caches().stream()
                .anyMatch(other -> other.scope() != CacheSpec.Scope.ROP && below(other.parent(), cache));
    }

    private boolean reaches(Client client, CacheSpec cache) {
        if (cache.role().equals(CacheRole.MALL)) {
            return true; // it stands before memory, for whoever goes there
        }
        String reads = client == Client.TRANSFER ? device.transfer().reads() : null;
        return below(device.clients().get(client), cache) || below(reads, cache);
    }

    /** Whether who enters a cache comes to another one. */
    private boolean below(@Nullable String entered, CacheSpec cache) {
        String at = entered;
        while (at != null && !at.equals(GpuSpec.VRAM)) {
            if (at.equals(cache.name())) {
                return true;
            }
            at = parent(at);
        }
        return false;
    }

    private @Nullable String parent(String name) {
        for (CacheSpec cache : device.caches()) {
            if (cache.name().equals(name)) {
                return cache.parent();
            }
        }
        return null;
    }

    private void memory(String where, DramSpec memory) {
        DramProtocol protocol = memory.protocol();
        if (protocol.rfcBank() == 0) {
            refresh(where, "refreshToActivate", protocol.refreshToActivate());
            refresh(where, "refreshToRefresh", protocol.refreshToRefresh());
        }
        if (protocol.stackIds() && memory.ranks() == 1) {
            idle.add(where + ".stackIds does nothing: there is one rank");
        }
    }

    private void refresh(String where, String key, int ticks) {
        if (ticks > 0) {
            idle.add(String.format(
                    Locale.ROOT,
                    "%s.timing.%s does nothing: without timing.rfcBank all banks of a rank are refreshed together",
                    where,
                    key));
        }
    }
}
