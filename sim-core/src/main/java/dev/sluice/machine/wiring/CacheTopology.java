// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.Client;
import dev.sluice.device.GpuSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a device's file says about how its caches stand to each other: order, instances, names, who belongs to whom. */
final class CacheTopology {

    /** What a metadata cache's name adds to that of the cache that it serves, unless that is a tile cache. */
    private static final String METADATA_NAME = "Meta";

    private final GpuSpec spec;

    CacheTopology(GpuSpec spec) {
        this.spec = spec;
    }

    /** Parents before children, and caches of metadata before the caches that they serve. */
    List<CacheSpec> topDown() {
        List<CacheSpec> ordered = new ArrayList<>();
        Set<String> names = new HashSet<>();
        List<CacheSpec> left = new ArrayList<>(spec.caches());
        while (!left.isEmpty()) {
            int before = left.size();
            for (Iterator<CacheSpec> it = left.iterator(); it.hasNext(); ) {
                CacheSpec cache = it.next();
                CacheSpec metadata = metadataOf(cache);
                boolean ready = (cache.parent().equals(GpuSpec.VRAM) || names.contains(cache.parent()))
                        && (metadata == null || names.contains(metadata.name()));
                if (ready) {
                    ordered.add(cache);
                    names.add(cache.name());
                    it.remove();
                }
            }
            if (left.size() == before) {
                throw new IllegalStateException("caches wait for each other: " + left);
            }
        }
        return ordered;
    }

    /** The cache of the metadata of what a cache holds: by role for tile caches, by name for others. */
    @Nullable
    CacheSpec metadataOf(CacheSpec cache) {
        for (CacheSpec other : spec.caches()) {
            boolean found = cache.geometry().tile()
                    ? other.role().equals(cache.role().metadata())
                    : other.name().equals(cache.name() + METADATA_NAME);
            if (found) {
                return other;
            }
        }
        return null;
    }

    /** The cache whose metadata a cache holds, or null. */
    private @Nullable CacheSpec metadataFor(CacheSpec metadata) {
        for (CacheSpec cache : spec.caches()) {
            CacheSpec of = metadataOf(cache);
            if (of != null && of.name().equals(metadata.name())) {
                return cache;
            }
        }
        return null;
    }

    /** Compute-unit instances, one more where the front end needs its own. */
    int instances(CacheSpec cache) {
        return switch (cache.scope()) {
            case COMPUTE_UNIT -> units(cache) + (hasFrontEnd(guardedBy(cache)) ? 1 : 0);
            case ROP -> Math.max(1, spec.rop().count());
            case DEVICE, HOST -> 1;
        };
    }

    /** The cache itself, or the one whose metadata it holds: both have the same instances. */
    private CacheSpec guardedBy(CacheSpec cache) {
        CacheSpec owner = metadataFor(cache);
        return owner == null ? cache : owner;
    }

    /** Instances that serve compute units. */
    int units(CacheSpec cache) {
        return cache.instancesFor(spec.compute().count());
    }

    private boolean hasFrontEnd(CacheSpec cache) {
        return List.of(Client.INDEX, Client.VERTEX_ATTRIBUTE, Client.INDIRECT).stream()
                .anyMatch(client -> onPath(spec.clients().get(client), cache.name()));
    }

    private boolean onPath(@Nullable String from, String name) {
        String at = from;
        while (at != null && !at.equals(GpuSpec.VRAM)) {
            if (at.equals(name)) {
                return true;
            }
            at = spec.cache(at).parent();
        }
        return false;
    }

    /** The instance of a node that serves a compute unit; the front end counts as one more unit. */
    int instanceOf(CacheSpec cache, int unit) {
        return switch (cache.scope()) {
            case COMPUTE_UNIT -> unit >= spec.compute().count() ? units(cache) : unit / cache.sharedBy();
            case ROP -> unit;
            case DEVICE, HOST -> 0;
        };
    }

    /** The name of a slice; the front end's own instance is the last of {@code count}. */
    String name(CacheSpec cache, int count, int instance, int slice) {
        if (cache.scope() == CacheSpec.Scope.DEVICE) {
            return cache.geometry().slices() == 1 ? cache.name() : cache.name() + "[" + slice + "]";
        }
        String base = name(cache, count, instance);
        return cache.geometry().slices() == 1 ? base : base + "." + slice;
    }

    /** The name of an instance of a cache that has several. */
    String name(CacheSpec cache, int count, int instance) {
        boolean frontEnd = cache.scope() == CacheSpec.Scope.COMPUTE_UNIT && instance == count - 1 && hasFrontEnd(cache);
        return cache.name() + "[" + (frontEnd ? "fe" : String.valueOf(instance)) + "]";
    }

    /** Every cache below which this one stands directly, instance by instance, and every client that enters it. */
    int countSenders(CacheSpec cache) {
        int count = 0;
        for (CacheSpec child : spec.caches()) {
            if (child.parent().equals(cache.name())) {
                count += instances(child);
            }
        }
        for (Map.Entry<Client, String> entry : spec.clients().entrySet()) {
            if (entry.getValue().equals(cache.name())) {
                count += spec.compute().count() + 1;
            }
        }
        return count + 1 + 2 * (spec.transfer().ports() - 1); // one for a coherent transfer engine, and its other ports
    }
}
