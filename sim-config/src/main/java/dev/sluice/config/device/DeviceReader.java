// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.ConfigException;
import dev.sluice.config.bind.Assembler;
import dev.sluice.config.bind.Binder;
import dev.sluice.config.bind.BoundRecord;
import dev.sluice.config.bind.Located;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.bind.Quantities;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.SourceReader;
import dev.sluice.config.source.Versions;
import dev.sluice.config.units.Frequency;
import dev.sluice.config.units.Size;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.Client;
import dev.sluice.device.ClockRatio;
import dev.sluice.device.ComputeSpec;
import dev.sluice.device.DeviceLimits;
import dev.sluice.device.DisplaySpec;
import dev.sluice.device.DramSpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.HostSpec;
import dev.sluice.device.InvalidSpecException;
import dev.sluice.device.LinkSpec;
import dev.sluice.device.MemoryHeap;
import dev.sluice.device.NetworkSpec;
import dev.sluice.device.QueueFamily;
import dev.sluice.device.RopSpec;
import dev.sluice.device.TransferSpec;
import dev.sluice.energy.EnergySpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads a device file into the {@link GpuSpec} that it describes; every fault is at its line and column. */
public final class DeviceReader {
    private static final Set<String> QUEUE_FLAGS = new LinkedHashSet<>(List.of("GRAPHICS", "COMPUTE", "TRANSFER"));

    private final Catalog catalog;

    /** A reader that looks names up in {@code catalog}. */
    public DeviceReader(Catalog catalog) {
        this.catalog = catalog;
    }

    /** Reads the device file at {@code path}. */
    public GpuSpec read(Path path) {
        return read(SourceReader.readMap(path));
    }

    /** Reads {@code bytes} as the device file {@code name}. */
    public GpuSpec read(String name, byte[] bytes) {
        return read(SourceReader.readMap(name, bytes));
    }

    static BoundRecord<DeviceFile> bind(MapNode root) {
        Versions.check(root);
        return Binder.bind(root, DeviceFile.class);
    }

    /** Reads a device file's tree. */
    GpuSpec read(MapNode root) {
        return read(root, bind(root));
    }

    /** Reads a device file's tree, which was bound. */
    GpuSpec read(MapNode root, BoundRecord<DeviceFile> bound) {
        DeviceFile file = bound.value();
        Located where = bound.where();
        if (file.name().isBlank()) {
            throw where.error(file, "name", "name: is empty");
        }
        Assembler specs = new Assembler(file.clock(), where);
        Memories memories = new Memories(file, where);
        List<MemoryHeap> heaps = memories.heaps();
        RopSpec rop = new RopResolver(file, where).resolve();
        Map<Client, String> clients = clients(file, where);
        List<CacheSpec> caches = new ArrayList<>(new CacheTree(file, where, catalog, rop).resolve());
        caches.addAll(new MetadataCaches(file, where, catalog, rop, clients, caches).resolve());
        DramSpec vram = dram(file.vram(), where, "vram", file.clock());
        checkHeaps(file, heaps, vram, where);
        GpuSpec device;
        try {
            device = new GpuSpec(
                    file.name(),
                    file.description(),
                    file.sources(),
                    file.calibrated(),
                    file.clock().hertz(),
                    checked(
                            where,
                            file.computeUnits(),
                            "",
                            () -> specs.assemble("computeUnits", ComputeSpec.class, splits(file), file.computeUnits())),
                    caches,
                    clients,
                    transfer(file, where, specs),
                    network(file, where, specs),
                    vram,
                    rop,
                    host(file, where),
                    checked(
                            where,
                            file.limits(),
                            "",
                            () -> specs.assemble("limits", DeviceLimits.class, file.limits())),
                    heaps,
                    memories.types(heaps),
                    families(file, where),
                    profile(file, where),
                    PageResolver.resolve(file, where, specs),
                    display(file, where, specs));
        } catch (InvalidSpecException e) {
            throw fault(root, e);
        }
        // nothing of it is the machine's, and it is wrong all the same if it is
        energy(bound, device);
        return device;
    }

    /** What the events of a device cost; null when its file does not say. */
    static @Nullable EnergySpec energy(BoundRecord<DeviceFile> bound, GpuSpec device) {
        return bound.value().energy() == null
                ? null
                : EnergyResolver.resolve(bound.value(), device, bound.where(), EnergyTable.shipped());
    }

