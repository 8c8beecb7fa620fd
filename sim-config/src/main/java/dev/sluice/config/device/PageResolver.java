// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.bind.Assembler;
import dev.sluice.config.bind.Located;
import dev.sluice.device.PageSpec;
import dev.sluice.device.TlbSpec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Turns the {@code pages} of a device file into a {@link PageSpec}. */
final class PageResolver {
    /** The ways of a buffer that says nothing of them. */
    private record Ways(int ways) {}

    private record Translation(@Nullable TlbSpec tlb) {}

    private PageResolver() {}

    static PageSpec resolve(DeviceFile file, Located where, Assembler specs) {
        DeviceFile.Pages pages = file.pages();
        DeviceFile.Tlb written = pages.tlb();
        TlbSpec tlb = written == null ? null : tlb(where, specs, written);
        return DeviceReader.checked(
                where, pages, "", () -> specs.assemble("pages", PageSpec.class, new Translation(tlb), pages));
    }

    private static TlbSpec tlb(Located where, Assembler specs, DeviceFile.Tlb tlb) {
        Ways ways = new Ways(Objects.requireNonNullElse(tlb.ways(), Math.min(tlb.entries(), TlbSpec.DEFAULT.ways())));
        return DeviceReader.checked(where, tlb, "pages.", () -> specs.assemble("pages.tlb", TlbSpec.class, ways, tlb));
    }
}
