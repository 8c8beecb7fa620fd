// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import dev.sluice.cli.report.Quantity;
import dev.sluice.cli.report.Style;
import dev.sluice.cli.report.Text;
import dev.sluice.result.RunFinding;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;

/** What a run found about a few bytes, in sentences. */
final class FindingText {

    private final RunResult result;
    private final Style style;
    private final int width;

    FindingText(RunResult result, Style style, int width) {
        this.result = result;
        this.style = style;
        this.width = width;
    }

    /** The findings about them; none if all is well. */
    List<String> about(WatchedBytes watched, ByteNames names) {
        List<String> lines = new ArrayList<>();
        for (RunFinding.StaleRead read : result.staleReads()) {
            if (names.in(read.resource(), read.offset(), read.size(), watched)) {
                wrap(
                        lines,
                        read.givenUp()
                                ? "stale read: " + read.reader() + " read at cycle " + Quantity.count(read.cycle())
                                        + " what " + read.writer() + " had given up; no copy of it is right"
                                : "stale read: " + read.reader() + " read an older copy at cycle "
                                        + Quantity.count(read.cycle())
                                        + "; " + read.writer() + " had written newer bytes; the copy at fault is in "
                                        + read.heldIn()
                                        + "; missing: " + read.missing());
            }
        }
        for (RunFinding.LostWrite write : result.lostWrites()) {
            if (names.in(write.resource(), write.offset(), write.size(), watched)) {
                wrap(
                        lines,
                        "lost write: what " + write.writer() + " wrote was overwritten by older bytes of "
                                + write.overwriter() + " at cycle " + Quantity.count(write.cycle())
                                + "; the copy at fault was in " + write.heldIn() + "; missing: " + write.missing());
            }
        }
        return lines;
    }

    private void wrap(List<String> lines, String text) {
        for (String line : Text.wrap(text, width)) {
            lines.add(style.bad(line));
        }
    }
}
