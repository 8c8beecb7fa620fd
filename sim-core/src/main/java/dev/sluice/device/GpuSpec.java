// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import java.math.BigInteger;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A whole device, as its file describes it ({@code docs/formats.md}, Device files).
 *
 * @param sources where its numbers come from
 * @param calibrated whether a measurement stands beside it
 * @param clockHz the core clock in hertz, the time base of the machine
 * @param caches every cache node of the device (not the host's), parents by name
 * @param clients which cache, or {@code vram}, each client enters
 * @param barrierProfile the profile's name
 * @param pages size of a page, what its flags say and what translation costs
 * @param display the scan-out
 */
public record GpuSpec(
        String name,
        String description,
        List<String> sources,
        boolean calibrated,
        long clockHz,
        ComputeSpec compute,
        List<CacheSpec> caches,
        Map<Client, String> clients,
        TransferSpec transfer,
        NetworkSpec network,
        DramSpec vram,
        RopSpec rop,
        HostSpec host,
        DeviceLimits limits,
        List<MemoryHeap> heaps,
        List<MemoryType> memoryTypes,
        List<QueueFamily> queueFamilies,
        String barrierProfile,
        PageSpec pages,
        DisplaySpec display) {

    /** The name that stands for device memory as a parent or a client's target. */
    public static final String VRAM = "vram";

    /** The scan-out of a device whose file says nothing about it, a choice. */
    public static final DisplaySpec DISPLAY = new DisplaySpec(64, 64, 0);

    /** So many that they can be multiplied by the bytes of a packet. */
    private static final long MOST_HERTZ = 1_000_000_000_000_000L;

    public GpuSpec {
        sources = List.copyOf(sources);
        caches = List.copyOf(caches);
        EnumMap<Client, String> copy = new EnumMap<>(Client.class);
        copy.putAll(clients);
        clients = java.util.Collections.unmodifiableMap(copy);
        heaps = List.copyOf(heaps);
        memoryTypes = List.copyOf(memoryTypes);
        queueFamilies = List.copyOf(queueFamilies);
        if (clockHz < 1 || clockHz > MOST_HERTZ) {
            throw new InvalidSpecException(
                    "clock must be from 1 to " + MOST_HERTZ + " Hz, not " + clockHz + " Hz", "clock");
        }
        checkClock(vram, clockHz, VRAM);
        if (host.ram() != null) {
            checkClock(host.ram(), clockHz, "host", "ram");
        }
        new DeviceRules(compute, caches, clients, rop, host, limits, pages).check();
    }

    /** Ticks of a memory and core cycles are counted in each other as a fraction in lowest terms. */
    private static void checkClock(DramSpec memory, long clockHz, String... path) {
        BigInteger hertz = BigInteger.valueOf(memory.clockHz());
        BigInteger core = BigInteger.valueOf(clockHz);
        BigInteger common = hertz.gcd(core);
        if (hertz.divide(common).multiply(core.divide(common)).bitLength() >= Long.SIZE) {
            String name = String.join(".", path);
            throw new InvalidSpecException(
                            name + ".clock: " + hertz + " Hz are no simple fraction of the core clock, " + core
                                    + " Hz: give clocks with a greater common divisor than " + common + " Hz",
                            "clock")
                    .under(path);
        }
    }

    /** The device with another number of compute units. */
    public GpuSpec withComputeUnits(int count) {
        return with(compute.withCount(count), caches, clients, pages);
    }

    /** The device with other caches, and clients that enter them. */
    public GpuSpec withCaches(List<CacheSpec> others, Map<Client, String> entered) {
        return with(compute, others, entered, pages);
    }

    /** The device with other pages. */
    public GpuSpec withPages(PageSpec others) {
        return with(compute, caches, clients, others);
    }

    private GpuSpec with(ComputeSpec units, List<CacheSpec> nodes, Map<Client, String> entered, PageSpec translation) {
        return new GpuSpec(
                name,
                description,
                sources,
                calibrated,
                clockHz,
                units,
                nodes,
                entered,
                transfer,
                network,
                vram,
                rop,
                host,
                limits,
                heaps,
                memoryTypes,
                queueFamilies,
                barrierProfile,
                translation,
                display);
    }

    /** The cache node of this name. */
    public CacheSpec cache(String cacheName) {
        for (CacheSpec cache : caches) {
            if (cache.name().equals(cacheName)) {
                return cache;
            }
        }
        throw new IllegalArgumentException("no cache named " + cacheName);
    }

    /** Whether host and device share one memory. */
    public boolean unified() {
        return host.ram() == null;
    }

    /** Core cycles of a duration in picoseconds, rounded up. */
    public long cycles(long picos) {
        BigInteger[] parts = BigInteger.valueOf(picos)
                .multiply(BigInteger.valueOf(clockHz))
                .divideAndRemainder(BigInteger.valueOf(1_000_000_000_000L));
        return parts[0].longValueExact() + (parts[1].signum() == 0 ? 0 : 1);
    }
}
