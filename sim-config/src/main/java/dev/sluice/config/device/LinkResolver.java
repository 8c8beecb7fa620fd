package dev.sluice.config.device;

import dev.sluice.config.bind.Located;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.units.Frequency;
import dev.sluice.config.units.Size;
import dev.sluice.core.network.LinkSpec;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;

/** The host link's usable bandwidth from its kind and lanes. */
final class LinkResolver {
    /**
     * Transfers a second and lane; all three generations encode 128 bits in 130 (PCI Express Base Specification 3.0,
     * 4.0 and 5.0, section 4.2).
     */
    private static final Map<String, Long> TRANSFERS = transfers();

    private static final String ON_CHIP = "onchip";
    /** Framing 4, sequence number and header with 64-bit address 18, link CRC 4 bytes of a packet (same source). */
    private static final int PACKET_OVERHEAD = 26;

    private LinkResolver() {}

    static LinkSpec resolve(DeviceFile.Link link, Located where, Frequency core) {
        Long transfers = TRANSFERS.get(link.kind());
        if (transfers == null && !link.kind().equals(ON_CHIP)) {
            Map<String, Long> known = new LinkedHashMap<>(TRANSFERS);
            known.put(ON_CHIP, 0L);
            throw where.error(
                    link,
                    "kind",
                    "host.link.kind: unknown link '" + link.kind() + "'" + Nearest.hint(link.kind(), known.keySet()));
        }
        int payload = Math.toIntExact(link.maxPayload().bytes());
        long bandwidth;
        Size given = link.bandwidth();
        if (given != null) {
            bandwidth = given.bytes();
        } else if (transfers == null) {
            throw where.node(link).error("host.link: an onchip link needs 'bandwidth', its bytes a second");
        } else {
            bandwidth = BigInteger.valueOf(transfers * link.lanes())
                    .multiply(BigInteger.valueOf(128L * payload))
                    .divide(BigInteger.valueOf(130L * 8 * (payload + PACKET_OVERHEAD)))
                    .longValueExact();
        }
        return DeviceReader.checked(
                where,
                link,
                "",
                () -> new LinkSpec(
                        link.kind(),
                        link.lanes(),
                        bandwidth,
                        link.latency().picoseconds(core),
                        link.credits(),
                        payload));
    }

    private static Map<String, Long> transfers() {
        Map<String, Long> transfers = new LinkedHashMap<>();
        transfers.put("pcie3", 8_000_000_000L);
        transfers.put("pcie4", 16_000_000_000L);
        transfers.put("pcie5", 32_000_000_000L);
        return transfers;
    }
}
