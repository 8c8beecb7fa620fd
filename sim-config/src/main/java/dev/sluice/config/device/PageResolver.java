package dev.sluice.config.device;

import dev.sluice.config.bind.Located;
import dev.sluice.core.memory.page.PageSpec;
import dev.sluice.core.memory.page.TlbSpec;
import java.util.Objects;

/** Turns the {@code pages} of a device file into a {@link PageSpec}. */
final class PageResolver {
    private PageResolver() {}

    static PageSpec resolve(DeviceFile file, Located where) {
        DeviceFile.Pages pages = file.pages();
        DeviceFile.Tlb written = pages.tlb();
        TlbSpec tlb = written == null ? null : tlb(file, where, written);
        return DeviceReader.checked(
                where, pages, "", () -> new PageSpec(pages.size().bytes(), pages.compressionInPageTable(), tlb));
    }

    private static TlbSpec tlb(DeviceFile file, Located where, DeviceFile.Tlb tlb) {
        DeviceFile.SharedTlb shared = tlb.shared();
        int ways = Objects.requireNonNullElse(tlb.ways(), Math.min(tlb.entries(), TlbSpec.DEFAULT.ways()));
        int latency = DeviceReader.cycles(tlb.latency(), file.clock(), where, tlb, "latency", 0);
        int sharedLatency = DeviceReader.cycles(shared.latency(), file.clock(), where, shared, "latency", 0);
        return DeviceReader.checked(
                where,
                tlb,
                "pages.",
                () -> new TlbSpec(
                        tlb.entries(),
                        ways,
                        latency,
                        shared.entries(),
                        shared.ways(),
                        sharedLatency,
                        tlb.walkers(),
                        tlb.levels(),
                        tlb.queue()));
    }
}