    /** The place in a device file that a fault of the whole device is about. */
    static ConfigException fault(MapNode root, InvalidSpecException fault) {
        return Located.at(root, fault.keys()).error(fault.problem());
    }

    /** The clients that a device file may name, by name. */
    static Map<String, Client> knownClients() {
        Map<String, Client> known = new LinkedHashMap<>();
        for (Client client : Client.all()) {
            if (client != Client.HOST && client != Client.MAINTENANCE) {
                known.put(client.key(), client);
            }
        }
        return known;
    }

    private static Map<Client, String> clients(DeviceFile file, Located where) {
        Map<String, Client> known = knownClients();
        Set<String> targets = targets(file);
        MapNode written = where.value(file, "clients") instanceof MapNode map ? map : null;
        Map<Client, String> clients = new EnumMap<>(Client.class);
        file.clients().forEach((name, target) -> {
            Client client = known.get(name);
            MapNode.Entry entry = written == null ? null : written.entry(name);
            if (client == null) {
                throw at(entry, where, file, true)
                        .problem("clients: unknown client '" + name + "'" + Nearest.hint(name, known.keySet()));
            }
            if (!targets.contains(target)) {
                throw at(entry, where, file, false)
                        .problem(
                                "clients." + name + ": unknown cache '" + target + "'" + Nearest.hint(target, targets));
            }
            clients.put(client, target);
        });
        if (!clients.containsKey(Client.STORAGE)) {
            throw where.error(
                    file,
                    "clients",
                    "clients: missing key 'storage', the cache that compute units load and store through");
        }
        // a client that the file does not name shares the path of its kind
        for (Client client : known.values()) {
            clients.putIfAbsent(client, fallback(client, clients.getOrDefault(Client.STORAGE, GpuSpec.VRAM)));
        }
        return clients;
    }

    /** What a client can enter. */
    private static Set<String> targets(DeviceFile file) {
        Set<String> targets = new LinkedHashSet<>(file.caches().keySet());
        targets.add(GpuSpec.VRAM);
        return targets;
    }

    private static String fallback(Client client, String storage) {
        return switch (client) {
            case COLOR_ATTACHMENT, DEPTH_STENCIL_ATTACHMENT, TRANSFER, DISPLAY -> GpuSpec.VRAM;
            default -> storage;
        };
    }

    private interface Fault {
        ConfigException problem(String text);
    }

    private static Fault at(MapNode.@Nullable Entry entry, Located where, DeviceFile file, boolean key) {
        if (entry == null) {
            return text -> where.error(file, "clients", text);
        }
        return text -> key ? entry.keyPosition().error(text) : entry.value().error(text);
    }

    private record Units(Splits sharedMemory) {}

    private record Splits(List<Long> splits) {}

    private static Units splits(DeviceFile file) {
        return new Units(new Splits(file.computeUnits().sharedMemory().splits().stream()
                .map(Size::bytes)
                .toList()));
    }

    private static TransferSpec transfer(DeviceFile file, Located where, Assembler specs) {
        DeviceFile.Transfer transfer = file.transfer();
        String reads = transfer.reads();
        Set<String> targets = targets(file);
        if (reads != null && !targets.contains(reads)) {
            throw where.error(
                    transfer, "reads", "transfer.reads: unknown cache '" + reads + "'" + Nearest.hint(reads, targets));
        }
        return checked(where, transfer, "", () -> specs.assemble("transfer", TransferSpec.class, transfer));
    }

    /** What follows from the network's clock. */
    private record NetworkClock(ClockRatio clock, @Nullable Integer latency) {}

    private static NetworkSpec network(DeviceFile file, Located where, Assembler specs) {
        DeviceFile.Network network = file.network();
        OwnClocks clocks = new OwnClocks(file.clock(), where);
        ClockRatio clock = clocks.ratio("network", network.clock(), network);
        Integer latency = clock.isCore()
                ? null
                : clocks.latency("network", "latency", network.latency(), network.clock(), network);
        return checked(
                where,
                network,
                "",
                () -> specs.assemble("network", NetworkSpec.class, new NetworkClock(clock, latency), network));
    }

    private record Frames(long frameCycles) {}

    private static DisplaySpec display(DeviceFile file, Located where, Assembler specs) {
        DeviceFile.Display display = file.display();
        Frequency refresh = display.refresh();
        Frames frames = new Frames(refresh == null ? 0 : file.clock().hertz() / refresh.hertz());
        return checked(where, display, "", () -> specs.assemble("display", DisplaySpec.class, frames, display));
    }

