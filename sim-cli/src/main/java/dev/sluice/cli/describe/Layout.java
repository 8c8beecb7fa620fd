// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.describe;

import dev.sluice.cli.report.Quantity;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.Client;
import dev.sluice.device.GpuSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which boxes the drawing of a device has: units at the top with their own caches, then every level that is shared. */
final class Layout {

    /** A path out of a unit: a cache of its own, or a bare path. */
    record Route(String label, String target) {}

    /** A unit at the top. */
    record Unit(List<String> title, List<Route> routes) {}

    private static final List<Client> FRONT_END = List.of(Client.INDEX, Client.VERTEX_ATTRIBUTE, Client.INDIRECT);
    private static final List<Client> ATTACHMENTS = List.of(Client.COLOR_ATTACHMENT, Client.DEPTH_STENCIL_ATTACHMENT);

    private final GpuSpec device;
    private final Set<String> parents = new LinkedHashSet<>();
    private final Map<String, Integer> ranks = new LinkedHashMap<>();

    Layout(GpuSpec device) {
        this.device = device;
        device.caches().forEach(cache -> parents.add(cache.parent()));
        for (CacheSpec cache : device.caches()) {
            if (!inUnit(cache)) {
                ranks.put(cache.name(), rank(cache));
            }
        }
    }

    /** The shared levels from the top down, each a list of caches. */
    List<List<CacheSpec>> levels() {
        List<List<CacheSpec>> levels = new ArrayList<>();
        int deepest = ranks.values().stream().mapToInt(Integer::intValue).max().orElse(-1);
        for (int rank = 0; rank <= deepest; rank++) {
            int wanted = rank;
            levels.add(device.caches().stream()
                    .filter(cache -> ranks.getOrDefault(cache.name(), -1) == wanted)
                    .toList());
        }
        return levels;
    }

    /** The units, those that share most levels with the compute units nearest to them. */
    List<Unit> units() {
        List<Unit> units = new ArrayList<>();
        Unit compute = compute();
        List<String> main = compute.routes().isEmpty()
                ? List.of()
                : path(compute.routes().get(0).target());
        List<Unit> others = new ArrayList<>();
        addPaths(others, "Front end", FRONT_END);
        if (device.rop().count() > 0) {
            others.add(rop());
        }
        others.add(new Unit(List.of("Transfer"), transfer()));
        others.add(new Unit(List.of("Display"), List.of(new Route("scan", target(Client.DISPLAY)))));
        others.sort(Comparator.comparingInt(
                unit -> -shared(main, path(unit.routes().get(0).target()))));
        units.add(compute);
        units.addAll(others);
        return units;
    }

    /** Where copies go; two paths where they read through a cache that they write past. */
    private List<Route> transfer() {
        String target = target(Client.TRANSFER);
        String reads = device.transfer().reads();
        if (reads == null || reads.equals(target)) {
            return List.of(new Route("copy", target));
        }
        return List.of(new Route("read", reads), new Route("write", target));
    }

    private Unit compute() {
        List<Route> routes = ownCaches(CacheSpec.Scope.COMPUTE_UNIT);
        routes.addAll(barePaths(Client.ofComputeUnits()));
        routes.sort(Comparator.comparing(route -> String.join("/", path(route.target())), Comparator.reverseOrder()));
        String waves = Quantity.plural(device.compute().wavesPerUnit(), "wave") + " of "
                + device.compute().waveSize();
        return new Unit(List.of("Compute unit x " + device.compute().count(), waves), routes);
    }

    private Unit rop() {
        List<Route> routes = ownCaches(CacheSpec.Scope.ROP);
        if (routes.isEmpty()) {
            routes.addAll(barePaths(ATTACHMENTS));
        }
        return new Unit(List.of("ROP x " + device.rop().count()), routes);
    }

    private void addPaths(List<Unit> units, String title, List<Client> clients) {
        List<Route> routes = barePaths(clients);
        if (!routes.isEmpty()) {
            units.add(new Unit(List.of(title), routes));
        }
    }

    /**
     * Caches of units that no client enters: those of the metadata of tiles, which stand beside the paths of the
     * bytes.
     */
    List<String> aside() {
        return device.caches().stream()
                .filter(cache -> inUnit(cache) && aside(cache))
                .map(CacheSpec::name)
                .toList();
    }

    private boolean aside(CacheSpec cache) {
        return !device.clients().containsValue(cache.name());
    }

    private List<Route> ownCaches(CacheSpec.Scope scope) {
        List<Route> routes = new ArrayList<>();
        for (CacheSpec cache : device.caches()) {
            if (cache.scope() == scope && inUnit(cache) && !aside(cache)) {
                routes.add(new Route(cache.name(), cache.parent()));
            }
        }
        return routes;
    }

    /** Clients that enter a shared level without a cache of the unit, one path for each level. */
    private List<Route> barePaths(List<Client> clients) {
        Map<String, String> byTarget = new LinkedHashMap<>();
        for (Client client : clients) {
            String target = target(client);
            boolean shared = target.equals(GpuSpec.VRAM) || !inUnit(device.cache(target));
            if (shared && !likeStorage(client)) {
                byTarget.merge(target, word(client), (a, b) -> a.contains(b) ? a : a + "," + b);
            }
        }
        List<Route> routes = new ArrayList<>();
        byTarget.forEach((target, label) -> routes.add(new Route(label, target)));
        return routes;
    }

    /** Whether a client of ray tracing goes the way of storage buffers, which is drawn. */
    private boolean likeStorage(Client client) {
        return (client == Client.ACCELERATION_STRUCTURE || client == Client.SHADER_BINDING_TABLE)
                && target(client).equals(target(Client.STORAGE));
    }

    private static String word(Client client) {
        return switch (client) {
            case VERTEX_ATTRIBUTE -> "vertex";
            case COLOR_ATTACHMENT -> "color";
            case DEPTH_STENCIL_ATTACHMENT -> "depth";
            case INPUT_ATTACHMENT -> "input";
            case ACCELERATION_STRUCTURE -> "rays";
            case SHADER_BINDING_TABLE -> "bindingTable";
            default -> client.key();
        };
    }

    private String target(Client client) {
        return device.clients().getOrDefault(client, GpuSpec.VRAM);
    }

    /** Whether a cache is drawn inside its unit: nobody shares it and no other cache is above it. */
    private boolean inUnit(CacheSpec cache) {
        return (cache.scope() == CacheSpec.Scope.COMPUTE_UNIT || cache.scope() == CacheSpec.Scope.ROP)
                && cache.sharedBy() == 1
                && !parents.contains(cache.name());
    }

    /** The levels from a target down to memory. */
    private List<String> path(String target) {
        List<String> path = new ArrayList<>();
        String at = target;
        while (!at.equals(GpuSpec.VRAM)) {
            path.add(0, at);
            at = device.cache(at).parent();
        }
        return path;
    }

    private static int shared(List<String> a, List<String> b) {
        int n = 0;
        while (n < Math.min(a.size(), b.size()) && a.get(n).equals(b.get(n))) {
            n++;
        }
        return n;
    }

    private int rank(CacheSpec cache) {
        int rank = 0;
        for (CacheSpec child : device.caches()) {
            if (child.parent().equals(cache.name()) && !inUnit(child)) {
                rank = Math.max(rank, rank(child) + 1);
            }
        }
        return rank;
    }
}
