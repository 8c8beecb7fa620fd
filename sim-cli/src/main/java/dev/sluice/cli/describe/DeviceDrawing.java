// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.describe;

import dev.sluice.cli.report.Quantity;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.DramSpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.LinkSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Draws the hierarchy of any device as boxes, in the manner of Philip Taylor's Vulkan memory dependencies: units at the
 * top, memory at the bottom.
 */
public final class DeviceDrawing {
    private static final int GAP = 1;
    private static final int FRAME = 2;

    private static final class Route {
        final List<String> labels;
        final String target;
        int width;
        int x;

        Route(Layout.Route route, boolean narrow) {
            labels = narrow ? List.of(route.label().split(",")) : List.of("[" + route.label() + "]");
            target = route.target();
            width = DeviceDrawing.width(labels) + 1;
        }

        int centre() {
            return x + width / 2;
        }
    }

    private record Unit(List<String> title, List<Route> routes) {
        int width() {
            return 2 + routes.stream().mapToInt(route -> route.width).sum();
        }
    }

    /** A vertical line that looks for the box of its target. */
    private record Wire(int x, String target) {}

    private final GpuSpec device;
    private final List<List<CacheSpec>> levels;
    private final List<Unit> units = new ArrayList<>();
    private final List<String> host;
    private final List<String> aside;
    private final boolean narrow;

    private DeviceDrawing(GpuSpec device, boolean narrow) {
        this.device = device;
        this.narrow = narrow;
        Layout layout = new Layout(device);
        levels = layout.levels();
        aside = layout.aside();
        for (Layout.Unit unit : layout.units()) {
            units.add(new Unit(
                    unit.title(),
                    unit.routes().stream()
                            .map(route -> new Route(route, narrow))
                            .toList()));
        }
        host = hostLines();
    }

    /** The drawing's lines; where they are wider than {@code width}, with narrow boxes, and the host below the device. */
    public static List<String> of(GpuSpec device, int width) {
        List<String> lines = new DeviceDrawing(device, false).draw();
        return width(lines) <= width ? lines : new DeviceDrawing(device, true).draw();
    }

    private List<String> draw() {
        makeRoom();
        int deviceWidth = place();
        int hostX = deviceWidth + 3;
        int hostWidth = Math.max(width(host), width(ramLines())) + 4;
        Canvas canvas = new Canvas(narrow ? Math.max(deviceWidth, hostWidth) : hostX + hostWidth);
        List<Wire> wires = new ArrayList<>();
        int labels = units.stream()
                .flatMap(unit -> unit.routes().stream())
                .mapToInt(route -> route.labels.size())
                .max()
                .orElse(1);
        int top = units.stream().mapToInt(unit -> unit.title().size()).max().orElse(1) + 3 + labels;
        for (Unit unit : units) {
            draw(unit, canvas, top, wires);
        }
        int y = top;
        for (List<CacheSpec> level : levels) {
            y = drawLevel(level, canvas, y, wires);
        }
        int hostHeight = host.size() + 2;
        int bottom = narrow ? y + 1 : Math.max(y, hostHeight) + 1;
        for (Wire wire : wires) {
            canvas.vertical(wire.x(), y, bottom - 1);
        }
        if (narrow) {
            drawBelow(canvas, bottom, deviceWidth, hostWidth);
        } else {
            canvas.box(hostX, 0, hostWidth, hostHeight, host);
            canvas.vertical(hostX + hostWidth / 2, hostHeight, bottom - 1);
            drawMemory(canvas, bottom, deviceWidth, hostX, hostWidth);
        }
        List<String> lines = new ArrayList<>(canvas.lines());
        if (!aside.isEmpty()) {
            lines.add("beside these, for the metadata of tiles: " + String.join(", ", aside));
        }
        return lines;
    }

    private void drawMemory(Canvas canvas, int y, int deviceWidth, int hostX, int hostWidth) {
        List<String> vram = dramLines("VRAM", device.vram());
        if (device.unified()) {
            canvas.box(0, y, hostX + hostWidth, vram.size() + 2, vram);
            return;
        }
        canvas.box(0, y, deviceWidth, ramLines().size() + 2, vram);
        canvas.box(hostX, y, hostWidth, ramLines().size() + 2, ramLines());
        canvas.text(deviceWidth, y + 2, "<=>");
    }

    /** Memory, and below it the link and the host. */
    private void drawBelow(Canvas canvas, int top, int deviceWidth, int hostWidth) {
        List<String> vram = dramLines("VRAM", device.vram());
        canvas.box(0, top, deviceWidth, vram.size() + 2, vram);
        int y = top + vram.size() + 2;
        int wire = hostWidth / 2;
        canvas.vertical(wire, y, y);
        y++;
        List<String> ram = ramLines();
        if (!ram.isEmpty()) {
            canvas.box(0, y, hostWidth, ram.size() + 2, ram);
            y += ram.size() + 2;
            canvas.vertical(wire, y, y);
            y++;
        }
        canvas.box(0, y, hostWidth, host.size() + 2, host);
    }

