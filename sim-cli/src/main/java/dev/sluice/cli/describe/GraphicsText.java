// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.describe;

import dev.sluice.cli.report.Quantity;
import dev.sluice.device.Client;
import dev.sluice.device.DisplaySpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.PageSpec;
import dev.sluice.device.RopSpec;
import dev.sluice.device.TlbSpec;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Render output units, compression, pages and display of a device in a sentence each. */
final class GraphicsText {
    private GraphicsText() {}

    static String units(RopSpec rop) {
        if (rop.count() == 0) {
            return "none: this device draws nothing";
        }
        return Quantity.plural(rop.count(), "unit") + ", " + Quantity.plural(rop.pixelsPerCycle(), "pixel")
                + " per cycle each, tiles of " + rop.tileBytes() + " bytes"
                + (rop.flushAtPassEnd() ? ", stored when a render pass ends" : "");
    }

    static String compression(RopSpec rop) {
        if (!rop.compresses()) {
            return "none: tiles are stored as they are";
        }
        return "to " + rop.ratios().stream().map(ratio -> ratio + ":1").collect(Collectors.joining(", "))
                + " in transactions of " + rop.transaction() + " bytes, codec "
                + Quantity.plural(rop.codecLatency(), "cycle") + ", "
                + rop.metadataBits() + " bits of metadata per tile, "
                + Quantity.plural(rop.clearColors().size(), "clear colour");
    }

    static String readers(RopSpec rop) {
        return "compressed tiles are read by " + names(rop.readers()) + "; tiles only marked as cleared by "
                + names(rop.clearReaders());
    }

    /** In the order of the keys of device files, whatever order the set has. */
    private static String names(Set<Client> clients) {
        List<String> names =
                Client.all().stream().filter(clients::contains).map(Client::key).toList();
        return names.isEmpty() ? "nobody else" : String.join(", ", names);
    }

    static String pages(GpuSpec device) {
        PageSpec pages = device.pages();
        TlbSpec tlb = pages.tlb();
        return "of " + Quantity.bytes(pages.size())
                + (device.rop().compresses() ? ", " + flags(pages) : "")
                + (tlb == null ? "; translation takes no time" : "; " + translation(tlb));
    }

    private static String flags(PageSpec pages) {
        return pages.compressionInPageTable()
                ? "the page table says what is compressed, so that whatever shares a page with it is misread"
                : "what is compressed is known of each image";
    }

    private static String translation(TlbSpec tlb) {
        return "a TLB of " + Quantity.plural(tlb.entries(), "page") + " in front of each way ("
                + Quantity.plural(tlb.ways(), "way")
                + ", " + Quantity.plural(tlb.latency(), "cycle") + "), "
                + (tlb.shared().entries() == 0
                        ? ""
                        : "a shared one of " + Quantity.count(tlb.shared().entries()) + " ("
                                + Quantity.plural(tlb.shared().ways(), "way") + ", "
                                + Quantity.plural(tlb.shared().latency(), "cycle") + "), ")
                + Quantity.plural(tlb.walkers(), "walker") + " of " + Quantity.plural(tlb.levels(), "level");
    }

    static String display(GpuSpec device) {
        DisplaySpec display = device.display();
        return Quantity.plural(display.outstanding(), "read") + " under way, "
                + Quantity.plural(display.bytesPerCycle(), "byte") + " per cycle, "
                + (display.frameCycles() == 0
                        ? "as fast as that allows"
                        : "a frame spread over " + Quantity.plural(display.frameCycles(), "cycle"));
    }
}
