// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.bind.Located;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.bind.Quantities;
import dev.sluice.config.units.Frequency;
import dev.sluice.config.units.Size;
import dev.sluice.device.LinkSpec;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** The host link's usable bandwidth from its kind and lanes. */
final class LinkResolver {
    /**
     * Bytes of a packet beside its payload: the STP token, in which the sequence number is, 4, the header with a 64-bit address 16,
     * the link CRC 4 (PCI Express Base Specification 3.0, sections 2.2.1 and 4.2.2).
     */
    private static final int PACKET_OVERHEAD = 24;

    private LinkResolver() {}

    static LinkSpec resolve(DeviceFile.Link link, Located where, Frequency core) {
        LinkSpec.Kind kind = kind(link, where);
        Quantities quantities = new Quantities(core, where);
        int payload = quantities.bytes(link, "maxPayload", "host.link.maxPayload", link.maxPayload());
        int least = quantities.bytes(link, "leastPayload", "host.link.leastPayload", link.leastPayload());
        long latency = quantities.picoseconds(link, "latency", "host.link.latency", link.latency());
        Size given = link.bandwidth();
        if (given == null && kind == LinkSpec.Kind.ONCHIP) {
            throw where.node(link).error("host.link: an onchip link needs 'bandwidth', its bytes a second");
        }
        long bandwidth = given == null ? usable(kind, link.lanes(), payload) : given.bytes();
        Integer credits = link.credits();
        int underWay = credits == null ? tags(kind) : credits;
        return DeviceReader.checked(
                where, link, "", () -> new LinkSpec(kind, link.lanes(), bandwidth, latency, underWay, payload, least));
    }

    private static LinkSpec.Kind kind(DeviceFile.Link link, Located where) {
        List<String> known = new ArrayList<>();
        for (LinkSpec.Kind kind : LinkSpec.Kind.values()) {
            if (kind.key().equals(link.kind())) {
                return kind;
            }
            known.add(kind.key());
        }
        throw where.error(
                link, "kind", "host.link.kind: unknown link '" + link.kind() + "'" + Nearest.hint(link.kind(), known));
    }

    /**
     * Requests that a link tells apart by their tags: of 8 bits before PCIe 4, where they have 10 bits of which a quarter of the values
     * stays free (PCI Express Base Specification 3.0 and 4.0, section 2.2.6.2). Of a link on the chip a guess.
     */
    private static int tags(LinkSpec.Kind kind) {
        return switch (kind) {
            case PCIE3 -> 256;
            case PCIE4, PCIE5 -> 768;
            case ONCHIP -> 64;
        };
    }

    /** Usable bytes a second of a PCIe link with the largest packets. */
    private static long usable(LinkSpec.Kind kind, int lanes, int payload) {
        return BigInteger.valueOf(transfers(kind) * lanes)
                .multiply(BigInteger.valueOf(128L * payload))
                .divide(BigInteger.valueOf(130L * 8 * (payload + PACKET_OVERHEAD)))
                .longValueExact();
    }

    /**
     * Transfers a second and lane; all three generations encode 128 bits in 130 (PCI Express Base Specification 3.0,
     * 4.0 and 5.0, section 4.2).
     */
    private static long transfers(LinkSpec.Kind kind) {
        return switch (kind) {
            case PCIE3 -> 8_000_000_000L;
            case PCIE4 -> 16_000_000_000L;
            case PCIE5 -> 32_000_000_000L;
            case ONCHIP -> throw new IllegalArgumentException("an onchip link transfers at no standard rate");
        };
    }
}
