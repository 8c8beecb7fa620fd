// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import dev.sluice.program.kernel.AtomicOp;
import dev.sluice.program.kernel.ElementType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a slice of a cache does per cycle beside its banks' look-ups ({@code docs/decisions/0046-mechanisms-are-keys.md}).
 *
 * @param tagsPerCycle look-ups per cycle of all banks together; 0 for what the banks do
 * @param readBytesPerCycle bytes that reads are answered with per cycle; 0 for no limit
 * @param writeBytesPerCycle bytes of sectors that stores and atomics change per cycle; 0 for no limit
 * @param leastWriteBytes for which a store takes {@code writeBytesPerCycle}, at least: what a row of the array takes however little of it changes
 * @param partialWriteBytes for which a store takes it longer that changes a part of a sector, whose checksum must be read and made anew
 * @param atomicLatency cycles by which an atomic is answered later than a read
 * @param atomicRates rates of atomic operations, by {@code operation.type}, {@code operation} or {@value #OTHER}; those that
 *     no key is about take no time of their own
 */
public record CacheRates(
        double tagsPerCycle,
        int readBytesPerCycle,
        int writeBytesPerCycle,
        int leastWriteBytes,
        int partialWriteBytes,
        int atomicLatency,
        Map<String, AtomicRate> atomicRates) {

    /** The key of operations that no other key is about. */
    public static final String OTHER = "other";

    /** A cache whose banks alone decide. */
    public static final CacheRates NONE = new CacheRates(0, 0, 0, Map.of());

    /** Rates are counted in parts of this size, and are neither slower nor faster than these. */
    private static final double LEAST = 0.001;

    private static final double MOST = 1024;
    private static final int LEAST_BYTES = 1;
    private static final int MOST_BYTES = 1 << 20;
    private static final int MOST_LATENCY = 1 << 20;

    public CacheRates {
        atomicRates = Collections.unmodifiableMap(new LinkedHashMap<>(atomicRates));
    }

    /** Rates of stores by their sectors alone, and atomics that are answered as soon as reads. */
    public CacheRates(
            double tagsPerCycle, int readBytesPerCycle, int writeBytesPerCycle, Map<String, AtomicRate> atomicRates) {
        this(tagsPerCycle, readBytesPerCycle, writeBytesPerCycle, 0, 0, 0, atomicRates);
    }

    /** The rate of an operation, or null if it takes no time of its own. */
    public @Nullable AtomicRate atomicRate(AtomicOp operation, ElementType type) {
        AtomicRate rate = atomicRates.get(operation.text() + "." + type.text());
        if (rate == null) {
            rate = atomicRates.get(operation.text());
        }
        return rate == null ? atomicRates.get(OTHER) : rate;
    }

    /** Every key that {@link #atomicRates} may have. */
    public static Set<String> atomicKeys() {
        Set<String> keys = new LinkedHashSet<>();
        for (AtomicOp operation : AtomicOp.values()) {
            keys.add(operation.text());
            for (ElementType type : ElementType.values()) {
                if (operation.supports(type)) {
                    keys.add(operation.text() + "." + type.text());
                }
            }
        }
        keys.add(OTHER);
        return keys;
    }

    /** The first key that says something, or null. */
    @Nullable
    String firstKey() {
        if (tagsPerCycle != 0) {
            return "tagsPerCycle";
        }
        if (readBytesPerCycle != 0) {
            return "readBytesPerCycle";
        }
        if (writeBytesPerCycle != 0) {
            return "writeBytesPerCycle";
        }
        if (leastWriteBytes != 0) {
            return "leastWriteBytes";
        }
        if (partialWriteBytes != 0) {
            return "partialWriteBytes";
        }
        if (atomicLatency != 0) {
            return "atomicLatency";
        }
        return atomicRates.isEmpty() ? null : "atomicRates";
    }

    @Nullable
    InvalidSpecException problem(CacheSpec.Geometry geometry, CacheSpec.Policy policy, int throughput) {
        long banks = (long) geometry.banks() * throughput;
        if (tagsPerCycle != 0 && !within(tagsPerCycle)) {
            return range("tagsPerCycle", tagsPerCycle);
        }
        if (tagsPerCycle > banks) {
            return new InvalidSpecException(
                    "tagsPerCycle of " + Decimals.plain(tagsPerCycle) + " is more than banks x throughput = " + banks
                            + " look-ups per cycle",
                    "tagsPerCycle");
        }
        if (bad(readBytesPerCycle)) {
            return bytes("readBytesPerCycle", readBytesPerCycle);
        }
        if (bad(writeBytesPerCycle)) {
            return bytes("writeBytesPerCycle", writeBytesPerCycle);
        }
        if (writeBytesPerCycle != 0 && policy.readOnly()) {
            return new InvalidSpecException(
                    "writeBytesPerCycle of a read-only cache, into which nothing is written", "writeBytesPerCycle");
        }
        InvalidSpecException stores = storeProblem("leastWriteBytes", leastWriteBytes);
        if (stores == null) {
            stores = storeProblem("partialWriteBytes", partialWriteBytes);
        }
        return stores != null ? stores : atomicProblem(policy);
    }

    /** What stores take beside their sectors, they take of a rate. */
    private @Nullable InvalidSpecException storeProblem(String key, int bytes) {
        if (bad(bytes)) {
            return bytes(key, bytes);
        }
        return bytes == 0 || writeBytesPerCycle != 0
                ? null
                : new InvalidSpecException(key + " needs writeBytesPerCycle, of which stores take so much", key);
    }

    private @Nullable InvalidSpecException atomicProblem(CacheSpec.Policy policy) {
        if (atomicLatency < 0 || atomicLatency > MOST_LATENCY) {
            return new InvalidSpecException(
                    "atomicLatency must be 0 to " + MOST_LATENCY + " cycles, not " + atomicLatency, "atomicLatency");
        }
        String key = atomicLatency != 0 ? "atomicLatency" : "atomicRates";
        if ((atomicLatency != 0 || !atomicRates.isEmpty()) && !policy.atomics()) {
            return new InvalidSpecException(key + " needs atomics: true, because only there are atomics executed", key);
        }
        Set<String> known = atomicKeys();
        for (Map.Entry<String, AtomicRate> entry : atomicRates.entrySet()) {
            String name = entry.getKey();
            AtomicRate rate = entry.getValue();
            if (!known.contains(name)) {
                return new InvalidSpecException(
                        "atomicRates: unknown operation '" + name + "'; possible are " + String.join(", ", known),
                        "atomicRates",
                        name);
            }
            if (rate.lanes() != 0 && !within(rate.lanes())) {
                return range("lanes", rate.lanes(), "atomicRates", name, "lanes");
            }
            if (rate.wordCycles() != 0 && !within(rate.wordCycles())) {
                return range("wordCycles", rate.wordCycles(), "atomicRates", name, "wordCycles");
            }
        }
        return null;
    }

    private static boolean within(double rate) {
        return rate >= LEAST && rate <= MOST;
    }

    private static boolean bad(int bytes) {
        return bytes != 0 && (bytes < LEAST_BYTES || bytes > MOST_BYTES);
    }

    private static InvalidSpecException range(String name, double value, String... keys) {
        return new InvalidSpecException(
                name + " must be 0 or " + Decimals.plain(LEAST) + " to " + Decimals.plain(MOST) + ", not "
                        + Decimals.plain(value),
                keys.length == 0 ? new String[] {name} : keys);
    }

    private static InvalidSpecException bytes(String key, int value) {
        return new InvalidSpecException(key + " must be 0 to " + MOST_BYTES + " bytes, not " + value, key);
    }
}
