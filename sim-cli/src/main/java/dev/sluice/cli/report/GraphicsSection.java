// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.result.GraphicsResult;
import dev.sluice.result.RunResult;
import dev.sluice.result.TileStates;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * Render output units, compression, layout transitions, translation and display, a line or two each; without images
 * translation alone.
 */
final class GraphicsSection {
    private static final int INDENT = 13;

    private final RunResult result;
    private final Style style;

    GraphicsSection(RunResult result, Style style) {
        this.result = result;
        this.style = style;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        GraphicsResult.Rop rop = result.rop();
        if (rop != null) {
            add(lines, "rop", pixels(rop));
            add(lines, "tiles", tiles(rop));
            add(lines, "compression", compression(rop));
            add(lines, "readers", readers(rop.readers()));
            add(lines, "transitions", transitions(rop.transitions()));
        }
        GraphicsResult.Tlb tlb = result.tlb();
        if (tlb != null && tlb.lookups() > 0) {
            add(lines, "tlb", translation(tlb));
        }
        GraphicsResult.Display display = result.display();
        if (display != null) {
            add(lines, "display", display(display));
        }
        return lines;
    }

    private static String pixels(GraphicsResult.Rop rop) {
        StringJoiner parts = new StringJoiner(", ");
        if (rop.pixelsTested() > 0) {
            parts.add("pixels tested " + Quantity.count(rop.pixelsTested()) + " (passed "
                    + Quantity.percent(rop.pixelsPassed(), rop.pixelsTested()) + ")");
        }
        if (rop.pixelsWritten() > 0) {
            parts.add((rop.pixelsTested() > 0 ? "" : "pixels ") + "written " + Quantity.count(rop.pixelsWritten())
                    + (rop.samplesWritten() > rop.pixelsWritten()
                            ? " of " + Quantity.plural(rop.samplesWritten(), "sample")
                            : ""));
        }
        if (rop.pixelsBlended() > 0) {
            parts.add("blended " + Quantity.count(rop.pixelsBlended()));
        }
        if (rop.pixelsResolved() > 0) {
            parts.add("resolved " + Quantity.count(rop.pixelsResolved()));
        }
        if (rop.requests() > 0) {
            parts.add(Quantity.plural(rop.requests(), "request"));
        }
        return parts.toString();
    }

    private static String tiles(GraphicsResult.Rop rop) {
        StringJoiner parts = new StringJoiner("; ");
        if (rop.tilesWritten().total() > 0) {
            parts.add("written " + states(rop.tilesWritten()));
        }
        if (rop.tilesRead().total() > 0) {
            parts.add("read " + states(rop.tilesRead()));
        }
        if (rop.tilesFastCleared() + rop.tilesCleared() > 0) {
            parts.add("clears " + Quantity.count(rop.tilesFastCleared()) + " fast, "
                    + Quantity.count(rop.tilesCleared()) + " by writing");
        }
        return parts.toString();
    }

    /** The states that there are: {@code 206 raw, 12 2:1}. */
    static String states(TileStates tiles) {
        StringJoiner parts = new StringJoiner(", ");
        state(parts, tiles.raw(), "raw");
        state(parts, tiles.half(), "2:1");
        state(parts, tiles.quarter(), "4:1");
        state(parts, tiles.eighth(), "8:1");
        state(parts, tiles.cleared(), "cleared");
        return parts.toString();
    }

    private static void state(StringJoiner parts, long count, String name) {
        if (count > 0) {
            parts.add(Quantity.count(count) + " " + name);
        }
    }

    private static String compression(GraphicsResult.Rop rop) {
        if (rop.rawBytes() == 0 && rop.metadataReads() + rop.metadataWrites() == 0) {
            return "";
        }
        return (rop.rawBytes() == 0
                        ? "no tile moved"
                        : Quantity.bytes(rop.storedBytes()) + " of " + Quantity.bytes(rop.rawBytes()) + " moved ("
                                + Quantity.decimal(rop.compressionRatio(), 2) + " to 1), saved "
                                + Quantity.bytes(rop.bytesSaved()))
                + "; metadata " + Quantity.plural(rop.metadataReads(), "read") + ", "
                + Quantity.plural(rop.metadataWrites(), "write");
    }

    private static String readers(GraphicsResult.Readers readers) {
        if (readers.tilesRead().total() == 0 && readers.garbledTiles() == 0) {
            return "";
        }
        return "tiles read by other clients " + states(readers.tilesRead()) + "; "
                + Quantity.bytes(readers.storedBytes()) + " of " + Quantity.bytes(readers.rawBytes()) + " moved"
                + (readers.garbledTiles() == 0
                        ? ""
                        : "; " + Quantity.count(readers.garbledTiles()) + " did not fit their metadata");
    }

    private static String transitions(GraphicsResult.Transitions t) {
        StringJoiner kinds = new StringJoiner(", ");
        state(kinds, t.initialised(), "initialised");
        state(kinds, t.eliminated(), "eliminated");
        state(kinds, t.decompressed(), "decompressed");
        state(kinds, t.nothing(), "without work");
        if (kinds.length() == 0) {
            return "";
        }
        if (t.tilesVisited() == 0) {
            return kinds.toString();
        }
        return kinds + "; " + Quantity.count(t.tilesChanged()) + " of " + Quantity.count(t.tilesVisited())
                + " tiles changed, read " + Quantity.bytes(t.bytesRead() + t.metadataRead()) + ", written "
                + Quantity.bytes(t.bytesWritten() + t.metadataWritten()) + ", busy "
                + Quantity.plural(t.busyCycles(), "cycle");
    }

    private static String translation(GraphicsResult.Tlb tlb) {
        return Quantity.plural(tlb.lookups(), "look-up") + ", hits " + Quantity.percent(tlb.hits(), tlb.lookups())
                + ", shared hits " + Quantity.count(tlb.sharedHits()) + ", " + Quantity.plural(tlb.walks(), "walk")
                + " (" + Quantity.bytes(tlb.walkBytes()) + " read), " + Quantity.count(tlb.merged())
                + " merged, stalled " + Quantity.plural(tlb.stallCycles(), "cycle");
    }

    private String display(GraphicsResult.Display display) {
        String checksum = display.checksum();
        return Quantity.plural(display.presents(), "present") + ", read " + Quantity.bytes(display.bytesRead())
                + " in " + Quantity.plural(display.cycles(), "cycle")
                + (checksum == null ? "" : ", checksum " + checksum)
                + (display.tornBytes() == 0 ? "" : ", " + style.bad(Quantity.bytes(display.tornBytes()) + " torn"));
    }

    private void add(List<String> lines, String name, String text) {
        if (!text.isEmpty()) {
            String head = style.bold(name) + " ".repeat(Math.max(2, INDENT - name.length()));
            for (String line : Text.wrap(text, style.width() - INDENT)) {
                lines.add(head + line);
                head = " ".repeat(INDENT);
            }
        }
    }
}
