// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.cli.input.LoadedRun;
import dev.sluice.program.Barrier;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stages;
import java.util.List;
import java.util.stream.Collectors;

/** Short texts for barriers and places. */
final class Words {
    private Words() {}

    static String barriers(List<Barrier> barriers) {
        return barriers.stream().map(Words::barrier).distinct().collect(Collectors.joining("; "));
    }

    private static String barrier(Barrier barrier) {
        String range = barrier.range() == null ? "" : " of " + barrier.range().buffer();
        return side(barrier.srcStages(), barrier.srcAccess()) + " > " + side(barrier.dstStages(), barrier.dstAccess())
                + range;
    }

    private static String side(long stages, long access) {
        return Stages.text(stages) + (access == 0 ? "" : "/" + Accesses.text(access));
    }

    /** The line and column of a site, without the file. */
    static String shortSite(String site) {
        int slash = Math.max(site.lastIndexOf('/'), site.lastIndexOf('\\'));
        return site.substring(slash + 1);
    }

    /** Whether maintenance of some cache of a device keeps to ranges. */
    static boolean honoursRanges(LoadedRun stream) {
        return stream.device().caches().stream()
                .anyMatch(cache -> cache.upkeep().rangedMaintenance());
    }
}