    private HostSpec host(DeviceFile file, Located where) {
        DeviceFile.Host host = file.host();
        DramFile memory = host.ram();
        DramSpec ram = memory == null ? null : dram(memory, where, "host.ram", file.clock());
        List<CacheSpec> caches = new CacheTree(file, where, catalog, RopSpec.NONE).resolveHost();
        LinkSpec link = LinkResolver.resolve(host.link(), where, file.clock());
        Quantities quantities = new Quantities(file.clock(), where);
        DeviceFile.WriteCombining combining = host.writeCombining();
        int line = quantities.bytes(combining, "line", "host.writeCombining.line", combining.line());
        long drainAfter = quantities.picoseconds(
                combining, "drainAfter", "host.writeCombining.drainAfter", combining.drainAfter());
        long submit = quantities.picoseconds(host, "submit", "host.submit", host.submit());
        return checked(
                where,
                host,
                "",
                () -> new HostSpec(
                        host.clock().hertz(),
                        host.cores(),
                        caches,
                        combining.buffers(),
                        line,
                        drainAfter,
                        link,
                        ram,
                        submit));
    }

    private DramSpec dram(DramFile dram, Located where, String path, Frequency core) {
        return new DramResolver(dram, preset(dram, where, path), where, path, core).resolve();
    }

    private @Nullable DramFile preset(DramFile dram, Located where, String path) {
        String name = dram.preset();
        if (name == null) {
            return null;
        }
        byte[] text = catalog.dramPreset(name);
        if (text == null) {
            throw where.error(
                    dram,
                    "preset",
                    path + ".preset: unknown DRAM preset '" + name + "'" + Nearest.hint(name, catalog.dramPresets()));
        }
        return Binder.bind(SourceReader.readMap(name + ".yaml", text), DramFile.class)
                .value();
    }

    private static void checkHeaps(DeviceFile file, List<MemoryHeap> heaps, DramSpec vram, Located where) {
        long local = 0;
        long all = 0;
        for (int i = 0; i < heaps.size(); i++) {
            if (heaps.get(i).size() > DramSpec.MOST_BYTES - all) {
                throw where.error(
                        file.heaps().get(i),
                        "size",
                        "heaps[" + i + "].size: all heaps together hold more than the " + DramSpec.MOST_BYTES
                                + " bytes that have addresses");
            }
            all += heaps.get(i).size();
            if (heaps.get(i).deviceLocal()) {
                local += heaps.get(i).size();
                if (local > vram.size()) {
                    throw where.error(
                            file.heaps().get(i),
                            "size",
                            "heaps[" + i + "].size: the DEVICE_LOCAL heaps hold " + local + " bytes, more than the "
                                    + vram.size() + " of vram");
                }
            }
        }
    }

    private static List<QueueFamily> families(DeviceFile file, Located where) {
        List<QueueFamily> families = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>();
        for (DeviceFile.Family family : file.queueFamilies()) {
            if (!names.add(family.name())) {
                throw where.error(family, "name", "queueFamilies: two families are named '" + family.name() + "'");
            }
            for (int i = 0; i < family.flags().size(); i++) {
                String flag = family.flags().get(i);
                if (!QUEUE_FLAGS.contains(flag)) {
                    throw where.error(
                            family,
                            "flags",
                            i,
                            "queueFamilies: unknown flag '" + flag + "'" + Nearest.hint(flag, QUEUE_FLAGS));
                }
            }
            families.add(checked(
                    where,
                    family,
                    "",
                    () -> new QueueFamily(family.name(), Set.copyOf(family.flags()), family.count())));
        }
        if (families.isEmpty()) {
            throw where.error(file, "queueFamilies", "queueFamilies: at least one family is needed");
        }
        return families;
    }

    private String profile(DeviceFile file, Located where) {
        if (!catalog.profiles().isEmpty() && !catalog.profiles().contains(file.barriers())) {
            throw where.error(
                    file,
                    "barriers",
                    "barriers: unknown profile '" + file.barriers() + "'"
                            + Nearest.hint(file.barriers(), catalog.profiles()));
        }
        return file.barriers();
    }

    /** Makes a spec; what its constructor refuses is a fault at {@code record}. */
    static <T> T checked(Located where, Object record, String prefix, Supplier<T> spec) {
        try {
            return spec.get();
        } catch (InvalidSpecException e) {
            throw where.at(record, e.keys()).error(prefix + e.problem());
        }
    }
}
