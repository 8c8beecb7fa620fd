// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import dev.sluice.program.sync.CacheRole;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the parts of a device must be to each other; each alone is what its own spec allows. */
record DeviceRules(
        ComputeSpec compute,
        List<CacheSpec> caches,
        Map<Client, String> clients,
        RopSpec rop,
        HostSpec host,
        DeviceLimits limits,
        PageSpec pages) {
    private static final int QUAD = 4;

    /** @throws InvalidSpecException for the first rule that the device breaks */
    void check() {
        checkParents();
        for (CacheSpec cache : caches) {
            checkPlace(cache);
            checkHostLine(cache);
            checkExclusive(cache);
            checkInclusive(cache);
        }
        for (Client client : Client.all()) {
            checkEntry(client);
        }
        checkReaders();
        checkWaves();
        checkPages();
    }

    private void checkParents() {
        Set<String> names = new HashSet<>();
        for (CacheSpec cache : caches) {
            if (!names.add(cache.name())) {
                throw fault("two caches are named " + cache.name(), cache);
            }
        }
        for (CacheSpec cache : caches) {
            Set<String> seen = new HashSet<>();
            CacheSpec at = cache;
            while (!at.parent().equals(GpuSpec.VRAM)) {
                if (!seen.add(at.name())) {
                    throw fault("the parents of cache " + cache.name() + " form a circle", cache, "parent");
                }
                if (!names.contains(at.parent())) {
                    throw fault("cache " + at.name() + " has the unknown parent " + at.parent(), at, "parent");
                }
                at = named(at.parent());
            }
        }
    }

    /** A cache stands above one that serves at least as many as it does. */
    private void checkPlace(CacheSpec cache) {
        boolean memorySide = cache.role().equals(CacheRole.MALL);
        if (memorySide
                && (cache.scope() != CacheSpec.Scope.DEVICE || !cache.parent().equals(GpuSpec.VRAM))) {
            String key = cache.scope() == CacheSpec.Scope.DEVICE ? "parent" : "scope";
            throw fault(
                    "cache " + cache.name()
                            + " has role MALL: it stands before memory, with scope device and parent vram",
                    cache,
                    key);
        }
        for (CacheSpec other : caches) {
            if (memorySide && !other.equals(cache) && other.role().equals(CacheRole.MALL)) {
                throw fault(
                        "caches " + cache.name() + " and " + other.name()
                                + " both have role MALL; one can stand before memory",
                        other,
                        "role");
            }
        }
        if (cache.scope() == CacheSpec.Scope.HOST) {
            throw fault("cache " + cache.name() + ": host caches stand under host.caches", cache, "scope");
        }
        if (cache.parent().equals(GpuSpec.VRAM)) {
            return;
        }
        CacheSpec parent = named(cache.parent());
        if (parent.scope() == CacheSpec.Scope.ROP) {
            throw fault(
                    "cache " + cache.name() + " cannot stand above " + parent.name()
                            + ", a tile cache of render output units: it stands above a cache of scope device, or vram",
                    cache,
                    "parent");
        }
        if (parent.scope() == CacheSpec.Scope.DEVICE) {
            return;
        }
        if (parent.scope() != cache.scope()) {
            throw fault(
                    "cache " + cache.name() + " has scope " + scope(cache) + " and cannot stand above " + parent.name()
                            + ", which has scope " + scope(parent),
                    cache,
                    "parent");
        }
        if (parent.sharedBy() % cache.sharedBy() != 0) {
            throw fault(
                    "cache " + cache.name() + " is shared by " + cache.sharedBy() + " compute units, and its parent "
                            + parent.name() + " by " + parent.sharedBy() + ", which is no multiple of that",
                    cache,
                    "sharedBy");
        }
    }

    /** The host sends whole lines to device memory. */
    private void checkHostLine(CacheSpec cache) {
        List<CacheSpec> levels = host.caches();
        int line = cache.geometry().line();
        if (cache.role().equals(CacheRole.MALL)
                && !levels.isEmpty()
                && levels.get(0).geometry().line() > line) {
            throw fault(
                    "line of " + line + " bytes is shorter than the host's of "
                            + levels.get(0).geometry().line()
                            + ": the host reads and writes whole lines of its own through cache " + cache.name(),
                    cache,
                    "line");
        }
    }

    /** An exclusive cache gets its lines from caches above. */
    private void checkExclusive(CacheSpec cache) {
        if (!cache.structure().exclusive()) {
            return;
        }
        if (cache.role().equals(CacheRole.MALL)) {
            throw fault(
                    "cache " + cache.name()
                            + " has role MALL and cannot be exclusive: it stands before memory, for whoever"
                            + " goes there",
                    cache,
                    "exclusive");
        }
        for (CacheSpec other : caches) {
            if (other.parent().equals(cache.name()) && other.scope() != CacheSpec.Scope.ROP) {
                return;
            }
        }
        throw fault(
                "cache " + cache.name()
                        + " is exclusive, and no cache of compute units or of the device stands above it",
                cache,
                "exclusive");
    }

    /** What a cache above holds as one is there only as long as all of it is in an inclusive cache: else no access would ever find it. */
    private void checkInclusive(CacheSpec cache) {
        if (!cache.structure().inclusive()) {
            return;
        }
        CacheSpec.Geometry geometry = cache.geometry();
        long holds = geometry.size() + (long) cache.structure().victim().lines() * geometry.line();
        for (CacheSpec other : caches) {
            int sector = other.geometry().sector();
            if (sector > holds && other.scope() != CacheSpec.Scope.ROP && standsAbove(other, cache)) {
                throw fault(
                        "cache " + cache.name() + " is inclusive and holds " + holds + " bytes, and a sector of "
                                + other.name() + " above it has " + sector + ": it could never be there as a whole",
                        cache,
                        "inclusive");
            }
        }
    }

    private boolean standsAbove(CacheSpec cache, CacheSpec below) {
        if (cache.equals(below)) {
            return false;
        }
        if (below.role().equals(CacheRole.MALL)) {
            return true;
        }
        CacheSpec at = cache;
        while (!at.parent().equals(GpuSpec.VRAM)) {
            at = named(at.parent());
            if (at.equals(below)) {
                return true;
            }
        }
        return false;
    }

    private void checkEntry(Client client) {
        String entered = clients.get(client);
        if (entered == null || entered.equals(GpuSpec.VRAM)) {
            return;
        }
        CacheSpec cache = named(entered);
        boolean unit = cache.scope() == CacheSpec.Scope.ROP;
        boolean attachment = client == Client.COLOR_ATTACHMENT || client == Client.DEPTH_STENCIL_ATTACHMENT;
        String problem = null;
        if (attachment && !unit) {
            problem = "enters the caches of render output units, scope rop, or vram";
        } else if (!attachment && unit) {
            problem = "cannot enter a cache of render output units";
        } else if ((client == Client.TRANSFER || client == Client.DISPLAY)
                && cache.scope() == CacheSpec.Scope.COMPUTE_UNIT) {
            problem = "stands outside the compute units and enters a cache of scope device, or vram";
        } else if (attachment && !cache.role().equals(tiles(client))) {
            problem = "enters a cache of role " + tiles(client) + ", by which its metadata are found and barriers act";
        }
        if (problem != null) {
            throw new InvalidSpecException(
                    "client " + client.key() + " " + problem + "; " + entered + " has scope " + scope(cache),
                    "clients",
                    client.key());
        }
    }

    /** Tiles are decoded below caches of compute units, as they are for what stands outside at its own entry. */
    private void checkReaders() {
        // without a cache of tiles nothing is drawn, and so nothing compressed
        if (!rop.compresses() || GpuSpec.VRAM.equals(clients.get(Client.COLOR_ATTACHMENT))) {
            return;
        }
        for (Client client : List.of(Client.SAMPLED, Client.INPUT_ATTACHMENT)) {
            String entered = clients.get(client);
            boolean vram = GpuSpec.VRAM.equals(entered);
            if (rop.readers().contains(client)
                    && entered != null
                    && (vram || named(entered).scope() != CacheSpec.Scope.COMPUTE_UNIT)) {
                throw new InvalidSpecException(
                        "rop.readers: " + client.key() + " enters " + entered
                                + ", and compressed tiles are read through a cache of scope computeUnit; let it enter"
                                + " one, or take it out of the readers, so that tiles are raw before it reads them",
                        "rop",
                        "readers");
            }
        }
    }

    private void checkWaves() {
        int size = compute.waveSize();
        if (rop.count() > 0 && size % QUAD != 0) {
            throw new InvalidSpecException(
                    "computeUnits.waveSize: a wave of a device that draws has whole quads: a multiple of 4 up to 64,"
                            + " not " + size,
                    "computeUnits",
                    "waveSize");
        }
    }

    /** What a program must keep apart is what the page table cannot tell apart. */
    private void checkPages() {
        long granularity = limits.bufferImageGranularity();
        if (pages.compressionInPageTable() && rop.compresses() && granularity < pages.size()) {
            throw new InvalidSpecException(
                    "pages.size: with compressionInPageTable what shares a page with a compressed image is misread, and"
                            + " limits.bufferImageGranularity promises programs that " + granularity
                            + " bytes keep them apart; pages of " + pages.size() + " bytes break that: make the"
                            + " granularity at least a page",
                    "pages",
                    "size");
        }
    }

    private static CacheRole tiles(Client client) {
        return client == Client.COLOR_ATTACHMENT ? CacheRole.ROP_COLOR : CacheRole.ROP_DEPTH;
    }

    private CacheSpec named(String name) {
        for (CacheSpec cache : caches) {
            if (cache.name().equals(name)) {
                return cache;
            }
        }
        throw new InvalidSpecException("no cache is named " + name, "clients");
    }

    private static String scope(CacheSpec cache) {
        return switch (cache.scope()) {
            case COMPUTE_UNIT -> "computeUnit";
            case DEVICE -> "device";
            case ROP -> "rop";
            case HOST -> "host";
        };
    }

    private static InvalidSpecException fault(String problem, CacheSpec cache, String... keys) {
        return new InvalidSpecException(problem, keys).under("caches", cache.name());
    }
}