    /** Widens paths until the boxes below them have room for their text. */
    private void makeRoom() {
        int padding = narrow ? 2 : 4;
        for (Unit unit : units) {
            int missing = width(unit.title()) + padding - unit.width();
            if (missing > 0) {
                unit.routes().get(unit.routes().size() - 1).width += missing;
            }
        }
        for (List<CacheSpec> level : levels) {
            for (CacheSpec cache : level) {
                List<Route> above = above(cache);
                if (!above.isEmpty()) {
                    place();
                    Route last = above.get(above.size() - 1);
                    int missing = width(cacheLines(cache)) + padding - (last.x + last.width - above.get(0).x);
                    last.width += Math.max(0, missing);
                }
            }
        }
        place();
        Unit outermost = units.get(units.size() - 1);
        Route last = outermost.routes().get(outermost.routes().size() - 1);
        last.width += Math.max(0, width(dramLines("VRAM", device.vram())) + 4 - (last.x + last.width + 1));
    }

    /** Gives every path its place and returns the width of the device. */
    private int place() {
        int x = 0;
        for (Unit unit : units) {
            int at = x + 1;
            for (Route route : unit.routes()) {
                route.x = at;
                at += route.width;
            }
            x = at + 1 + GAP;
        }
        return x - GAP;
    }

    private void draw(Unit unit, Canvas canvas, int height, List<Wire> wires) {
        int x = unit.routes().get(0).x - 1;
        canvas.box(x, 0, unit.width(), height, unit.title());
        for (Route route : unit.routes()) {
            int y = height - 1 - route.labels.size();
            for (String label : route.labels) {
                canvas.text(route.centre() - label.length() / 2, y, label);
                y++;
            }
            wires.add(new Wire(route.centre(), route.target));
        }
    }

    private int drawLevel(List<CacheSpec> level, Canvas canvas, int y, List<Wire> wires) {
        int height = FRAME
                + level.stream()
                        .mapToInt(cache -> cacheLines(cache).size())
                        .max()
                        .orElse(0);
        int end = y + 1 + height;
        for (Wire wire : wires) {
            boolean arrives = level.stream().anyMatch(cache -> cache.name().equals(wire.target()));
            canvas.vertical(wire.x(), y, arrives ? y : end - 1);
        }
        for (CacheSpec cache : level) {
            List<Route> above = above(cache);
            if (above.isEmpty()) {
                continue;
            }
            Route last = above.get(above.size() - 1);
            int x = above.get(0).x;
            int w = last.x + last.width - x;
            canvas.box(x, y + 1, w, height, cacheLines(cache));
            wires.removeIf(wire -> wire.target().equals(cache.name()));
            wires.add(new Wire(x + w / 2, cache.parent()));
        }
        return end;
    }

    /** The paths that pass through a cache. */
    private List<Route> above(CacheSpec cache) {
        List<Route> routes = new ArrayList<>();
        for (Unit unit : units) {
            for (Route route : unit.routes()) {
                String at = route.target;
                while (!at.equals(GpuSpec.VRAM) && !at.equals(cache.name())) {
                    at = device.cache(at).parent();
                }
                if (at.equals(cache.name())) {
                    routes.add(route);
                }
            }
        }
        return routes;
    }

    private List<String> cacheLines(CacheSpec cache) {
        String shared = cache.scope() == CacheSpec.Scope.COMPUTE_UNIT
                ? cache.sharedBy() == 1 ? " per unit" : " per " + cache.sharedBy() + " units"
                : cache.scope() == CacheSpec.Scope.ROP ? " per ROP" : "";
        String role = cache.name().equalsIgnoreCase(cache.role().name()) ? "" : " (" + cache.role() + ")";
        String size = Quantity.bytes(cache.geometry().size());
        String latency = Quantity.plural(cache.timing().latency(), "cycle");
        return narrow
                ? Stream.of(cache.name(), role, shared, size, latency)
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .toList()
                : List.of(cache.name() + role + shared, size + ", " + latency);
    }

    private List<String> hostLines() {
        List<String> lines = new ArrayList<>();
        lines.add("Host: " + Quantity.plural(device.host().cores(), "core") + ", "
                + Quantity.frequency(device.host().clockHz()));
        device.host()
                .caches()
                .forEach(cache -> lines.add("[" + cache.name() + " "
                        + Quantity.bytes(cache.geometry().size()) + ", "
                        + Quantity.plural(cache.timing().latency(), "cycle") + "]"));
        lines.add("[write combining " + device.host().writeCombiningBuffers() + " x "
                + device.host().writeCombiningLine() + " B]");
        return lines;
    }

    private List<String> ramLines() {
        DramSpec ram = device.host().ram();
        if (ram == null) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(dramLines("Host RAM", ram));
        lines.add("<=> " + linkText(device.host().link()));
        return lines;
    }

    static String linkText(LinkSpec link) {
        return link.kind().key() + " x" + link.lanes() + ", " + Quantity.bandwidth(link.bytesPerSecond() / 1e9) + ", "
                + Quantity.time(link.latencyPicos() / 1e3) + " one way";
    }

    private static List<String> dramLines(String name, DramSpec dram) {
        return List.of(
                name + "  " + Quantity.bytes(dram.size()) + " " + dram.preset(),
                Quantity.plural(dram.channels(), "channel") + ", "
                        + Quantity.bandwidth(dram.peakBytesPerSecond() / 1e9));
    }

    private static int width(List<String> lines) {
        return lines.stream().mapToInt(String::length).max().orElse(0);
    }
}
